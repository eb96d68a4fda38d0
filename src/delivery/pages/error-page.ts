import { html, type Html } from '../../platform/common/html';
import { problemPath, PROBLEMS, type ProblemException, type ProblemType } from '../../platform/http/problem';
import { formatMillis } from '../../platform/common/utc-time';
import { renderPage } from './layout';
import type { Site } from './site';
import { clockTime, counted } from './figures';
import { withCode } from './names';

interface ErrorPageParts {
  readonly path: string;
  readonly requestId: string;
  /** UTC ms. */
  readonly now: number;
  readonly site: Site;
}

const HEADINGS: Partial<Record<ProblemType, string>> = {
  'no-such-path': 'This page does not exist',
  'not-found': 'We do not have this',
  'bad-parameter': 'This address asks for something we cannot read',
  'bad-cursor': 'This link to an older page has expired',
  'rate-limited': 'Too many requests from your address',
  'internal-error': 'Something broke on our side',
  unavailable: 'We cannot answer right now',
};

const ABSENT: Readonly<Record<string, string>> = {
  markets: 'We do not track this market',
  entities: 'We do not track this place or actor',
  ontology: 'We do not track this place or actor',
  log: 'We do not have this report',
  sources: 'We do not read this source',
  alerts: 'There was no such surge',
  receipts: 'There is no such trade',
  forecasts: 'There is no such forecast',
  registry: 'The log has no such day',
};

const headingOf = ({ type }: ProblemException, path: string): string => {
  const [, kind = ''] = path.split('/');
  const absent = type === 'not-found' && Object.hasOwn(ABSENT, kind) ? ABSENT[kind] : undefined;
  return absent ?? HEADINGS[type] ?? PROBLEMS[type].title;
};

export const errorPage = (problem: ProblemException, parts: ErrorPageParts): string => {
  const { type, options } = problem;
  const heading = headingOf(problem, parts.path);
  const { detail = PROBLEMS[type].meaning, errors = [] } = options;
  return renderPage({
    title: heading,
    section: '',
    scripts: problem.status === 429 ? ['times.js'] : [],
    site: parts.site,
    body: html`<h1>${heading}</h1>
      ${problem.status === 404 ? html`<p>${options.detail !== undefined && html`${withCode(options.detail)} `}Nothing answers at <code>${parts.path}</code>.</p>` : errors.length === 0 && problem.status !== 500 && html`<p class="notice">${withCode(detail)}</p>`}
      ${
        errors.length > 0 &&
        html`<ul class="notice">
          ${errors.map(({ field, message }) => html`<li><code>${field}</code> ${message}</li>`)}
        </ul>`
      }
      ${next(problem, parts)}
      <p><a href="${problemPath(type)}">What this kind of error means</a></p>`,
  });
};

const next = ({ status, options }: ProblemException, parts: ErrorPageParts): Html => {
  if (status === 404) return search();
  if (status === 429) return waiting(options.retryAfterSeconds ?? 0, parts.now);
  if (status === 503)
    return html`<p>
      These need no database and still answer: <a href="/about">how each figure is computed</a>,
      <a href="/dataset/schema">the schema of the dataset</a>, <a href="/docs">the API</a>, and the sealed days of the
      log: <a href="/api/registry/index.json">the hash chain (JSON)</a>.
    </p>`;
  if (status >= 500)
    return html`<p>
      The cause is in our log under <code>${parts.requestId}</code>. Trying again in a minute may help.
      <a href="/">Back to the front page</a>
    </p>`;
  return html`<p><a href="${parts.path}">The same page without parameters</a></p>`;
};

const search = (): Html =>
  html`<form class="filters" method="get" action="/search" role="search" aria-label="Search for it">
      <label class="wide"
        >Search places, actors, markets and reports<input type="search" name="q" maxlength="200"
      /></label>
      <div class="actions"><button class="primary" type="submit">Search</button></div>
    </form>
    <p>
      Or begin at <a href="/">the front page</a>, <a href="/markets">the markets</a>,
      <a href="/ontology">places and actors</a> or <a href="/receipts">the track record</a>.
    </p>`;

const waiting = (seconds: number, now: number): Html =>
  html`<p>
      You can go on at ${clockTime(formatMillis(now + seconds * 1000))} UTC, in
      <span data-countdown="${seconds}"
        >${seconds < 90 ? counted(seconds, 'second') : `${Math.ceil(seconds / 60)} minutes`}</span
      >. Nothing was lost.
    </p>
    <p>
      To follow what is new without asking for whole pages, read
      <a href="/v1/ontology/alerts.atom">the alerts as Atom</a>, or send the <code>ETag</code> of the last answer as
      <code>If-None-Match</code>.
    </p>`;
