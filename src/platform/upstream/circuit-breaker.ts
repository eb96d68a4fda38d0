/** Opens after several failures in a row, then allows one trial. The caller stores the state. */
import { MINUTE_MS } from '../common/durations';
import { backoffMs, type Backoff } from './backoff';

export interface BreakerPolicy extends Backoff {
  /** Tolerated failures in a row; the next one opens. */
  readonly tolerated: number;
}

export interface BreakerState {
  readonly failures: number;
  /** UTC milliseconds of the last failure. */
  readonly failedAt: number;
  /** UTC milliseconds until which it is open; 0 if closed. */
  readonly openUntil: number;
}

export const CLOSED_BREAKER: BreakerState = { failures: 0, failedAt: 0, openUntil: 0 };

/** A failure in the future was recorded before the clock was set back, and is ignored. */
export const isOpen = ({ failedAt, openUntil }: BreakerState, now: number): boolean =>
  now >= failedAt && now < openUntil;

/** The default tick interval, for which the policies' delays are chosen. */
const USUAL_INTERVAL_MS = 10 * MINUTE_MS;

/** Scales delays with the interval, so that faster polling notices recovery sooner. */
export const atInterval = (policy: BreakerPolicy, intervalMs: number): BreakerPolicy => {
  const share = Math.min(1, intervalMs / USUAL_INTERVAL_MS);
  return { ...policy, baseMs: policy.baseMs * share, capMs: policy.capMs * share };
};

/** @param random uniform in [0, 1), for jitter @param askedMs delay requested by the upstream, or null */
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
