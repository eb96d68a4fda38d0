/**
 * A circuit breaker as a value: after a number of failures in a row it opens for a while, then lets one
 * try through; another failure opens it for longer. The caller keeps the state, in memory or stored.
 */
import { backoffMs, type Backoff } from './backoff';

export interface BreakerPolicy extends Backoff {
  /** Failures in a row that are forgiven: the next one opens. */
  readonly tolerated: number;
}

export interface BreakerState {
  /** Failures since the last success. */
  readonly failures: number;
  /** UTC milliseconds until which nothing is tried; 0 when closed. */
  readonly openUntil: number;
}

export const CLOSED_BREAKER: BreakerState = { failures: 0, openUntil: 0 };

export const isOpen = (state: BreakerState, now: number): boolean => now < state.openUntil;

/**
 * The state after one more failure.
 *
 * @param random uniform in [0, 1), for jitter
 * @param askedMs how long the upstream itself asked to be left alone, or null
 */
export const afterFailure = (
  state: BreakerState,
  policy: BreakerPolicy,
  now: number,
  random: number,
  askedMs: number | null = null,
): BreakerState => {
  const failures = state.failures + 1;
  const excess = failures - policy.tolerated;
  const pause = excess > 0 ? backoffMs(excess, policy, random) : 0;
  const wait = Math.max(pause, askedMs ?? 0);
  return { failures, openUntil: wait > 0 ? now + wait : 0 };
};
