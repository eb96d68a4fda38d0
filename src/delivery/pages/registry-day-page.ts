import { html, type Html } from '../../platform/common/html';
import type { CoverageEntry, DayFile } from '../../registry/log/day-file';
import type { CoverageStatus, RecordKind } from '../../registry/log/kinds';
import { dayFilePath } from '../../registry/registry-path';
import { funnelBar } from './charts/funnel';
import { renderPage } from './layout';
import type { Site } from './site';
import { empty, section, table } from './elements';
import { count, counted, day } from './figures';
import { marketLink, seeAlso } from './links';

interface RegistryDayPageData {
  readonly site: Site;
  readonly file: DayFile;
  readonly questions: readonly { readonly exchange: string; readonly ticker: string; readonly question: string }[];
}

/** Limits the size of the page; the day's file has all rows. */
const COVERAGE_SHOWN = 150;

const BECAME: Readonly<Record<CoverageStatus, string>> = {
  predicted: 'forecast',
  abandoned: 'asked in vain',
  skipped: 'skipped',
  not_scored: 'not asked',
};

export const registryDayPage = (data: RegistryDayPageData): string => {
  const { site, file } = data;
  const { date, records, coverage = [] } = file;
  const forecast = coverage.filter(({ status }) => status === 'predicted').length;
  const title =
    coverage.length === 0
      ? `${counted(records.length, 'entry', 'entries')} on ${day(date)}`
      : `${count(forecast)} of ${counted(coverage.length, 'market')} ${forecast === 1 ? 'was' : 'were'} forecast on ${day(date)}`;
  const path = dayFilePath(date);
  return renderPage({
    title,
    description: `What was recorded in the log of forecasts on ${day(date)}, and what became of every market tracked.`,
    path: `/registry/${date}`,
    section: '/receipts',
    json: path,
    site,
    body: html`<p class="crumbs">
        <a href="/receipts">Track record</a> › <a href="/registry">The log of forecasts</a> › ${day(date)}
      </p>
      <h1>${title}</h1>
      <p class="lede">
        ${counted(records.length, 'entry', 'entries')} in the log.
        ${file.sealed ? 'Why the other markets were not forecast was sealed with the day, so that no forecast can be left out afterwards.' : 'This day is open: it is sealed after midnight (UTC), with a word on every market.'}
      </p>
      ${section('markets', 'Status of every market', coverage.length === 0 ? empty(file.sealed ? 'No market was tracked on this day.' : 'This is said once the day is sealed.') : became(data, coverage))}
      ${section('entries', 'Entries by kind', records.length === 0 ? empty('Nothing was recorded on this day.') : kinds(file))}
      ${seeAlso([path, 'the day’s file (JSON)'], ['/about#receipts', 'How it is made'], ['/verify', 'check an entry'])}`,
  });
};

/** Omitted markets come first, because sceptical readers look for them. */
const ORDER: readonly CoverageStatus[] = ['abandoned', 'skipped', 'not_scored', 'predicted'];

const became = ({ questions }: RegistryDayPageData, coverage: readonly CoverageEntry[]): Html => {
  const asked = new Map(questions.map((one) => [`${one.exchange} ${one.ticker}`, one.question]));
  const rows = coverage.toSorted(
    (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || ((a.reason ?? '') < (b.reason ?? '') ? -1 : 1),
  );
  return html`${summary(rows)}
    <h3>Each market</h3>
    ${table('Markets tracked on this day', rows.slice(0, COVERAGE_SHOWN), [
      [
        { title: 'Market' },
        (row) => {
          const question = asked.get(`${row.exchange} ${row.ticker}`);
          return question === undefined ? html`<code>${row.ticker}</code>` : marketLink(row, question);
        },
      ],
      ['Became', ({ status }) => BECAME[status]],
      ['Why', ({ reason }) => whyOf(reason)],
    ])}${rows.length > COVERAGE_SHOWN && html`<p>${counted(rows.length - COVERAGE_SHOWN, 'more market')} in the day’s file.</p>`}`;
};

/** Number of markets by reason, in the order of the rows. */
const summary = (rows: readonly CoverageEntry[]): Html => {
  const counts = new Map<string, number>();
  for (const { status, reason } of rows) {
    const words = `${BECAME[status]}${reason === null ? '' : `: ${whyOf(reason)}`}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return table(
    'How many markets became what, and why',
    [...counts],
    [
      [{ title: 'Became' }, ([words]) => words],
      [{ figure: 'Markets' }, ([, n]) => count(n)],
      [{ words: 'Share', wide: true }, ([, n]) => funnelBar(n, n, rows.length)],
    ],
  );
};

const whyOf = (reason: string | null): string =>
  (reason ?? '').replace(
    /^confluence ([\d.]+) below ([\d.]+)$/,
    'too few kinds of source spoke of it (score $1, asked from $2)',
  );

const KINDS: Readonly<Record<RecordKind, string>> = {
  policy: 'rules of the record',
  plan: 'plan of the day: which markets are asked about, and when',
  intent: 'intention to ask, before the answer is known',
  bundle: 'forecast, with all that the model was shown',
  shadow: 'answer of a model beside it',
  trade: 'trade on paper',
  exit: 'way out of a trade on paper',
  settlement: 'outcome of a market',
  correction: 'correction',
  seal: 'seal of a day',
  withdrawal: 'text withdrawn on a demand in law',
  key: 'another key of the log',
  receipt: 'receipt',
};

const kinds = ({ records }: DayFile): Html => {
  const counts = new Map<RecordKind, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return table(
    'Entries of this day by kind',
    [...counts].sort(([, a], [, b]) => b - a),
    [
      ['Entry', ([kind]) => KINDS[kind]],
      [{ figure: 'Number' }, ([, number]) => count(number)],
    ],
  );
};
