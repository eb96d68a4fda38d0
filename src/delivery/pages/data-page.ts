import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { fieldsIn, fieldsOf, listOf, numberOf, textOf } from '../../platform/common/foreign-json';
import { columnName } from '../../dataset/csv';
import type { RowSpan } from '../../dataset/dataset.repository';
import type { EvaluationRecord } from '../../dataset/evaluation-record';
import { openingLines, openingScripts } from '../../dataset/opening-lines';
import { fieldValue, recordColumns } from '../../dataset/record-fields';
import { renderPage } from './layout';
import type { Site } from './site';
import { empty, facts, folded, notice, sums, table } from './elements';
import { count, counted, day, none } from './figures';
import { withCode } from './names';

interface DataPageData {
  readonly site: Site;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly span: RowSpan;
  readonly example: EvaluationRecord | null;
}

const MANIFEST = '/api/dataset/manifest.json';

const FORMATS: Readonly<Record<string, string>> = {
  'application/jsonlines': 'JSON Lines',
  'text/csv': 'CSV',
  'application/x-parquet': 'Parquet',
};

interface DataFile {
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly size: string;
  readonly sha256: string;
}

const filesOf = (manifest: DataPageData['manifest'], base: string): DataFile[] =>
  listOf(manifest['distribution']).flatMap((one): DataFile[] => {
    const file = fieldsOf(one);
    const url = textOf(file['contentUrl']);
    const format = FORMATS[textOf(file['encodingFormat']) ?? ''];
    if (url === null || format === undefined) return [];
    const bytes = Number.parseInt(textOf(file['contentSize']) ?? '', 10);
    return [
      {
        name: textOf(file['name']) ?? format,
        path: url.startsWith(base) ? url.slice(base.length) : url,
        format,
        size: Number.isFinite(bytes) ? sizeWords(bytes) : '',
        sha256: textOf(file['sha256']) ?? '',
      },
    ];
  });

const sizeWords = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

export const dataPage = (data: DataPageData): string => {
  const { site, manifest, span } = data;
  const files = filesOf(manifest, site.base);
  const rows = countIn(manifest, 'n_records');
  const description = textOf(manifest['description']) ?? '';
  const title =
    rows === 0
      ? 'No forecast has an outcome yet'
      : `${counted(rows, 'forecast')} of ${counted(span.n_markets, 'market')}, with their outcomes`;
  return renderPage({
    title: 'Data',
    description: `${title}: question, input in numbers, probability, price, outcome and proof. JSON Lines, CSV and Parquet.`,
    path: '/data',
    section: '/data',
    json: MANIFEST,
    site,
    linkedData: {
      '@context': 'https://schema.org',
      '@type': 'Dataset',
      name: textOf(manifest['name']) ?? 'Vedette evaluation records',
      description,
      url: `${site.base}/data`,
      license: textOf(manifest['license']),
      isAccessibleForFree: true,
      distribution: files.map((file) => ({
        '@type': 'DataDownload',
        contentUrl: `${site.base}${file.path}`,
        name: file.name,
      })),
    },
    body: html`<h1>${title}</h1>
      <p class="lede">
        One row for each forecast: the question, what was known in numbers, the probability, the price, the outcome, and
        the proof that it came first.
      </p>
      ${site.demo && notice('These rows are synthetic: invented markets, and forecasts that no model made.')}
      ${glance(data, rows)}
      ${files.length === 0 ? empty('There is no row yet: the first comes when a market resolves.') : downloads(files)}
      ${terms(manifest)}
      <h2 id="read">Read it in three lines</h2>
      ${readers(site.base)} ${beware()} ${compare(data)} ${annotated(data.example)}`,
  });
};

const countIn = (manifest: DataPageData['manifest'], name: string): number =>
  numberOf(fieldsOf(manifest['counts'])[name]) ?? 0;

const glance = ({ site, manifest, span }: DataPageData, rows: number): Html => {
  const copied = rows - countIn(manifest, 'n_unanchored');
  return sums([
    [
      'Rows',
      html`${count(rows)}<small
          >of ${counted(countIn(manifest, 'n_registered'), 'forecast')} recorded; ${count(countIn(manifest, 'n_open'))}
          wait for an outcome</small
        >`,
    ],
    ['Markets', count(span.n_markets)],
    ['First forecast', span.first_at === null ? none('none yet') : day(span.first_at)],
    ['Last forecast', span.last_at === null ? none('none yet') : day(span.last_at)],
    [
      'Copied outside in time',
      html`${count(copied)}<small
          >rows in ${site.demo ? 'the demo’s invented' : 'the web'} archive before the outcome</small
        >`,
    ],
  ]);
};

const downloads = (files: readonly DataFile[]): Html =>
  table('Files', files, [
    ['File', ({ path, name }) => html`<a href="${path}">${name}</a>`],
    ['Format', ({ format }) => format],
    [{ figure: 'Size' }, ({ size }) => size],
    [{ words: 'SHA-256', wide: true }, ({ sha256 }) => html`<code>${sha256}</code>`],
  ]);

const bibtex = (manifest: DataPageData['manifest']): string => {
  const { name } = fieldsOf(manifest['creator']);
  const published = textOf(manifest['datePublished']) ?? '';
  return [
    '@misc{vedette_records,',
    `  author = {{${textOf(name) ?? 'Vedette'}}},`,
    `  title = {Vedette evaluation records},`,
    `  version = {${textOf(manifest['version']) ?? ''}},`,
    `  year = {${published.slice(0, 4)}},`,
    `  url = {${textOf(manifest['url']) ?? ''}}`,
    '}',
  ].join('\n');
};

const terms = (manifest: DataPageData['manifest']): Html => {
  const [newest] = fieldsIn(manifest['changelog']);
  return facts([
    ['Licence', html`<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>`],
    [
      'Cite as',
      html`${textOf(manifest['citeAs'])} (with the day of download, or the SHA-256)
      ${folded('BibTeX', html`<pre>${bibtex(manifest)}</pre>`)}`,
    ],
    [
      'Newest change',
      newest !== undefined &&
        html`${textOf(newest['version'])} of ${day(textOf(newest['date']) ?? '')}: ${textOf(newest['changes'])}`,
    ],
    [
      'More',
      html`<a href="/dataset/schema">what each column means</a> ·
        <a href="/api/dataset/0.2.0/records.jsonl">a row for every model (JSON Lines)</a> ·
        <a href="/api/dataset/0.2.0/groups.jsonl">a row for every group of markets (JSON Lines)</a> ·
        <a href="${MANIFEST}">manifest, Croissant (JSON)</a> ·
        <a href="/api/dataset/days.json">as it stood on earlier days (JSON)</a> ·
        <a href="/markets.csv">open markets (CSV)</a> · <a href="/docs">the API</a>`,
    ],
  ]);
};

const readers = (base: string): Html =>
  html`${openingScripts(base).map(
      ({ tool, code }) =>
        html`<h3>${tool}</h3>
          <pre tabindex="0"><code>${code}</code></pre>`,
    )}
    <p>
      Each prints the mean Brier score, with one vote for each market. It counts every row; the
      <a href="/receipts">track record</a> leaves out void markets and those without a trade.
    </p>
    ${folded('One line in other tools', facts(openingLines(base).map(({ tool, code }) => [tool, html`<code>${code}</code>`])))}`;

const beware = (): Html =>
  html`<h2 id="beware">Before you use it</h2>
    <ul>
      <li>
        <strong>Nothing is left out.</strong> Every forecast is recorded when it is made, and becomes a row when its
        market resolves.
      </li>
      <li>
        <strong>Leakage.</strong> A model trained after an outcome may have read it. Use rows that resolved after your
        model’s training ended, and test it with the question alone.
      </li>
      <li>
        <strong>Dependence.</strong> Forecasts of one market stand and fall together: give each market one vote, and
        draw whole events for intervals.
      </li>
      <li>
        <strong>Void markets.</strong> One that was settled between 0 and 100 %, or called off at a price, is a row and
        is in no score of ours.
      </li>
    </ul>`;

const compare = ({ site: { base }, example }: DataPageData): Html =>
  html`<h2 id="compare">Compare your model</h2>
    <p>With a copy of the program, on your machine: your answers are sent nowhere, and no key is needed.</p>
    <ol>
      <li>
        Take the open questions, each with the very input that our models were shown.
        <pre tabindex="0"><code>node bin/vedette.js questions --open ${base} &gt; questions.jsonl</code></pre>
      </li>
      <li>
        Write one line for each answer.
        ${example !== null && 'This one answers a decided question, so that it can be graded at once.'}
        <pre tabindex="0"><code>${template(example)}</code></pre>
        <code>replay_bundle_id</code> of a question may stand in place of <code>exchange</code> and <code>ticker</code>;
        add <code>model</code> where a file holds several.
      </li>
      <li>
        Grade them against the published rows.
        <pre tabindex="0"><code>node bin/vedette.js score answers.jsonl --rows ${base}</code></pre>
        It prints the figures of <a href="/leaderboard">the models side by side</a> for yours, and a reliability chart.
      </li>
      <li>
        To be listed there, send the file to the operator. It is imported under a name of its own, marked as unproven:
        nothing shows when it was written.
      </li>
    </ol>`;

const template = (example: EvaluationRecord | null): string =>
  JSON.stringify({
    exchange: example?.question.exchange ?? 'kalshi',
    ticker: example?.question.ticker ?? 'TICKER',
    probability_yes: 0.3,
  });

const VALUE_SHOWN = 90;

const annotated = (example: EvaluationRecord | null): Html | false =>
  example !== null &&
  html`<h2 id="row">One row, explained</h2>
    ${table('The oldest row', recordColumns(), [
      [
        { title: 'Column' },
        (field) => html`<a href="/dataset/schema#${field.path}"><code>${columnName(field)}</code></a>`,
      ],
      ['In the oldest row', (field) => valueOf(fieldValue(example, field))],
      ['Means', (field) => withNames(firstSentence(field.description))],
    ])}`;

const valueOf = (value: unknown): HtmlValue => {
  if (value === null || value === undefined) return none('null');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return html`<code>${text.length > VALUE_SHOWN ? `${text.slice(0, VALUE_SHOWN)} …` : text}</code>`;
};

const firstSentence = (text: string): string => /^.*?[.](?= [A-Z]|$)/.exec(text)?.[0] ?? text;

const withNames = (text: string): HtmlValue => withCode(text.replace(/\b[a-z]+(?:[._][a-z]+)+\b/g, '`$&`'));
