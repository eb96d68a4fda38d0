import { median } from '../platform/common/median';

const HISTORY_HOURS = 48;
export const HISTORY_DAYS = 35;
/** Hours to read: the days of the history plus one day. */
export const HISTORY_READ_HOURS = (HISTORY_DAYS + 1) * 24;

export interface TheaterHistory {
  /** Reports in each of the last 48 hours, the current hour last. */
  readonly hours: readonly number[];
  /** Reports in each of the last 35 days of 24 hours, the last 24 hours last. */
  readonly days: readonly number[];
  /** Median of the days before, or null with fewer than seven days with reports. */
  readonly usual: number | null;
}

const USUAL_DAYS_MIN = 7;

/** @param tallies each n × 1,000 + hours since the first of {@link HISTORY_READ_HOURS} hours */
export const theaterHistory = (tallies: readonly number[]): TheaterHistory => {
  const counts = new Array<number>(HISTORY_READ_HOURS).fill(0);
  for (const tally of tallies) {
    const hour = tally % 1000;
    counts[hour] = (counts[hour] ?? 0) + Math.floor(tally / 1000);
  }
  const days = Array.from({ length: HISTORY_DAYS }, (_, index) => {
    const end = HISTORY_READ_HOURS - (HISTORY_DAYS - 1 - index) * 24;
    return counts.slice(end - 24, end).reduce((sum, n) => sum + n, 0);
  });
  return { hours: counts.slice(-HISTORY_HOURS), days, usual: usualOf(days.slice(0, -1)) };
};

/** Days before the first report are excluded: counting had not started. */
const usualOf = (days: readonly number[]): number | null => {
  const first = days.findIndex((n) => n > 0);
  const counted = first === -1 ? [] : days.slice(first);
  return counted.length < USUAL_DAYS_MIN ? null : median(counted);
};
