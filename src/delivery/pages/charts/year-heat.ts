import { DAY_MS } from '../../../platform/common/durations';
import { html, type Html } from '../../../platform/common/html';
import { MONTHS } from '../figures';
import { drawing, textAt, type ChartWords } from './frame';
import { dayLabel } from './scales';
import { unusualStep } from './unusual';

const CELL = 13;
const LEFT = 30;
const TOP = 16;
const USUAL_DAYS = 35;
const USUAL_DAYS_MIN = 7;
/** Minimum number of weeks; weeks before the first report are omitted. */
const WEEKS_MIN = 24;

/** @param counts one per day, oldest first, ending today @param now UTC ms */
export const yearHeat = (counts: readonly number[], now: number, words: ChartWords): Html => {
  const first = counts.findIndex((n) => n > 0);
  const today = Math.floor(now / DAY_MS);
  const dayOf = (index: number): number => today - (counts.length - 1 - index);
  const week = (day: number): number => Math.floor((day + 3) / 7);
  const firstDay = Math.max(dayOf(0), Math.min(first === -1 ? today : dayOf(first), today - 7 * (WEEKS_MIN - 1)));
  const firstWeek = week(firstDay);
  const cells = counts.flatMap((n, index): Html[] => {
    if (first === -1 || index < first) return [];
    const day = dayOf(index);
    const before = counts.slice(Math.max(first, index - USUAL_DAYS), index);
    const usual = before.length < USUAL_DAYS_MIN ? null : before.reduce((sum, one) => sum + one, 0) / before.length;
    const kind = n === 0 ? 'none' : (unusualStep(n, usual) ?? 'unknown');
    return [
      html`<rect
        class="unusual-${kind}"
        x="${LEFT + (week(day) - firstWeek) * CELL}"
        y="${TOP + ((day + 3) % 7) * CELL}"
        width="${CELL - 2}"
        height="${CELL - 2}"
        ><title>${dayLabel(day * DAY_MS)}: ${n}</title></rect
      >`,
    ];
  });
  const columns = week(today) - firstWeek + 1;
  return drawing(
    words,
    [LEFT + columns * CELL, TOP + 7 * CELL],
    html`${monthLabels(firstDay, today).map(({ day, name }) => textAt(LEFT + (week(day) - firstWeek) * CELL, 11, name))}${['Mon', 'Thu', 'Sun'].map((name, index) => textAt(LEFT - 4, TOP + index * 3 * CELL + 10, name, 'end'))}${cells}`,
    { kind: 'year-heat', natural: true },
  );
};

const monthLabels = (from: number, to: number): { day: number; name: string }[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((day) => {
    const date = new Date(day * DAY_MS);
    return date.getUTCDate() === 1 ? [{ day, name: MONTHS[date.getUTCMonth()] ?? '' }] : [];
  });
