/**
 * Charts as SVG, made on the server: the same bytes for the same data, no script, coloured by the style
 * sheet, with a title and a description for those who hear them. Pure.
 */
import { DAY_MS, HOUR_MS } from '../common/durations';
import { html, type Html } from '../common/html';
import { dayLabel } from './charts/scales';

const WIDTH = 440;
const HEIGHT = 210;
const LEFT = 38;
const RIGHT = 20;
const TOP = 12;
const BOTTOM = 26;
const INNER_WIDTH = WIDTH - LEFT - RIGHT;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** A value that holds until the next one is drawn as steps. */
  readonly steps?: boolean;
}

export interface LineChart {
  readonly title: string;
  /** What a reader should see in it, in a sentence. */
  readonly description: string;
  readonly series: readonly Series[];
  readonly xRange: readonly [number, number];
  readonly yRange: readonly [number, number];
  readonly xTicks: readonly { readonly at: number; readonly label: string }[];
  readonly yTicks: readonly { readonly at: number; readonly label: string }[];
}

/** Lines over a common x; at most three series are told apart. */
export const lineChart = (chart: LineChart): Html => {
  const x = scale(chart.xRange, LEFT, WIDTH - RIGHT);
  const y = scale(chart.yRange, HEIGHT - BOTTOM, TOP);
  return frame(
    chart,
    html`${grid(chart, x, y)}${chart.series.map((series, index) => drawn(series, index + 1, x, y))}`,
  );
};

export interface ReliabilityMark {
  readonly meanProbability: number;
  readonly yesRate: number;
  readonly interval: readonly [number, number];
  readonly count: number;
}

/** What was said against what came true: bins with their intervals and counts, beside the ideal line. */
export const reliabilityChart = (
  marks: readonly ReliabilityMark[],
  words: Pick<LineChart, 'title' | 'description'>,
): Html => {
  const unit = [0, 1] as const;
  const x = scale(unit, LEFT, WIDTH - RIGHT);
  const y = scale(unit, HEIGHT - BOTTOM, TOP);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: `${at * 100} %` }));
  return frame(
    words,
    html`${grid({ xTicks: ticks, yTicks: ticks }, x, y)}<path
        class="ideal"
        d="M${px(x(0))} ${px(y(0))}L${px(x(1))} ${px(y(1))}"
      />${marks.map(
        ({ meanProbability, yesRate, interval, count }) =>
          html`<path
              class="interval"
              d="M${px(x(meanProbability))} ${px(y(interval[0]))}V${px(y(interval[1]))}"
            /><circle
              class="mark-1"
              cx="${px(x(meanProbability))}"
              cy="${px(y(yesRate))}"
              r="3.5"
            /><text
              x="${px(x(meanProbability) + 5)}"
              y="${px(y(yesRate) + (yesRate > 0.9 ? 12 : -4))}"
              >${count}</text
            >`,
      )}`,
  );
};

export interface IntervalMark {
  readonly label: string;
  /** Null where nothing can be said. */
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly count: number;
  /** Drawn beside the value, hollow: what it is compared with. */
  readonly other?: number | null;
}

/** A value with its interval for each of a few groups, and how many stand behind it. */
export const intervalChart = (
  marks: readonly IntervalMark[],
  yRange: readonly [number, number],
  yTicks: LineChart['yTicks'],
  words: Pick<LineChart, 'title' | 'description'>,
): Html => {
  const width = INNER_WIDTH / Math.max(1, marks.length);
  const y = scale(yRange, HEIGHT - BOTTOM, TOP);
  const within = (value: number): number => Math.min(yRange[1], Math.max(yRange[0], value));
  return frame(
    words,
    html`${yTicks.map(({ at, label }) => gridLine(y(at), label))}${marks.map(
      ({ label, value, interval, count, other }, index) => {
        const at = px(LEFT + (index + 0.5) * width);
        return html`<text x="${at}" y="${HEIGHT - 12}" text-anchor="middle">${label}</text
          ><text x="${at}" y="${HEIGHT - 1}" text-anchor="middle">n ${count}</text
          >${interval !== null && html`<path class="interval" d="M${at} ${px(y(within(interval[0])))}V${px(y(within(interval[1])))}" />`}${value !== null && html`<circle class="mark-1" cx="${at}" cy="${px(y(within(value)))}" r="3.5" />`}${other !== null && other !== undefined && html`<path class="mark-2" d="M${px(Number(at) + 6)} ${px(y(within(other)) - 3)}h6v6h-6z" />`}`;
      },
    )}`,
  );
};

/** How a series looks, for the words under a chart. */
export const legend = (name: string, index: 1 | 2 | 3): Html =>
  html`<span class="legend"
    ><svg class="chart" viewBox="0 0 24 8" aria-hidden="true">
      <path class="line-${index}" d="M0 4H24" />
    </svg>
    ${name}</span
  >`;

/** Four to six round values of a range with their labels. */
export const niceTicks = ([low, high]: readonly [number, number]): {
  at: number;
  label: string;
}[] => {
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const digits = Math.max(0, 1 - Math.floor(Math.log10(step)));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = (first + index) * step;
    return { at, label: at.toFixed(step >= 1 ? 0 : Math.min(3, digits)).replace('-', '\u2212') };
  });
};

/** Midnights, or every few of them, between two instants (UTC ms), at most six. */
export const dayTicks = ([from, to]: readonly [number, number]): {
  at: number;
  label: string;
}[] => {
  const days = (to - from) / DAY_MS;
  if (days < 1.5) return hourTicks(from, to);
  const step = Math.max(1, Math.ceil(days / 6)) * DAY_MS;
  const first = Math.ceil(from / DAY_MS) * DAY_MS;
  const ticks: { at: number; label: string }[] = [];
  for (let at = first; at <= to; at += step) ticks.push({ at, label: dayLabel(at) });
  return ticks;
};

const hourTicks = (from: number, to: number): { at: number; label: string }[] => {
  const step = Math.max(1, Math.ceil((to - from) / HOUR_MS / 5)) * HOUR_MS;
  const ticks: { at: number; label: string }[] = [];
  for (let at = Math.ceil(from / HOUR_MS) * HOUR_MS; at <= to; at += step)
    ticks.push({ at, label: iso(at).slice(11, 16) });
  return ticks;
};

const iso = (at: number): string => new Date(at).toISOString();

const scale =
  ([low, high]: readonly [number, number], from: number, to: number) =>
  (value: number): number =>
    high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from);

/** One digit is finer than a pixel, and keeps the bytes few and equal everywhere. */
const px = (value: number): string => value.toFixed(1);

const frame = (
  { title, description }: Pick<LineChart, 'title' | 'description'>,
  body: Html,
): Html =>
  html`<svg
    class="chart"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="${`${title}. ${description}`}"
  >
    <title>${title}</title>
    <desc>${description}</desc>
    ${body}
  </svg>`;

const gridLine = (y: number, label: string): Html =>
  html`<path class="grid" d="M${LEFT} ${px(y)}H${WIDTH - RIGHT}" /><text
      x="${LEFT - 5}"
      y="${px(y + 4)}"
      text-anchor="end"
      >${label}</text
    >`;

const grid = (
  { xTicks, yTicks }: Pick<LineChart, 'xTicks' | 'yTicks'>,
  x: (value: number) => number,
  y: (value: number) => number,
): Html =>
  html`${yTicks.map(({ at, label }) => gridLine(y(at), label))}${xTicks.map(
      ({ at, label }) =>
        html`<path class="axis" d="M${px(x(at))} ${HEIGHT - BOTTOM}v4" /><text
            x="${px(x(at))}"
            y="${HEIGHT - 8}"
            text-anchor="middle"
            >${label}</text
          >`,
    )}<path class="axis" d="M${LEFT} ${HEIGHT - BOTTOM}h${INNER_WIDTH}" />`;

const drawn = (
  { points, steps = false }: Series,
  index: number,
  x: (value: number) => number,
  y: (value: number) => number,
): Html | false => {
  const [first, ...rest] = points;
  if (first === undefined) return false;
  const start = `M${px(x(first.x))} ${px(y(first.y))}`;
  const path = rest.map((point) =>
    steps ? `H${px(x(point.x))}V${px(y(point.y))}` : `L${px(x(point.x))} ${px(y(point.y))}`,
  );
  return rest.length === 0
    ? html`<circle class="mark-${index}" cx="${px(x(first.x))}" cy="${px(y(first.y))}" r="3" />`
    : html`<path class="line-${index}" d="${start}${path.join('')}" />`;
};
