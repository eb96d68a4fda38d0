/**
 * Request budgets in fixed windows, and their headers: `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers), and the three `X-RateLimit-*` headers for older clients.
 */
import type { HeaderList } from '../http/header-list';

export interface RatePolicy {
  /** Name in headers and metrics: anonymous, analyst, partner, pages. */
  readonly name: string;
  /** Requests per window. */
  readonly quota: number;
  readonly windowSeconds: number;
}

/** A subject's usage after a request was counted. */
export interface RateStanding {
  readonly policy: RatePolicy;
  /** Requests in this window, including the current one. */
  readonly hits: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

export const HOUR_SECONDS = 3_600;
export const MINUTE_SECONDS = 60;

/** Number of the window that contains an instant. */
export const windowIndex = (nowMillis: number, windowMillis: number): number => Math.floor(nowMillis / windowMillis);

/** Milliseconds until the instant's window ends; positive. */
export const windowRemainder = (nowMillis: number, windowMillis: number): number =>
  windowMillis - (nowMillis % windowMillis);

export const isRefused = ({ hits, policy }: RateStanding): boolean => hits > policy.quota;

/** Header names are lower case; `x-ratelimit-reset` is seconds from now, like `t` and `Retry-After`. */
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

/** Names of the headers, for CORS and OpenAPI. */
export const RATE_HEADER_NAMES = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;
