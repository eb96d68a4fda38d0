import { html, type Html } from '../../platform/common/html';
import type { MarketKey } from '../../markets/market-key';
import type { TradeRow } from '../../receipts/receipt';
import { ofSide } from '../../forecasting/paper-trade';
import type { AnalysisResponse } from '../../track-record/analysis.dto';
import { dumbbell } from './charts/dumbbell';
import { chartFigure } from './charts/frame';
import { intervals, type IntervalRow } from './charts/intervals';
import { reliability } from './charts/reliability';
import { timeLines } from './charts/time-lines';
import type { ConfidenceBand } from './confidence-bands';
import type { Said } from './market-pages.repository';
import { empty, folded, key, modelWord, table } from './elements';
import { count, counted, day, fixed, modelFigure, percent, range, score, signedUsd, time } from './figures';
import { tradedMarket } from './links';
import { spoken } from './names';

export interface DecidedMarket extends MarketKey {
  readonly population: string;
  readonly question: string;
  readonly resolved_at: string;
  readonly outcome: 'YES' | 'NO';
  readonly said: Said;
  readonly market: number;
}

/** Each decided market once, with its newest trade held to settlement; newest first. */
export const decidedMarkets = (rows: readonly TradeRow[]): DecidedMarket[] => {
  const known = new Map<string, DecidedMarket>();
  for (const { trade, prediction, settlement } of rows) {
    const { exchange, ticker, probability_yes: model, entry_mid: mid } = trade;
    const outcome = settlement?.status === 'settled' ? settlement.outcome : null;
    const key = `${exchange}/${ticker}`;
    if (settlement === null || outcome === null || typeof model !== 'number') continue;
    if (typeof mid !== 'number' || known.has(key) || trade.exit_reason !== 'settled') continue;
    const question = prediction?.question ?? ticker;
    known.set(key, {
      population: trade.population,
      exchange,
      ticker,
      question,
      resolved_at: settlement.resolved_at,
      outcome,
      said: { probability_yes: model, made_at: trade.opened_at },
      market: ofSide(trade.side, mid),
    });
  }
  return [...known.values()].sort((a, b) => (a.resolved_at < b.resolved_at ? 1 : -1));
};

const DECIDED_SHOWN = 6;
const DECIDED_FOLDED = 32;
const CURVE_ROWS_MAX = 60;

export const reliabilityFigure = ({ calibration, apart }: AnalysisResponse): Html => {
  const { bins, n_rows, n_markets } = calibration;
  if (bins.length === 0) return empty('No prediction has resolved yet, so nothing can be said about reliability.');
  return html`${chartFigure(
    reliability(bins, {
      title: 'Reliability diagram',
      description: `${counted(n_rows, 'resolved forecast')} of ${counted(n_markets, 'market')}: how often YES came out for each tenth of probability, with 95 % intervals.`,
    }),
    html`<strong>Given this probability, how often did YES come out?</strong> Across: what the model said. Up: the share
      of YES, with its 95 % interval. Dashed: ideal. Bars: the number of forecasts, ${count(n_rows)} of
      ${counted(n_markets, 'market')}, traded or not; each market has one vote, and markets of one event count as
      one.${calibration.reliability === null ? ' More detail once enough markets have resolved.' : html` YES came out in ${percent(calibration.base_rate)}. In Murphy’s parts: reliability ${score(calibration.reliability)} (0 is ideal), resolution ${score(calibration.resolution)} (more is better), uncertainty ${score(calibration.uncertainty)}.`}`,
    bins,
    [
      ['Probability', (bin) => range([bin.from, bin.to], percent, '')],
      ['Forecasts', (bin) => count(bin.n)],
      ['Markets', (bin) => count(bin.n_markets)],
      ['Mean', (bin) => percent(bin.mean_probability, 1)],
      ['Share of YES', (bin) => percent(bin.yes_rate, 1)],
      ['95 %', (bin) => html`${percent(bin.ci[0])} to ${percent(bin.ci[1])}`],
    ],
  )}${apartNote(apart)}`;
};

const apartNote = (apart: AnalysisResponse['apart']): Html | null => {
  const named = apart.filter(({ n_rows }) => n_rows > 0);
  if (named.length === 0) return null;
  return html`<p>
    Counted apart:
    ${named
      .map(
        ({ n_rows, n_markets, description }) =>
          `${counted(n_rows, 'forecast')} of ${counted(n_markets, 'market')} ${description.charAt(0).toLowerCase()}${description.slice(1)}`,
      )
      .join(' ')}
  </p>`;
};

const pointsOf = (curve: readonly { readonly at: string; readonly value: number }[]): { at: number; value: number }[] =>
  curve.map(({ at, value }) => ({ at: Date.parse(at), value }));

export const brierFigure = ({ brier_curves: curves, n_markets_min, comparisons }: AnalysisResponse): Html => {
  if (curves === null) {
    const markets = comparisons[0]?.n_markets ?? 0;
    return empty(`Held back until ${n_markets_min} markets have resolved: a curve over ${markets} would show luck.`);
  }
  const model = pointsOf(curves.model);
  const market = pointsOf(curves.baseline);
  const top = Math.max(0.25, ...model.map(({ value }) => value), ...market.map(({ value }) => value));
  const [lastModel, lastMarket] = [model.at(-1)?.value ?? 0, market.at(-1)?.value ?? 0];
  return chartFigure(
    timeLines(
      {
        lines: [
          { of: 'market', points: market },
          { of: 'model', points: model },
        ],
        range: [0, top],
        label: (value) => value.toFixed(2),
      },
      {
        title: 'Brier score of model and market, over time',
        description: `Running means over markets in the order in which they resolved; the last are ${lastModel.toFixed(3)} for the model and ${lastMarket.toFixed(3)} for the market.`,
      },
    ),
    html`<strong>Mean Brier score up to each day: lower is better</strong>, 0.25 is a coin. Dashed orange: model. Ink:
      market, at the price that could be had.`,
    curves.model
      .map(({ at, value }, index) => ({ at, value, market: curves.baseline[index]?.value }))
      .slice(-CURVE_ROWS_MAX),
    [
      ['Resolved', ({ at }) => day(at)],
      ['Model', ({ value }) => score(value)],
      ['Market', (point) => score(point.market)],
    ],
  );
};

/** The span of the largest drawdown, high to low, UTC ms; null without a loss. */
export const worstDrawdown = (
  points: readonly { readonly at: number; readonly value: number }[],
): { span: readonly [number, number]; lost: number } | null => {
  let worst: { span: readonly [number, number]; lost: number } | null = null;
  let high = points[0];
  for (const point of points) {
    if (high === undefined || point.value >= high.value) high = point;
    const lost = high.value - point.value;
    if (lost > (worst?.lost ?? 0)) worst = { span: [high.at, point.at], lost };
  }
  return worst;
};

export const profitFigure = ({ pnl_curve: curve, net_pnl_usd: net }: AnalysisResponse): Html => {
  // Trades closed at the same instant are summed: their order has no meaning.
  const byInstant = new Map(curve.map(({ at, value }) => [at, value]));
  const points = pointsOf([...byInstant].map(([at, value]) => ({ at, value })));
  if (points.length === 0) return empty('No paper trade has been closed yet.');
  const values = points.map(({ value }) => value);
  const fall = worstDrawdown(points);
  return chartFigure(
    timeLines(
      {
        lines: [{ of: 'model', points, steps: true }],
        range: [Math.min(0, ...values), Math.max(0, ...values, 1)],
        label: (value) => `${value < 0 ? '\u2212' : ''}$${count(Math.abs(value))}`,
        shaded: fall?.span ?? null,
      },
      {
        title: 'Profit and loss of paper trades, added up',
        description: `${counted(curve.length, 'closed trade')}, together ${net.toFixed(2)} US dollars after fees.`,
      },
    ),
    html`<strong>US dollars of paper money, after fees</strong>, at prices that could be
      had.${fall !== null && ` Shaded: the longest way down, $${count(Math.round(fall.lost))}.`}`,
    [...byInstant].slice(-CURVE_ROWS_MAX),
    [
      ['Closed', ([at]) => time(at)],
      ['Sum so far', ([, value]) => signedUsd(value)],
    ],
  );
};

export const confidenceFigure = (bands: readonly ConfidenceBand[]): Html => {
  if (bands.length === 0) return empty('No paper trade has been closed yet.');
  return chartFigure(
    intervals(
      bands.map(({ from, to, rate, interval, markets }) => ({
        name: `${from.toFixed(2)} to ${to.toFixed(2)}`,
        value: rate,
        interval,
        note: counted(markets, 'market'),
        of: 'model',
      })),
      [0, 1],
      (value) => `${Math.round(value * 100)} %`,
      {
        title: 'Hit rate by confidence',
        description: bands
          .map(({ from, to, hits, markets }) => `${from} to ${to}: ${hits} of ${counted(markets, 'market')}`)
          .join('; '),
      },
    ),
    html`<strong>Share of markets that gained money</strong>, by the confidence that the model reported, with 95 %
      intervals.`,
    bands,
    [
      ['Confidence', ({ from, to }) => `${from.toFixed(2)} to ${to.toFixed(2)}`],
      ['Gained', ({ hits }) => count(hits)],
      ['Markets', ({ markets }) => count(markets)],
      ['95 %', ({ interval }) => html`${percent(interval[0])} to ${percent(interval[1])}`],
    ],
  );
};

const CONTROL_NAMES: Readonly<Record<string, string>> = { market: 'Market' };

/** Model, market and guesses on one Brier scale: lower is better. */
export const againstFigure = ({ comparisons, controls, n_markets_min }: AnalysisResponse): Html => {
  const own = comparisons.find(({ baseline }) => baseline === 'executed_fill') ?? comparisons[0];
  if (own === undefined) return empty('Nothing has resolved yet.');
  const held = `needs ${n_markets_min}`;
  const rows: IntervalRow[] = [
    {
      name: 'Model',
      value: own.brier_model_mean,
      interval: own.brier_model_ci,
      note: own.brier_model_mean === null ? held : own.brier_model_mean.toFixed(3),
      of: 'model',
      held: own.brier_model_mean === null,
    },
    ...controls.map(({ name, brier_mean: value }): IntervalRow => ({
      name: CONTROL_NAMES[name] ?? spoken(name),
      value,
      interval: null,
      note: value === null ? held : value.toFixed(3),
      of: name === 'market' ? 'market' : 'other',
      held: value === null,
    })),
  ];
  return chartFigure(
    intervals(rows, [0, 0.5], (value) => value.toFixed(2), {
      title: 'Brier score of model, market and guesses',
      description: rows.map(({ name, note }) => `${name} ${note}`).join('; '),
    }),
    html`<strong>Mean Brier score over ${counted(own.n_markets, 'market')}: lower is better.</strong> ◆ model with its
      95 % interval, ● market, ○ guesses that know nothing of the
      news.${own.brier_model_mean === null && ` Outlines: held back until ${n_markets_min} markets have resolved.`}`,
    rows,
    [
      ['Who', ({ name }) => name],
      ['Brier score', ({ value }) => score(value)],
      ['95 %', ({ interval }) => interval !== null && range(interval, score, '')],
      [
        'Skill of the model against it',
        ({ name }) =>
          fixed(controls.find((one) => (CONTROL_NAMES[one.name] ?? spoken(one.name)) === name)?.model_skill, 3),
      ],
    ],
  );
};

export const decidedFigure = (decided: readonly DecidedMarket[]): Html => {
  if (decided.length === 0) return empty('No market with a paper trade has been decided yet.');
  const nearer = decided.filter((one) => missBy(one.said.probability_yes, one) < missBy(one.market, one)).length;
  return html`<p>
      The model stood nearer to the outcome in ${nearer} of ${counted(decided.length, 'market')}, when it last traded
      them on paper. That is a count and no measure of skill: a hair nearer counts as much as a mile.
    </p>
    ${key('● market', modelWord('◆ model'), '| outcome')} ${decidedTable(decided.slice(0, DECIDED_SHOWN))}
    ${decided.length > DECIDED_SHOWN && folded(`${Math.min(DECIDED_FOLDED, decided.length - DECIDED_SHOWN)} decided before them`, decidedTable(decided.slice(DECIDED_SHOWN, DECIDED_SHOWN + DECIDED_FOLDED)))}`;
};

const missBy = (share: number, { outcome }: DecidedMarket): number => Math.abs(share - (outcome === 'YES' ? 1 : 0));

const decidedTable = (decided: readonly DecidedMarket[]): Html =>
  table('Decided markets, the newest first', decided, [
    [
      { title: 'Question' },
      (one) => html`${tradedMarket(one)}<br /><small>${one.outcome}, ${day(one.resolved_at)}</small>`,
    ],
    [
      'From 0 to 100 %',
      ({ market, said, outcome }) =>
        dumbbell({ market, model: said.probability_yes, outcome: outcome === 'YES' ? 1 : 0 }),
    ],
    [{ figure: 'Market' }, ({ market }) => percent(market)],
    [{ figure: 'Model' }, ({ said, resolved_at: at }) => modelFigure(said, Date.parse(at), 'before')],
  ]);
