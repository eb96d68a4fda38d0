import { html, type Html, type HtmlValue } from '../../../platform/common/html';
import { RATE_HEADER_NAMES } from '../../../platform/access/rate-limit';
import { renderPage } from '../layout';
import type { Site } from '../site';
import { joined, table } from '../elements';
import type { Operation, Parameter } from './operations';

interface ReferenceData {
  readonly operations: readonly Operation[];
  readonly base: string;
  readonly site: Site;
}

const PATH = '/docs';

export const referenceIndexPage = ({ operations, base, site }: ReferenceData): string => {
  const groups = [...new Set(operations.map(({ group }) => group))];
  return renderPage({
    title: 'API',
    section: PATH,
    json: '/openapi.json',
    site,
    body: html`<h1>The API: everything on these pages, and more, as JSON</h1>
      <p class="lede">
        Every call is a GET, needs no key, and can be opened in this browser. Times are UTC; probabilities, prices and
        scores lie between 0 and 1.
      </p>
      <p>First call: <code>curl ${base}/v1/markets?limit=5</code></p>
      ${groups.map(
        (group) =>
          html`<section>
            <h2>${group}</h2>
            <ul class="operations">
              ${operations
                .filter((operation) => operation.group === group)
                .map(
                  ({ slug, path, summary }) =>
                    html`<li><a href="${PATH}/${slug}">${summary}</a> <code>${path}</code></li>`,
                )}
            </ul>
          </section>`,
      )}
      <h2>What holds for every call</h2>
      <dl class="facts">
        <dt>Limit</dt>
        <dd>
          60 calls an hour without a key, more with <code>X-API-Key</code>. Each answer says what is left in
          ${joined(RATE_HEADER_NAMES, ', ', (name) => html`<code>${name}</code>`)}; a call beyond the limit gets 429
          with <code>Retry-After</code>.
        </dd>
        <dt>Lists</dt>
        <dd>
          Newest first, 50 rows unless <code>limit</code> says otherwise. The next page is the
          <code>rel="next"</code> address in the <code>Link</code> header.
        </dd>
        <dt>Asking again</dt>
        <dd>
          Send the <code>ETag</code> of the last answer as <code>If-None-Match</code>: an unchanged answer comes back
          empty, as 304.
        </dd>
        <dt>Errors</dt>
        <dd>Problem documents (RFC 9457). <a href="/problems">Every kind of error, explained</a>.</dd>
        <dt>Machine-readable</dt>
        <dd>
          <a href="/openapi.json">OpenAPI 3.1 (JSON)</a>,
          <a href="/llms.txt">an introduction for language models (text)</a>.
        </dd>
      </dl>`,
  });
};

export const referencePage = (operation: Operation, { base, site }: Pick<ReferenceData, 'base' | 'site'>): string => {
  const { path, summary, description, parameters, mediaTypes, members, errors } = operation;
  return renderPage({
    title: summary,
    section: PATH,
    json: '/openapi.json',
    scripts: ['reference.js'],
    site,
    body: html`<p class="crumbs"><a href="${PATH}">API</a> › ${operation.group}</p>
      <h1>${summary}</h1>
      <p><code>GET ${path}</code></p>
      ${paragraphs(description)} ${callForm(operation, base)}
      <h2>Parameters</h2>
      ${parameters.length === 0 ? html`<p>It takes none.</p>` : parameterTable(parameters)}
      <h2>Answer</h2>
      <p>${joined(mediaTypes, ', ', (type) => html`<code>${type}</code>`)}</p>
      ${
        members.length > 0 &&
        table('Members of the answer', members, [
          [
            { title: 'Member' },
            ({ name }) =>
              html`<code>${name.split('.').map((part, at) => html`${at > 0 && html`.<wbr />`}${part}`)}</code>`,
          ],
          ['Type', ({ type }) => type],
          ['Meaning', ({ description: meaning }) => inline(meaning)],
        ])
      }
      <h2>Errors</h2>
      <p>
        ${errors.join(', ')}, each as a problem document.
        <a href="/problems">Every kind of error, explained</a>.
      </p>`,
  });
};

/** Needs a script, which also unhides it; the plain link next to it always works. */
const callForm = (operation: Operation, base: string): Html => {
  const { path, parameters, listedAt } = operation;
  const address = exampleAddress(operation);
  return html`<section aria-labelledby="call">
    <h2 id="call">Call it</h2>
    <p><a href="${address}">Open ${address}</a></p>
    ${listedAt !== null && html`<p>Values come from <a href="${listedAt}">${listedAt}</a>.</p>`}
    <p><code>curl ${address.includes('?') ? `'${base}${address}'` : `${base}${address}`}</code></p>
    <form class="filters call" data-path="${path}" hidden>
      ${parameters.map(field)}
      <label>API key (optional)<input name="X-API-Key" data-key autocomplete="off" spellcheck="false" /></label>
      <div class="actions"><button class="primary" type="submit">Send</button></div>
    </form>
    <div class="answer" role="status" hidden></div>
  </section>`;
};

const field = ({ name, required, choices, example, ...parameter }: Parameter): Html =>
  html`<label
    >${name}${required && ' (needed)'}${
      choices === null
        ? html`<input
            name="${name}"
            data-in="${parameter.in}"
            value="${required ? example : ''}"
            placeholder="${example}"
            autocomplete="off"
            spellcheck="false"
          />`
        : html`<select name="${name}" data-in="${parameter.in}">
            <option value="">Any</option>
            ${choices.map((choice) => (required && choice === example ? html`<option selected>${choice}</option>` : html`<option>${choice}</option>`))}
          </select>`
    }</label
  >`;

const parameterTable = (parameters: readonly Parameter[]): Html =>
  table('Parameters', parameters, [
    [
      { title: 'Name' },
      ({ name, required }) => html`<code>${name}</code>${required && html`<br /><small>needed</small>`}`,
    ],
    [
      'Takes',
      ({ choices, takes }) =>
        choices === null ? takes : joined(choices, ', ', (choice) => html`<code>${choice}</code>`),
    ],
    ['Meaning', ({ description }) => inline(description)],
    ['Example', ({ example }) => example !== '' && html`<code>${example}</code>`],
  ]);

const exampleAddress = ({ path, parameters }: Operation): string => {
  const filled = path.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example;
    return example === undefined || example === '' ? whole : encodeURIComponent(example);
  });
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
};

const paragraphs = (text: string): HtmlValue =>
  text === '' ? '' : text.split(/\n{2,}/).map((part) => html`<p>${inline(part)}</p>`);

/** Markdown used by descriptions: `code` and **strong**. */
const inline = (text: string): HtmlValue =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    return part.startsWith('**') ? html`<strong>${part.slice(2, -2)}</strong>` : part;
  });
