import { html, type Html } from '../../../platform/common/html';
import { drawing, type ChartWords } from './frame';
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

/** @param label formats a value of the scale */
export const intervals = (
  rows: readonly IntervalRow[],
  range: readonly [number, number],
  label: (value: number) => string,
  words: ChartWords,
): Html => {
  const left = Math.max(LEFT_MIN, ...rows.map(({ name }) => name.length * LETTER + 14));
  const x = linearScale(range, [left, WIDTH - RIGHT]);
  const bottom = rows.length * ROW;
  return drawing(
    words,
    [WIDTH, bottom + BOTTOM],
    html`${x.ticks(3).map((at) => html`<path class="grid" d="M${px(x(at))} 0V${bottom}" /><text x="${px(x(at))}" y="${bottom + 17}" text-anchor="middle">${label(at)}</text>`)}
    ${rows.map((row, index) => rowOf(row, index * ROW + ROW / 2, left, x))}`,
    { kind: 'narrow' },
  );
};

const rowOf = (row: IntervalRow, y: number, left: number, x: (value: number) => number): Html => {
  const { name, value, interval, note, of, market = null, held = false } = row;
  return html`<text x="${px(left - 10)}" y="${y + 4}" text-anchor="end">${name}</text
    ><path
      class="grid"
      d="M${px(left)} ${y}H${WIDTH - RIGHT}"
    />${held && html`<rect class="held" x="${px(left + 1)}" y="${y - 6}" width="${px(WIDTH - RIGHT - left - 2)}" height="12" rx="6" />`}${interval !== null && html`<path class="${of === 'model' ? 'interval' : 'interval other'}" d="M${px(x(interval[0]))} ${y}H${px(x(interval[1]))}" />`}${market !== null && html`<circle class="market" cx="${px(x(market))}" cy="${y}" r="4" />`}${value !== null && (of === 'model' ? html`<path class="model" d="M${px(x(value))} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5z" />` : html`<circle class="${of === 'market' ? 'market' : 'copy'}" cx="${px(x(value))}" cy="${y}" r="4" />`)}<text
      x="${WIDTH - RIGHT + 10}"
      y="${y + 4}"
      >${note}</text
    >`;
};
