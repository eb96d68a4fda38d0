/** When a delivery that failed is tried again: the schedule that Standard Webhooks 1.0.0 gives. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/common/durations';

/** Waits before the second, third … tenth attempt; the first is made at once. */
const WAITS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
] as const;

export const ATTEMPTS_MAX = WAITS_MS.length + 1;
/** Most that a wait grows by chance, so that receivers that were away together are not all asked together. */
const JITTER = 0.1;

/**
 * UTC ms of the next attempt, or null where there is none left.
 *
 * @param attempts made so far, 1 at least
 * @param askedMs how long the receiver asked us to stay away, or null; at most a day of it is believed
 * @param random uniform in [0, 1)
 */
export const nextAttempt = (attempts: number, now: number, askedMs: number | null, random: number): number | null => {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return null;
  return Math.round(now + Math.max(wait * (1 + JITTER * random), Math.min(askedMs ?? 0, DAY_MS)));
};
