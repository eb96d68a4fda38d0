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
