/** The four charts of the track record, each with its words and its numbers as a table. Pure. */
import { html, type Html } from '../common/html';
import type { AnalysisDocument } from '../track-record/track-record.service';
import {
  dayTicks,
  intervalChart,
  legend,
  lineChart,
  niceTicks,
  reliabilityChart,
  type Point,
} from './charts';
import type { ConfidenceBand } from './confidence-bands';
import { count, counted, empty, fixed, percent, table } from './words';

const SHARES = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: `${at * 100} %` }));

export const reliabilityFigure = ({ calibration, apart }: AnalysisDocument): Html => {
  const { bins, n_rows, n_markets } = calibration;
  if (bins.length === 0)
    return empty('No prediction has resolved yet, so nothing can be said about reliability.');
  const chart = reliabilityChart(
    bins.map((bin) => ({
      meanProbability: bin.mean_probability,
      yesRate: bin.yes_rate,
      interval: bin.ci,
      count: bin.n_markets,
    })),
    {
      title: 'Reliability diagram',
      description: `${counted(n_rows, 'resolved prediction')} of ${counted(n_markets, 'market')}: how often YES came out for each tenth of probability, with 95 % intervals.`,
    },
  );
  return html`<figure>
    ${chart}
    <figcaption>
      <strong>Given this probability, how often did YES come out?</strong> Across: mean probability.
      Up: share of YES with its 95 % interval and the number of markets; each market has one vote,
      and the interval counts the markets of one event as one. Dashed:
      ideal.${calibration.reliability === null ? ' More detail once enough markets have resolved.' : html` Reliability ${fixed(calibration.reliability, 4)}, resolution ${fixed(calibration.resolution, 4)}, uncertainty ${fixed(calibration.uncertainty, 4)}, base rate ${percent(calibration.base_rate)}.`}
    </figcaption>
    ${apartNote(apart)}
    ${numbers(
      'Reliability',
      ['Probability', 'Predictions', 'Markets', 'Mean', 'Share of YES', '95 %'],
      bins.map((bin) => [
        html`${percent(bin.from)} to ${percent(bin.to)}`,
        count(bin.n),
        count(bin.n_markets),
        percent(bin.mean_probability, 1),
        percent(bin.yes_rate, 1),
        html`${percent(bin.ci[0])} to ${percent(bin.ci[1])}`,
      ]),
    )}
  </figure>`;
};

/** Forecasts that no figure counts: said where the figures are. */
const apartNote = (apart: AnalysisDocument['apart']): Html | null => {
  const named = apart.filter(({ n_rows }) => n_rows > 0);
  if (named.length === 0) return null;
  return html`<p>
    Counted apart:
    ${named
      .map(
        ({ n_rows, n_markets, description }) =>
          `${counted(n_rows, 'prediction')} of ${counted(n_markets, 'market')} ${description.charAt(0).toLowerCase()}${description.slice(1)}`,
      )
      .join(' ')}
  </p>`;
};

const pointsOf = (curve: readonly { readonly at: string; readonly value: number }[]): Point[] =>
  curve.map(({ at, value }) => ({ x: Date.parse(at), y: value }));

const spanOf = (points: readonly Point[]): [number, number] => [
  Math.min(...points.map(({ x }) => x)),
  Math.max(...points.map(({ x }) => x)),
];

export const brierFigure = ({
  brier_curves: curves,
  n_markets_min,
  comparisons,
}: AnalysisDocument): Html => {
  if (curves === null) {
    const markets = comparisons[0]?.n_markets ?? 0;
    return empty(
      `Held back: ${counted(markets, 'distinct market')} with a decisive settlement, ${n_markets_min} are needed. A curve over so few would show luck.`,
    );
  }
  const model = pointsOf(curves.model);
  const baseline = pointsOf(curves.baseline);
  const xRange = spanOf([...model, ...baseline]);
  const top = Math.max(0.25, ...model.map(({ y }) => y), ...baseline.map(({ y }) => y));
  return html`<figure>
    ${lineChart({
      title: 'Cumulative Brier score of model and market',
      description: `Running means over markets in the order of their resolution; the last are ${(model.at(-1)?.y ?? 0).toFixed(3)} for the model and ${(baseline.at(-1)?.y ?? 0).toFixed(3)} for the market.`,
      series: [
        { name: 'Model', points: model },
        { name: 'Market', points: baseline },
      ],
      xRange,
      yRange: [0, top],
      xTicks: dayTicks(xRange),
      yTicks: niceTicks([0, top]),
    })}
    <figcaption>
      ${legend('Model', 1)}${legend('Market (executed price)', 2)} Lower is better.
    </figcaption>
  </figure>`;
};

export const profitFigure = ({ pnl_curve: curve, net_pnl_usd: net }: AnalysisDocument): Html => {
  const points = pointsOf(curve);
  if (points.length === 0) return empty('No paper trade has been closed yet.');
  const values = points.map(({ y }) => y);
  const yRange = [Math.min(0, ...values), Math.max(0, ...values, 1)] as const;
  const xRange = spanOf(points);
  return html`<figure>
    ${lineChart({
      title: 'Cumulative profit and loss of paper trades',
      description: `${counted(points.length, 'closed trade')}, together ${net.toFixed(2)} US dollars after fees.`,
      series: [{ name: 'Profit and loss', points, steps: true }],
      xRange,
      yRange,
      xTicks: dayTicks(xRange),
      yTicks: niceTicks(yRange),
    })}
    <figcaption>
      <strong>Dollars of paper money, after fees</strong>, at prices that could be had.
    </figcaption>
  </figure>`;
};

export const confidenceFigure = (bands: readonly ConfidenceBand[]): Html => {
  if (bands.length === 0) return empty('No paper trade has been closed yet.');
  return html`<figure>
    ${intervalChart(
      bands.map(({ from, to, rate, interval, markets }) => ({
        label: `${from.toFixed(2)}–${to.toFixed(2)}`,
        value: rate,
        interval,
        count: markets,
      })),
      [0, 1],
      SHARES,
      {
        title: 'Hit rate by confidence',
        description: bands
          .map(
            ({ from, to, hits, markets }) =>
              `${from} to ${to}: ${hits} of ${counted(markets, 'market')}`,
          )
          .join('; '),
      },
    )}
    <figcaption>
      <strong>Share of markets that gained money</strong>, by the confidence that the model
      reported, with 95 % intervals; n are distinct markets.
    </figcaption>
  </figure>`;
};

const numbers = (
  caption: string,
  head: readonly string[],
  rows: Parameters<typeof table>[2],
): Html =>
  html`<details>
    <summary>Numbers</summary>
    ${table(
      caption,
      head.map((name, index) => (index === 0 ? name : { figure: name })),
      rows,
    )}
  </details>`;
