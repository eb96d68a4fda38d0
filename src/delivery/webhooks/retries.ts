import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/common/durations';

/** Waits before the second to tenth attempt; the first is immediate. */
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
/** Maximum random increase of a wait, so that receivers that failed together are not retried together. */
const JITTER = 0.1;

/** UTC ms, null after the last. @param attempts so far, at least 1 @param askedMs the receiver's, or null */
export const nextAttempt = (attempts: number, now: number, askedMs: number | null, random: number): number | null => {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return null;
  return Math.round(now + Math.max(wait * (1 + JITTER * random), Math.min(askedMs ?? 0, DAY_MS)));
};
