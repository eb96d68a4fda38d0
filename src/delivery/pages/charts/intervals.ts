import { html, type Html } from '../../../platform/common/html';
import { diamond, dot, drawing, textAt, path, type ChartWords } from './frame';
import { linearScale, px } from './scales';

export interface IntervalRow {
  readonly name: string;
  /** Null if withheld. */
  readonly value: number | null;
  /** 95 %, or null. */
  readonly interval: readonly [number, number] | null;
  /** At the end of the line: sample size, or why the value is withheld. */
  readonly note: string;
  readonly of: 'model' | 'market' | 'other';
  /** Drawn as an outline over the whole scale: the value is known but not published yet. */
  readonly held?: boolean;
  readonly market?: number | null;
}

const WIDTH = 460;
const LEFT_MIN = 142;
const LETTER = 8.3;
const RIGHT = 104;
const ROW = 28;
const BOTTOM = 24;

/** @param format of a value of the scale */
export const intervals = (
  rows: readonly IntervalRow[],
  range: readonly [number, number],
  format: (value: number) => string,
  words: ChartWords,
): Html => {
  const left = Math.max(LEFT_MIN, ...rows.map(({ name }) => name.length * LETTER + 14));
  const x = linearScale(range, [left, WIDTH - RIGHT]);
  const bottom = rows.length * ROW;
  return drawing(
    words,
    [WIDTH, bottom + BOTTOM],
    html`${x.ticks(3).map((at) => [path('grid', `M${px(x(at))} 0V${bottom}`), textAt(x(at), bottom + 17, format(at), 'middle')])}
    ${rows.map((row, index) => rowOf(row, index * ROW + ROW / 2, left, x))}`,
    { kind: 'narrow' },
  );
};

const rowOf = (row: IntervalRow, y: number, left: number, x: (value: number) => number): Html => {
  const { name, value, interval, note, of, market = null, held = false } = row;
  return html`${textAt(left - 10, y + 4, name, 'end')}${path('grid', `M${px(left)} ${y}H${WIDTH - RIGHT}`)}
  ${held && html`<rect class="held" x="${px(left + 1)}" y="${y - 6}" width="${px(WIDTH - RIGHT - left - 2)}" height="12" rx="6" />`}
  ${interval !== null && path(of === 'model' ? 'interval' : 'interval other', `M${px(x(interval[0]))} ${y}H${px(x(interval[1]))}`)}
  ${market !== null && dot('market', x(market), y, 4)}
  ${value !== null && (of === 'model' ? diamond('model', x(value), y, 5.5) : dot(of === 'market' ? 'market' : 'copy', x(value), y, 4))}
  ${textAt(WIDTH - RIGHT + 10, y + 4, note)}`;
};
