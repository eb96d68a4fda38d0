import { DAY_MS } from '../../../platform/common/durations';
import { html, type Html } from '../../../platform/common/html';
import { cut } from '../../../platform/common/plain-text';
import { dot, drawing, textAt, path, type ChartWords } from './frame';
import { px, timeScale, timeTicks } from './scales';

export interface DueMark {
  /** UTC ms. */
  readonly at: number;
  readonly title: string;
  readonly kind: 'closes' | 'event' | 'unsure event';
  readonly path: string | null;
}

export const DUE_DAYS = 45;

const WIDTH = 1180;
const ROW = 18;
const ROWS_MAX = 9;
const TITLE_MAX = 42;
const LETTER_WIDTH = 5.9;

/** Marks without a free row for the label are omitted; the table below lists all. */
export const dueLine = (marks: readonly DueMark[], now: number, words: ChartWords): Html => {
  const x = timeScale([now, now + DUE_DAYS * DAY_MS], [4, WIDTH - 4]);
  const ends: number[] = [];
  const drawn = [...marks]
    .sort((a, b) => a.at - b.at || (a.title < b.title ? -1 : 1))
    .flatMap((mark): Html[] => {
      const title = cut(mark.title, TITLE_MAX);
      const long = title.length * LETTER_WIDTH + 12;
      const at = x(mark.at);
      const left = at + long > WIDTH ? at - long : at;
      const free = ends.findIndex((end) => end <= left);
      const row = free === -1 ? ends.length : free;
      if (row >= ROWS_MAX) return [];
      ends[row] = left + long + 8;
      return [markOf({ ...mark, title }, at, row * ROW + 9, left < at)];
    });
  const bottom = Math.max(1, ends.length) * ROW + 4;
  return drawing(
    words,
    [WIDTH, bottom + 18],
    html`${timeTicks(x, 7).map(({ at, label }) => [path('grid', `M${px(x(at))} 0V${bottom}`), textAt(x(at), bottom + 14, label, 'middle')])}${drawn}`,
    { kind: 'due-line', linked: true },
  );
};

const markOf = ({ kind, title, path: href }: DueMark, x: number, y: number, before: boolean): Html => {
  const shape = kind === 'closes' ? dot('closes', x, y, 3.5) : path(kind, `M${px(x)} ${y - 5}v10`);
  const words = before ? textAt(x - 7, y + 4, title, 'end') : textAt(x + 7, y + 4, title);
  return href === null ? html`${shape}${words}` : html`<a href="${href}">${shape}${words}</a>`;
};
