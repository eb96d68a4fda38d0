/**
 * How long to wait before asking again: exponential growth with jitter, so that many sources that
 * failed together do not come back together, and never sooner than the upstream asked.
 */
import { DAY_MS } from '../common/durations';

export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * Pause before retry number `attempt` (1 for the first): half of `base × 2^(attempt−1)`, capped, plus a
 * random part of the other half ("equal jitter": never near zero, never synchronous).
 *
 * @param random uniform in [0, 1)
 */
export const backoffMs = (attempt: number, { baseMs, capMs }: Backoff, random: number): number => {
  const full = Math.min(capMs, baseMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full / 2 + (full / 2) * random);
};

const MAX_RETRY_AFTER_MS = DAY_MS;

/** Below this a reset is a number of seconds from now, above it a Unix time. */
const UNIX_TIME_MIN = 1e9;

/**
 * How long an answer asks to be left alone, ms: its `Retry-After`, else, where it refuses for too many requests,
 * the Unix seconds of `x-rate-limit-reset`, which is all that X names. Null where it names no time.
 */
export const askedMs = (status: number, header: (name: string) => unknown, now: number): number | null => {
  const text = (name: string): string | undefined => {
    const value = header(name);
    return typeof value === 'string' ? value : undefined;
  };
  const named = retryAfterMs(text('retry-after'), now);
  if (named !== null || status !== 429) return named;
  const reset = /^\d{1,12}$/.exec(text('x-rate-limit-reset')?.trim() ?? '')?.[0];
  if (reset === undefined) return null;
  const seconds = Number(reset);
  const wait = seconds < UNIX_TIME_MIN ? seconds * 1000 : seconds * 1000 - now;
  return Math.min(Math.max(0, wait), MAX_RETRY_AFTER_MS);
};

/**
 * Milliseconds of a `Retry-After` header (RFC 9110, 10.2.3): seconds or an HTTP date; at most one day.
 * Null when the header is absent or unreadable.
 */
export const retryAfterMs = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
  // Only the date form with a weekday and GMT: Date.parse alone would take almost anything.
  if (!/^[A-Z][a-z]{2,8},? .*GMT$/.test(text)) return null;
  const date = Date.parse(text);
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, date - now), MAX_RETRY_AFTER_MS);
};
