/**
 * A circuit breaker as a value: after a number of failures in a row it opens for a while, then lets one
 * try through; another failure opens it for longer. The caller keeps the state, in memory or stored.
 */
import { MINUTE_MS } from '../common/durations';
import { backoffMs, type Backoff } from './backoff';

export interface BreakerPolicy extends Backoff {
  /** Failures in a row that are forgiven: the next one opens. */
  readonly tolerated: number;
}

export interface BreakerState {
  /** Failures since the last success. */
  readonly failures: number;
  /** UTC milliseconds of the last of them. */
  readonly failedAt: number;
  /** UTC milliseconds until which nothing is tried; 0 when closed. */
  readonly openUntil: number;
}

export const CLOSED_BREAKER: BreakerState = { failures: 0, failedAt: 0, openUntil: 0 };

/** A failure yet to come was dated by a clock that has been set back since: nothing follows from it. */
export const isOpen = ({ failedAt, openUntil }: BreakerState, now: number): boolean =>
  now >= failedAt && now < openUntil;

/** The shipped interval of the ticks, which the pauses of a policy are made for. */
const USUAL_INTERVAL_MS = 10 * MINUTE_MS;

/** Pauses are counted in ticks: who polls more often wants to know sooner that an upstream is back. */
export const atInterval = (policy: BreakerPolicy, intervalMs: number): BreakerPolicy => {
  const share = Math.min(1, intervalMs / USUAL_INTERVAL_MS);
  return { ...policy, baseMs: policy.baseMs * share, capMs: policy.capMs * share };
};

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
  return { failures, failedAt: now, openUntil: wait > 0 ? now + wait : 0 };
};
