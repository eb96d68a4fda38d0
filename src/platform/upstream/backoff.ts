/** With jitter, so that sources that failed together do not retry together; never shorter than the upstream asked. */
import { DAY_MS } from '../common/durations';

export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
}

/** Half of `base × 2^(attempt−1)`, capped, plus a random part of the other half. @param random uniform in [0, 1) */
export const backoffMs = (attempt: number, { baseMs, capMs }: Backoff, random: number): number => {
  const full = Math.min(capMs, baseMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full / 2 + (full / 2) * random);
};

const MAX_RETRY_AFTER_MS = DAY_MS;

/** Smaller resets are seconds from now, larger ones Unix time. */
const UNIX_TIME_MIN = 1e9;

/** `Retry-After`, else, with a 429, the Unix seconds of `x-rate-limit-reset`, all that X sends. Null if absent. */
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

/** Seconds or an HTTP date (RFC 9110, 10.2.3), at most a day, in ms. Null if absent or invalid. */
export const retryAfterMs = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
  // Requires weekday and GMT, because Date.parse accepts almost anything.
  if (!/^[A-Z][a-z]{2,8},? .*GMT$/.test(text)) return null;
  const date = Date.parse(text);
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, date - now), MAX_RETRY_AFTER_MS);
};
