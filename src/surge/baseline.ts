/**
 * The usual rate of a cluster: items per five minutes over the trailing seven days.
 *
 * It is made from whole hours, empty ones included, and robust: hours above the 95th percentile count
 * as if they were at it, so that last week's crisis does not hide this week's. Hours in which nobody
 * watched are left out, and an hour in which some sources were down is scaled up by what they usually
 * bring: silence of a source is not silence of the world.
 */
import { HOUR_MS, MINUTE_MS } from '../platform/common/durations';

export const WINDOW_MS = 5 * MINUTE_MS;
/** Whole hours that a baseline looks back. */
export const BASELINE_HOURS = 168;

const WINDOWS_PER_HOUR = HOUR_MS / WINDOW_MS;
/** Part of the usual volume that must have been watched for an hour to count. */
const SHARE_MIN = 0.5;
/** Hours above this quantile are taken for it. */
const CAP_QUANTILE = 0.95;

export interface Baseline {
  /** Items per five minutes. */
  readonly rate: number;
  /** The same in the busy hours of the week: the 95th percentile of its hours. */
  readonly busyRate: number;
  /** Hours that were watched: its real length. */
  readonly hours: number;
}

/**
 * The baseline before an instant.
 *
 * @param tally items of the cluster by hour (hours since the Unix epoch); absent hours are empty
 * @param watched part of the usual volume that was watched, 0 to 1, by hour; absent hours were not
 * @param before UTC ms; the hour that it falls into is the first that does not count
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
