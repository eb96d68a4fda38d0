/** Cumulative reports per minute against the usual rate and three times that; below, a lane per publisher. */
import { MINUTE_MS } from '../../../platform/common/durations';
import { html, type Html } from '../../../platform/common/html';
import { cut } from '../../../platform/common/plain-text';
import { dot, drawing, path, textAt, type ChartWords } from './frame';
import { linearScale, px, stepPath, timeScale, timeTicks, type TimeScale } from './scales';

/** Instants are UTC ms. */
interface SurgePicture {
  readonly from: number;
  readonly to: number;
  readonly window: readonly [number, number];
  /** Oldest first. */
  readonly reports: readonly number[];
  readonly usualPerMinute: number;
  /** When the alert's threshold within five minutes was reached; null if the shown reports do not include it. */
  readonly surging: number | null;
  readonly lanes: readonly SurgeLane[];
}

export interface SurgeLane {
  readonly name: string;
  /** ISO 639-1, or null if unknown. */
  readonly lang: string | null;
  readonly reports: readonly { readonly at: number; readonly copy: boolean }[];
}

const WIDTH = 880;
const LEFT = 170;
const RIGHT = 96;
const TOP = 10;
const COUNT_HEIGHT = 150;
const AXIS = 26;
const LANE = 16;
const NAME_MAX = 24;
const FACTOR = 3;

export const surgePicture = (chart: SurgePicture, words: ChartWords): Html => {
  const { from, to, reports, usualPerMinute, lanes } = chart;
  const end = WIDTH - RIGHT;
  const x = timeScale([from, to], [LEFT, end]);
  const usualAt = (at: number): number => ((at - from) / MINUTE_MS) * usualPerMinute;
  const most = Math.max(1, reports.length, FACTOR * usualAt(to));
  const y = linearScale([0, most], [TOP + COUNT_HEIGHT, TOP]);
  const lanesTop = TOP + COUNT_HEIGHT + AXIS;
  const height = lanesTop + lanes.length * LANE + 4;
  const steps = [
    { x: x(from), y: y(0) },
    ...reports.map((at, index) => ({ x: x(at), y: y(index + 1) })),
    { x: end, y: y(reports.length) },
  ];
  const straight = (factor: number): string => `M${LEFT} ${px(y(0))}L${end} ${px(y(factor * usualAt(to)))}`;
  return drawing(
    words,
    [WIDTH, height],
    html`<rect
        class="alert"
        x="${px(x(chart.window[0]))}"
        y="${TOP}"
        width="${px(Math.max(2, x(chart.window[1]) - x(chart.window[0])))}"
        height="${height - TOP - 4}"
        ><title>The fullest five minutes</title></rect
      >
      ${y
        .ticks(4)
        .filter(Number.isInteger)
        .map((at) => [path('grid', `M${LEFT} ${px(y(at))}H${end}`), textAt(LEFT - 8, y(at) + 4, at, 'end')])}
      ${timeTicks(x, 6).map(({ at, label }) => textAt(x(at), TOP + COUNT_HEIGHT + 17, label, 'middle'))}
      ${path('ideal', straight(1))}${path('ideal', straight(FACTOR))}
      ${chart.surging !== null && html`<path class="ideal" d="M${px(x(chart.surging))} ${TOP}V${height - 4}"><title>A surge from here</title></path>`}
      ${path('market-line', stepPath(steps))} ${ends(chart, end, y, usualAt(to))}
      ${lanes.map((lane, index) => laneOf(lane, lanesTop + index * LANE, x, end))}`,
    { kind: 'surge-picture' },
  );
};

const ends = ({ reports }: SurgePicture, end: number, y: (value: number) => number, usual: number): Html => {
  const lowest = y(usual) + 4;
  const threefold = Math.min(y(FACTOR * usual) + 4, lowest - 13);
  const counted = y(reports.length) + 4;
  const free = Math.abs(counted - threefold) < 13 ? threefold - 13 : counted;
  return html`${textAt(end + 6, free, `${reports.length} reports`, 'start', 'end market')}
  ${textAt(end + 6, threefold, '3 × usual')}${textAt(end + 6, lowest, 'usual')}`;
};

const laneOf = ({ name, lang, reports }: SurgeLane, top: number, x: TimeScale, end: number): Html =>
  html`${textAt(LEFT - 8, top + 12, `${cut(name, NAME_MAX)}${lang === null ? '' : `, ${lang}`}`, 'end')}
  ${path('grid', `M${LEFT} ${top + 8}H${end}`)}
  ${reports.map(({ at, copy }) => dot(copy ? 'copy' : 'market', x(at), top + 8, 3.5))}`;
