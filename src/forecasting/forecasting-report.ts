/** Outcomes of a round of forecasting, per market and in total. Pure. */
import { HOUR_MS } from '../platform/common/durations';
import type { CoverageEntry } from '../registry/log/day-file';
import { waitingSince, type Candidate } from './selection/candidate';
import { PAST_DEADLINE } from './selection/due';

export interface ForecastingReport {
  readonly asked: number;
  readonly predicted: number;
  readonly traded: number;
  readonly skipped: number;
  readonly notScored: number;
  /** No response: not charged, retried. */
  readonly unanswered: number;
  /** Longest wait for a forecast among open eligible markets, in hours. */
  readonly longestWaitHours: number;
  /** Paper positions closed by take-profit or stop-loss. */
  readonly closedEarly: number;
  /** Why the model is disabled or paused, or null. */
  readonly offReason: string | null;
  /** Why models gave no forecast, each reason once. */
  readonly reasons: readonly string[];
}

export type Outcome =
  | { readonly kind: 'predicted'; readonly traded: boolean }
  /** Unusable response: the market rests as after a prediction. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** No response: the market keeps its position and trigger. */
  | { readonly kind: 'unanswered'; readonly reason: string };

export const notScored = ({ market }: Candidate, reason: string): CoverageEntry => ({
  exchange: market.exchange,
  ticker: market.ticker,
  status: 'not_scored',
  reason,
});

export const coverageOf = ({ market }: Candidate, outcome: Outcome): CoverageEntry => ({
  exchange: market.exchange,
  ticker: market.ticker,
  // No response, so the market was not judged.
  status: outcome.kind === 'unanswered' ? 'not_scored' : outcome.kind,
  reason: outcome.kind === 'predicted' ? null : outcome.reason,
});

export const count = (
  report: { predicted: number; traded: number; skipped: number; unanswered: number },
  outcome: Outcome,
): void => {
  if (outcome.kind !== 'predicted') report[outcome.kind] += 1;
  else {
    report.predicted += 1;
    if (outcome.traded) report.traded += 1;
  }
};

/** Of open markets before their deadline; hours, one decimal. */
export const longestWaitHours = (
  candidates: readonly Candidate[],
  notDue: readonly { readonly candidate: Candidate; readonly reason: string }[],
  now: number,
): number => {
  const past = new Set(notDue.flatMap(({ candidate, reason }) => (reason === PAST_DEADLINE ? [candidate] : [])));
  const waits = candidates
    .filter((candidate) => !past.has(candidate) && waitingSince(candidate) > 0)
    .map((candidate) => (now - waitingSince(candidate)) / HOUR_MS);
  return Math.round(Math.max(0, ...waits) * 10) / 10;
};
