/** What can be downloaded, how to read it, and what to beware of. Pure. */
import { html, type Html } from '../common/html';
import { fieldsOf, listOf, textOf } from '../common/foreign-json';
import { openingLines } from '../dataset/opening-lines';
import { renderPage } from './layout';
import type { Site } from './site';
import { day, empty, table } from './words';

export interface DataPageData {
  readonly site: Site;
  /** The manifest of the dataset (Croissant). */
  readonly manifest: Readonly<Record<string, unknown>>;
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

/** The files that the manifest lists. */
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

export const dataPage = ({ site, manifest }: DataPageData): string => {
  const files = filesOf(manifest, site.base);
  const published = textOf(manifest['datePublished']);
  const description = textOf(manifest['description']) ?? '';
  return renderPage({
    title: 'Data',
    description:
      'Every forecast as a row: question, input in numbers, probability, price, outcome and proof. JSON Lines, CSV and Parquet.',
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
    body: html`<h1>Every forecast, as data</h1>
      <p class="lede">
        One row for each forecast whose market has resolved: the question, what was known in
        numbers, the probability, the price, the outcome, and the proof that it came before the
        outcome.${published !== null && ` Last sealed ${day(published)}.`}
      </p>
      <h2>Download</h2>
      ${files.length === 0 ? empty('There is no row yet: the first comes when a market resolves.') : downloads(files)}
      <p>
        <a href="/dataset/schema">What each column means</a> ·
        <a href="/api/dataset/0.2.0/records.jsonl">a row for every model (0.2.0, JSON Lines)</a> ·
        <a href="${MANIFEST}">manifest (Croissant, JSON)</a> ·
        <a href="/markets.csv">open markets (CSV)</a> · <a href="/docs">everything else: the API</a>
      </p>
      <h2>Read it in one line</h2>
      ${readers(site.base)}
      <h2>Before you use it</h2>
      ${
        site.demo &&
        html`<p class="notice">
          These rows are synthetic: invented markets and forecasts of the demo.
        </p>`
      }
      <p>
        Every forecast is recorded when it is made, and none is left out: those of open markets
        become rows when their market resolves. A market that was settled between 0 and 100 %, or
        called off at a price, is a row and is left out of grading.
      </p>
      <ul>
        <li>
          Forecasts of one market are not independent: count markets, or weight each forecast by one
          over the number of its market.
        </li>
        <li>
          A model trained after an outcome may have read it. Each row has the cut-off of training
          where its maker states one; compare it with the day of the outcome.
        </li>
        <li>
          Licence: <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>. Name
          Vedette, the address of this page and the day of download.
        </li>
      </ul>`,
  });
};

const downloads = (files: readonly DataFile[]): Html =>
  table(
    'Files',
    ['File', 'Format', { figure: 'Size' }, { words: 'SHA-256', wide: true }],
    files.map(({ name, path, format, size, sha256 }) => [
      html`<a href="${path}">${name}</a>`,
      format,
      size,
      html`<code>${sha256}</code>`,
    ]),
  );

const readers = (base: string): Html => {
  return html`<dl class="facts">
    ${openingLines(base).map(
      ({ tool, code }) =>
        html`<dt>${tool}</dt>
          <dd><code>${code}</code></dd>`,
    )}
  </dl>`;
};
