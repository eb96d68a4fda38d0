import { html, type Html } from '../../../platform/common/html';
import { dot, drawing, path, textAt, type ChartWords } from './frame';
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
    ${y.ticks(4).map((at) => [path(at === 0 ? 'axis' : 'grid', `M${LEFT} ${px(y(at))}H${WIDTH - RIGHT}`), textAt(LEFT - 8, y(at) + 4, label(at), 'end')])}
    ${timeTicks(x, 4).map(({ at, label: day }) => textAt(x(at), TOP + HEIGHT + 19, day, 'middle'))}
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
  return html`${only !== undefined && placed.length > 1 && path(`${of}-line whole`, steps ? stepPath(placed) : linePath(placed))}${dots && placed.map((point) => dot(of, point.x, point.y, placed.length === 1 ? 3.5 : 1.8))}`;
};
