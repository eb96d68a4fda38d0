import { html, type Html } from '../../../platform/common/html';
import { drawing, type ChartWords } from './frame';
import { linearScale, linePath, px, stepPath, timeScale, timeTicks } from './scales';

interface TimeLine {
  readonly of: 'model' | 'market';
  /** Oldest first; instants UTC ms. */
  readonly points: readonly { readonly at: number; readonly value: number }[];
  /** Draws steps between values, with a dot at each change. */
  readonly steps?: boolean;
}

interface TimeLines {
  readonly lines: readonly TimeLine[];
  readonly range: readonly [number, number];
  readonly label: (value: number) => string;
  /** Highlighted span, UTC ms. */
  readonly shaded?: readonly [number, number] | null;
}

const WIDTH = 460;
const LEFT = 76;
const RIGHT = 14;
const TOP = 10;
const HEIGHT = 190;

export const timeLines = ({ lines, range, label, shaded = null }: TimeLines, words: ChartWords): Html => {
  const instants = lines.flatMap(({ points }) => points.map(({ at }) => at));
  const first = Math.min(...instants);
  const last = Math.max(...instants, first + 1);
  const x = timeScale([first, last], [LEFT, WIDTH - RIGHT]);
  const y = linearScale(range, [TOP + HEIGHT, TOP]).nice(4);
  return drawing(
    words,
    [WIDTH, TOP + HEIGHT + 28],
    html`${shaded !== null && html`<rect class="band" x="${px(x(shaded[0]))}" y="${TOP}" width="${px(Math.max(1, x(shaded[1]) - x(shaded[0])))}" height="${HEIGHT}" />`}
    ${y.ticks(4).map((at) => html`<path class="${at === 0 ? 'axis' : 'grid'}" d="M${LEFT} ${px(y(at))}H${WIDTH - RIGHT}" /><text x="${LEFT - 8}" y="${px(y(at) + 4)}" text-anchor="end">${label(at)}</text>`)}
    ${timeTicks(x, 4).map(({ at, label: day }) => html`<text x="${px(x(at))}" y="${TOP + HEIGHT + 19}" text-anchor="middle">${day}</text>`)}
    ${lines.map((line) => lineOf(line, x, y))}`,
    { kind: 'narrow' },
  );
};

const lineOf = (
  { of, points, steps = false }: TimeLine,
  x: (at: number) => number,
  y: (value: number) => number,
): Html => {
  const placed = points.map(({ at, value }) => ({ x: x(at), y: y(value) }));
  const [only] = placed;
  const dots = steps || placed.length === 1;
  return html`${only !== undefined && placed.length > 1 && html`<path class="${of}-line whole" d="${steps ? stepPath(placed) : linePath(placed)}" />`}${dots && placed.map((point) => html`<circle class="${of}" cx="${px(point.x)}" cy="${px(point.y)}" r="${placed.length === 1 ? 3.5 : 1.8}" />`)}`;
};
