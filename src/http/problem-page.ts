/** The pages at the `type` addresses of problems, written from the one table. */
import { html, type Html } from '../common/html';
import {
  problemDocument,
  problemPath,
  PROBLEMS,
  PROBLEM_TYPES,
  type ProblemType,
} from '../common/problem';

const page = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Vedette</title>
        <link rel="stylesheet" href="/assets/pages.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.toString();

/** What one problem type means, with an example of the body. */
export const problemPage = (type: ProblemType, base: string): string => {
  const { title, status, meaning } = PROBLEMS[type];
  const example = JSON.stringify(problemDocument(type, base, '/v1/ontology/entities'), null, 2);
  return page(
    title,
    html`<h1>${title}</h1>
      <p>HTTP status ${status}, problem type <code>${type}</code>.</p>
      <p>${meaning}</p>
      <pre><code>${example}</code></pre>
      <p><a href="/problems">All problem types</a> · <a href="/docs">The API</a></p>`,
  );
};

/** Every problem type in one table. */
export const problemIndexPage = (): string =>
  page(
    'Problem types',
    html`<h1>Problem types</h1>
      <p>
        Every error of this service is an RFC 9457 problem. Its <code>type</code> is the address of
        one of these.
      </p>
      <table>
        <thead>
          <tr>
            <th>Status</th>
            <th>Type</th>
            <th>Title</th>
          </tr>
        </thead>
        <tbody>
          ${PROBLEM_TYPES.map(
            (type) =>
              html`<tr>
                <td>${PROBLEMS[type].status}</td>
                <td><a href="${problemPath(type)}">${type}</a></td>
                <td>${PROBLEMS[type].title}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
  );
