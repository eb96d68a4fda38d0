/** The pages at the `type` addresses of problems, written from the one table. */
import { html, type Html } from '../common/html';
import {
  problemDocument,
  problemPath,
  PROBLEMS,
  PROBLEM_TYPES,
  type ProblemType,
} from '../http/problem';
import { renderPage } from '../pages/layout';
import type { Site } from '../pages/site';
import { withCode } from '../pages/words';

const page = (title: string, site: Site, body: Html): string =>
  renderPage({ title, section: '/problems', json: '/openapi.json', site, body });

/** What one problem type means, with an example of the body. */
export const problemPage = (type: ProblemType, base: string, site: Site): string => {
  const { title, status, meaning } = PROBLEMS[type];
  const example = JSON.stringify(problemDocument(type, base, '/v1/ontology/entities'), null, 2);
  return page(
    title,
    site,
    html`<h1>${title}</h1>
      <p>HTTP status ${status}, problem type <code>${type}</code>.</p>
      <p>${withCode(meaning)}</p>
      <pre><code>${example}</code></pre>
      <p><a href="/problems">All problem types</a> · <a href="/docs">The API</a></p>`,
  );
};

/** Every problem type in one table. */
export const problemIndexPage = (site: Site): string =>
  page(
    'What each error means',
    site,
    html`<h1>What each error means</h1>
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
