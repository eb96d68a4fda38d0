/** Budgets in fixed windows, in the headers of draft-ietf-httpapi-ratelimit-headers and the older `X-RateLimit-*`. */
import type { HeaderList } from '../http/header-list';

export interface RatePolicy {
  /** Name in headers and metrics: anonymous, analyst, partner, pages. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

export interface RateStanding {
  readonly policy: RatePolicy;
  /** Requests in this window, including the current one. */
  readonly hits: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

export const HOUR_SECONDS = 3_600;
export const MINUTE_SECONDS = 60;

export const windowIndex = (nowMillis: number, windowMillis: number): number => Math.floor(nowMillis / windowMillis);

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

export const RATE_HEADER_NAMES = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;
