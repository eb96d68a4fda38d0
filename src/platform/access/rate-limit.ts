/**
 * Budgets of requests in fixed windows of the clock, and the headers that tell a caller where it
 * stands: `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) and the
 * `X-RateLimit-*` trio that older clients read.
 */
import type { HeaderList } from '../http/header-list';

export interface RatePolicy {
  /** Word in the headers and in metrics: anonymous, analyst, partner, pages. */
  readonly name: string;
  /** Requests a window. */
  readonly quota: number;
  readonly windowSeconds: number;
}

/** Where a subject stands after a request was counted. */
export interface RateStanding {
  readonly policy: RatePolicy;
  /** Requests in this window, the present one included. */
  readonly hits: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

export const HOUR_SECONDS = 3_600;
export const MINUTE_SECONDS = 60;

/** Number of the window that an instant falls in. */
export const windowIndex = (nowMillis: number, windowMillis: number): number => Math.floor(nowMillis / windowMillis);

/** Milliseconds until the window of an instant ends: more than 0. */
export const windowRemainder = (nowMillis: number, windowMillis: number): number =>
  windowMillis - (nowMillis % windowMillis);

export const isRefused = ({ hits, policy }: RateStanding): boolean => hits > policy.quota;

/** Header names are lower case; `x-ratelimit-reset` counts seconds from now, like `t` and `Retry-After`. */
export const rateHeaders = (standing: RateStanding): HeaderList => {
  const { policy, hits, resetSeconds } = standing;
  const remaining = String(Math.max(0, policy.quota - hits));
  const reset = String(resetSeconds);
  const headers = [
    'ratelimit-policy',
    `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
    'ratelimit',
    `"${policy.name}";r=${remaining};t=${reset}`,
    'x-ratelimit-limit',
    String(policy.quota),
    'x-ratelimit-remaining',
    remaining,
    'x-ratelimit-reset',
    reset,
  ];
  if (isRefused(standing)) headers.push('retry-after', reset);
  return headers;
};

/** Names of the headers above, for CORS and OpenAPI. */
export const RATE_HEADER_NAMES = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;
