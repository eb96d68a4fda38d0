/**
 * The usual rate of a cluster: items per five minutes over the trailing seven days.
 *
 * It uses whole hours, including empty ones, and caps hours above the 95th percentile, so that last week's crisis does
 * not hide this week's. Unwatched hours are skipped, and an hour with some sources down is scaled up by their usual
 * share: a silent source does not mean no events.
 */
import { HOUR_MS, MINUTE_MS } from '../platform/common/durations';

export const WINDOW_MS = 5 * MINUTE_MS;
/** Whole hours of a baseline. */
export const BASELINE_HOURS = 168;

const WINDOWS_PER_HOUR = HOUR_MS / WINDOW_MS;
/** Minimum watched share of the usual volume for an hour to count. */
const SHARE_MIN = 0.5;
/** Hours above this quantile are capped to it. */
const CAP_QUANTILE = 0.95;

export interface Baseline {
  /** Items per five minutes. */
  readonly rate: number;
  /** The same in busy hours: the 95th percentile. */
  readonly busyRate: number;
  readonly hours: number;
}

/**
 * The baseline before an instant.
 *
 * @param tally items of the cluster by hour (hours since the Unix epoch); missing hours are empty
 * @param watched watched share of the usual volume, 0 to 1, by hour; missing hours are unwatched
 * @param before UTC ms; its hour is the first not counted
 */
export const baselineBefore = (
  tally: ReadonlyMap<number, number>,
  watched: ReadonlyMap<number, number>,
  before: number,
): Baseline => {
  const end = Math.floor(before / HOUR_MS);
  const counts: number[] = [];
  for (let hour = end - BASELINE_HOURS; hour < end; hour += 1) {
    const share = watched.get(hour) ?? 0;
    if (share >= SHARE_MIN) counts.push((tally.get(hour) ?? 0) / share);
  }
  if (counts.length === 0) return { rate: 0, busyRate: 0, hours: 0 };
  counts.sort((a, b) => a - b);
  const cap = counts[Math.ceil(counts.length * CAP_QUANTILE) - 1] ?? 0;
  const sum = counts.reduce((total, count) => total + Math.min(count, cap), 0);
  return { rate: sum / counts.length / WINDOWS_PER_HOUR, busyRate: cap / WINDOWS_PER_HOUR, hours: counts.length };
};
