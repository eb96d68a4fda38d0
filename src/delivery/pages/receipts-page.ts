import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { ReceiptSummaryResponse } from '../../receipts/receipts.dto';
import type { Standing } from '../../track-record/analysis';
import type { AnalysisResponse } from '../../track-record/analysis.dto';
import type { TrackRecordResponse } from '../../track-record/track-record.dto';
import type { ConfidenceBand } from './confidence-bands';
import { funnelBar } from './charts/funnel';
import { renderPage } from './layout';
import { standingWords } from './standing';
import type { Site } from './site';
import { addressOf } from './page-query';
import { comparisonTables } from './comparison-tables';
import {
  againstFigure,
  brierFigure,
  confidenceFigure,
  decidedFigure,
  profitFigure,
  reliabilityFigure,
  type DecidedMarket,
} from './track-record-figures';
import { empty, modelWord, section, sums, table } from './elements';
import { count, counted, none, percent, saidAt, score, signedUsd, sum } from './figures';
import { nextLink, provenance, tradedMarket } from './links';
import { spoken } from './names';

interface ReceiptsPageData {
  readonly site: Site;
  readonly summary: TrackRecordResponse;
  readonly analysis: AnalysisResponse;
  readonly standing: Standing;
  /** Population of the summary; the analysis may have another. */
  readonly primary: string;
  readonly confidence: readonly ConfidenceBand[];
  readonly decided: readonly DecidedMarket[];
  /** Recent average of decided markets per day. */
  readonly pace: number;
  readonly receipts: readonly ReceiptSummaryResponse[];
  readonly chosen: Readonly<Record<'status' | 'exchange' | 'population', string | undefined>>;
  readonly next: string | null;
}

const PATH = '/receipts';
const SUMMARY = '/api/track-record.json';
const ANALYSIS = '/api/track-record/analysis.json';

export const receiptsPage = (data: ReceiptsPageData): string => {
  const { summary, analysis, site } = data;
  return renderPage({
    title: 'Track record',
    description: `${standingWords(data.standing)}. Every forecast is recorded before its outcome; trades are on paper.`,
    path: PATH,
    section: PATH,
    json: SUMMARY,
    site,
    body: html`<h1>${standingWords(data.standing)}</h1>
      ${progress(data)}
      <p class="notice">
        ${summary.honesty.claims_demonstrated_edge ? '' : html`<strong>No demonstrated edge is claimed.</strong> `}${statementWords(summary.honesty.statement)}
      </p>
      ${figures(summary, analysis)} ${provenance('brier', SUMMARY)}
      <h2 id="counted">Which forecasts are counted</h2>
      ${populations(analysis, data.primary)} ${counting(data)}
      <div class="columns">
        <section class="tall">
          <h2 id="reliability">Reliability</h2>
          ${reliabilityFigure(analysis)}${provenance('reliability', ANALYSIS)}
        </section>
        ${section('compared', 'Compared with what', [
          againstFigure(analysis),
          comparisonTables(analysis),
          html`<p>
            <a href="/leaderboard">Models side by side</a>: other models and plain guesses, given the same questions.
          </p>`,
          provenance('brier', ANALYSIS),
        ])}
        ${section('profit', 'Profit and loss', [profitFigure(analysis), provenance('hit-rate', ANALYSIS)])}
        ${section('over-time', 'Brier score over time', [brierFigure(analysis), provenance('brier', ANALYSIS)])}
        ${section('by-confidence', 'Hit rate by confidence', [confidenceFigure(data.confidence), provenance('hit-rate', '/api/receipts')])}
      </div>
      ${section('decided', 'Markets that are decided', [decidedFigure(data.decided), provenance('brier', '/api/receipts?status=closed')])}
      <h2 id="trades">Every paper trade</h2>
      ${trades(data)} ${provenance('receipts', addressOf('/api/receipts', data.chosen))}`,
  });
};

const progress = ({ summary: { track_record: record }, analysis, pace }: ReceiptsPageData): Html | false => {
  if (!record.brier_skill_underpowered) return false;
  const missing = analysis.n_markets_min - record.n_distinct_resolved;
  return html`<p class="progress">
    <progress
      max="${analysis.n_markets_min}"
      value="${record.n_distinct_resolved}"
      aria-label="Traded markets resolved, of those needed"
    ></progress>
    <span
      >${counted(missing, 'traded market')} to
      go${pace > 0 && `, about ${counted(Math.ceil(missing / pace), 'day')} at the pace of the last month`}</span
    >
  </p>`;
};

/** Count, label, number that continues to the next row, and text on the rest. */
type CountedRow = readonly [number, HtmlValue, number, HtmlValue];

const tradesCounted = (
  record: TrackRecordResponse['track_record'],
  analysis: AnalysisResponse,
): readonly CountedRow[] => [
  [
    record.total_trades,
    'led to a trade on paper',
    record.total_graded,
    `${count(record.total_graded)} are graded; not graded: ${notGraded(analysis.exclusions)}`,
  ],
  [
    record.total_graded,
    'graded trades',
    record.n_distinct_resolved,
    `of ${counted(record.n_distinct_resolved, 'market')}, each with one vote: skill and Brier score rest on these`,
  ],
];

const counting = ({ summary: { track_record: record }, analysis, primary }: ReceiptsPageData): Html | false => {
  const own = analysis.populations.find(({ population }) => population === analysis.population);
  if (own === undefined) return false;
  const { calibration } = analysis;
  const apart = sum(analysis.apart.map(({ n_rows: rows }) => rows));
  const rows: readonly CountedRow[] = [
    [
      own.n_registered,
      'forecasts recorded',
      own.n_resolved,
      `${count(own.n_resolved)} have an outcome, ${count(own.n_open)} are open, ${count(own.n_void)} void`,
    ],
    [
      own.n_resolved,
      html`forecasts with an outcome`,
      calibration.n_rows,
      html`${count(calibration.n_rows)} of ${counted(calibration.n_markets, 'market')} stand in
        <a href="#reliability">reliability</a> and beside
        <a href="/leaderboard">other models</a>${apart > 0 && `, ${count(apart)} are counted apart`}`,
    ],
    ...(analysis.population === primary ? tradesCounted(record, analysis) : []),
  ];
  return html`${table('From forecasts to what is counted', rows, [
      [{ figure: 'Number' }, ([whole]) => html`<strong>${count(whole)}</strong>`],
      [{ title: 'Of what' }, ([, what]) => what],
      [{ words: 'Part that goes on', wide: true }, ([whole, , goesOn]) => funnelBar(goesOn, whole, own.n_registered)],
      ['What became of them', ([, , , rest]) => rest],
    ])}
    <p>Forecasts of one market, and trades in it, are not independent: they count as one market.</p>`;
};

const figures = ({ track_record: record }: TrackRecordResponse, analysis: AnalysisResponse): Html => {
  const withheld = html`<small>held back until ${analysis.n_markets_min} traded markets have resolved</small>`;
  return sums([
    [
      'Traded markets resolved',
      html`${count(record.n_distinct_resolved)}<small>of ${count(record.n_distinct_markets)} traded</small>`,
    ],
    [
      'Skill against the price paid',
      record.brier_skill_score_vs_market === null
        ? html`${none('held back')}${withheld}`
        : score(record.brier_skill_score_vs_market),
    ],
    [
      'Brier, model',
      record.brier_model_mean === null
        ? html`${none('held back')}${withheld}`
        : html`${score(record.brier_model_mean)}<small>market ${score(record.brier_market_baseline_mean)}</small>`,
    ],
    [
      'Hit rate',
      html`${percent(record.hit_rate)}<small
          >${percent(record.hit_rate_ci[0])} to ${percent(record.hit_rate_ci[1])} with 95 %
          confidence${record.hit_rate_underpowered && ', too few markets'}</small
        >`,
    ],
    [
      'Profit, on paper',
      html`${signedUsd(analysis.net_pnl_usd)}<small
          >${counted(record.total_trades, 'trade')} in ${record.lookback_days} days</small
        >`,
    ],
  ]);
};

/** The published statement in simpler terms. */
const statementWords = (statement: string): string =>
  statement
    // Already in the banner and the first sentence.
    .replace('SYNTHETIC: this is the demo; every market, forecast and price in it is invented. ', '')
    .replace('Degraded: the data is synthetic.', '')
    .replace(/No edge over the market is demonstrated: (.)/, (_, first: string) => first.toUpperCase())
    .replace('registered predictions', 'recorded forecasts')
    .replaceAll('distinct markets', 'markets')
    .replaceAll('Degraded: ', 'What is amiss: ');

/** `own` → `this deployment`; others by their import label. */
const populationName = (name: string): string =>
  name === 'own' ? 'this deployment' : name.replace(/^import:/, 'imported: ');

/** `29 open, 3 stop loss`; reasons with a count of 0 are omitted. */
const notGraded = (exclusions: AnalysisResponse['exclusions']): string => {
  const some = (Object.entries(exclusions) as [string, number][]).filter(([, n]) => n > 0);
  return some.length === 0
    ? 'none'
    : some.map(([reason, n]) => `${count(n)} ${spoken(reason).toLowerCase()}`).join(', ');
};

const populations = ({ populations: rows, population }: AnalysisResponse, primary: string): Html | false => {
  if (rows.length === 0) return empty('No forecast was made or imported yet.');
  if (rows.length === 1 && population === 'own') return false;
  return html`<p>
      Forecasts of different origin are never pooled: what follows is of
      <strong>${populationName(population)}</strong
      >${population !== primary && `, the headline and its figures of ${populationName(primary)}`}.
      ${population !== 'own' && 'Nothing proves when imported forecasts were made.'}
    </p>
    ${table('Populations', rows, [
      ['Population', (row) => populationName(row.population)],
      [{ figure: 'Recorded' }, (row) => count(row.n_registered)],
      [{ figure: 'Resolved' }, (row) => count(row.n_resolved)],
      [{ figure: 'Open' }, (row) => count(row.n_open)],
      [{ figure: 'Void' }, (row) => count(row.n_void)],
      [{ figure: 'Rows of the dataset' }, (row) => count(row.n_records)],
      [{ figure: 'Lines refused' }, (row) => count(row.n_refused)],
    ])}`;
};

const trades = ({ receipts, chosen, next }: ReceiptsPageData): Html => {
  const link = (words: string, status: string | undefined): Html =>
    chosen.status === status
      ? html`<strong>${words}</strong>`
      : html`<a href="${`${addressOf(PATH, { ...chosen, status })}#trades`}">${words}</a>`;
  return html`<p class="actions">${link('All', undefined)} ${link('Open', 'open')} ${link('Closed', 'closed')}</p>
    ${
      receipts.length === 0
        ? empty(
            'No paper trade passes here. One is made when confidence is at least 0.74 and the model differs enough from the price at which it could buy.',
          )
        : table('Paper trades', receipts, [
            ['Opened', (one) => saidAt(one.opened_at)],
            [
              { title: 'Question' },
              (one) =>
                html`${tradedMarket(one)}${one.population !== 'own' && html` <small>${populationName(one.population)}</small>`}`,
            ],
            [
              'Bought',
              (one) => html`<span class="number">${one.side} at ${Math.round(one.entry_price * 100)} ¢</span>`,
            ],
            [
              { figure: 'Model gave it' },
              ({ probability_yes: yes, side }) => modelWord(percent(yes === null || side === 'YES' ? yes : 1 - yes)),
            ],
            [
              { words: 'End', wide: true },
              ({ exit_reason: reason }) => (reason === null ? 'open' : spoken(reason).toLowerCase()),
            ],
            [{ figure: 'Gain' }, ({ net_pnl: net }) => (net === null ? none('still open') : signedUsd(net))],
            [
              'Receipt',
              ({ trade_id: id }) =>
                html`<a href="/receipts/${encodeURIComponent(id)}">receipt<span class="unseen"> ${id}</span></a>`,
            ],
          ])
    }${next !== null && nextLink(`${addressOf(PATH, { ...chosen, cursor: next })}#trades`, 'Older trades')}`;
};
