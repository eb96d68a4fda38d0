/** What became of each market in one round of forecasting, and the round in figures. Pure. */
import { HOUR_MS } from '../platform/common/durations';
import type { CoverageRow } from './forecasting.repository';
import { waitingSince, type Candidate } from './selection/candidate';
import { PAST_DEADLINE } from './selection/due';

export interface ForecastingReport {
  readonly asked: number;
  readonly predicted: number;
  readonly traded: number;
  readonly skipped: number;
  readonly notScored: number;
  /** Nobody answered: not charged, asked again. */
  readonly unanswered: number;
  /** Longest time, hours, for which an open market that may be asked has waited for an answer. */
  readonly longestWaitHours: number;
  /** Paper positions closed at their take-profit or stop. */
  readonly closedEarly: number;
  /** Why the model is off or left alone, or null. */
  readonly offReason: string | null;
}

export type Outcome =
  | { readonly kind: 'predicted'; readonly traded: boolean }
  /** It answered, and nothing usable: the market rests as after a prediction. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** Nobody answered: the market keeps its place, and whatever asked for it stands. */
  | { readonly kind: 'unanswered'; readonly reason: string };

export const notScored = ({ market }: Candidate, reason: string): CoverageRow => ({
  exchange: market.exchange,
  ticker: market.ticker,
  status: 'not_scored',
  reason,
});

export const coverageOf = ({ market }: Candidate, outcome: Outcome): CoverageRow => ({
  exchange: market.exchange,
  ticker: market.ticker,
  // Nobody answered: what the market is worth was not judged.
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

/** Of the open markets whose deadline is ahead; hours, one decimal. */
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
