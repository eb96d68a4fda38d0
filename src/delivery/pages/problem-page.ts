import { html, type Html } from '../../platform/common/html';
import { problemDocument, problemPath, PROBLEMS, PROBLEM_TYPES, type ProblemType } from '../../platform/http/problem';
import { renderPage } from './layout';
import type { Site } from './site';
import { table } from './elements';
import { withCode } from './names';

const page = (title: string, site: Site, body: Html): string =>
  renderPage({ title, section: '/problems', json: '/openapi.json', site, body });

export const problemPage = (type: ProblemType, base: string, site: Site): string => {
  const { title, status, meaning } = PROBLEMS[type];
  const example = JSON.stringify(problemDocument(type, base, '/v1/ontology/entities'), null, 2);
  return page(
    title,
    site,
    html`<h1>${title}</h1>
      <p>HTTP status ${status}, problem type <code>${type}</code>.</p>
      <p>${withCode(meaning)}</p>
      <pre tabindex="0"><code>${example}</code></pre>
      <p><a href="/problems">All errors</a> · <a href="/docs">The API</a></p>`,
  );
};

export const problemIndexPage = (site: Site): string =>
  page(
    'What each error means',
    site,
    html`<h1>What each error means</h1>
      <p class="lede">
        Every error of the API is a problem as RFC 9457 has it. Its <code>type</code> is the address of one of these.
      </p>
      ${table('Errors by status', PROBLEM_TYPES, [
        [{ figure: 'Status' }, (type) => PROBLEMS[type].status],
        [{ title: 'What happened' }, (type) => html`<a href="${problemPath(type)}">${PROBLEMS[type].title}</a>`],
        ['What it means', (type) => withCode(PROBLEMS[type].meaning)],
        [{ words: 'Type', wide: true }, (type) => html`<code>${type}</code>`],
      ])}`,
  );
