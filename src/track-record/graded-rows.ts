/** Resolved predictions as statistics read them. */
import { daysBetween, parseMicros } from '../common/utc-time';
import type { GradedOutcome } from '../grading/brier';
import type { AgedForecast } from '../grading/time-decay';

/** One resolved prediction. */
export interface GradedRow {
  /** Exchange and ticker. */
  readonly market: string;
  readonly family: string | null;
  readonly probability_yes: number;
  /** Mid at the prediction, or null where there was no price. */
  readonly market_yes_price: number | null;
  readonly outcome: GradedOutcome;
  /** Timestamps. */
  readonly made_at: string;
  readonly resolved_at: string;
}

export const agedForecast = (row: GradedRow): AgedForecast => ({
  market: row.market,
  family: row.family ?? row.market,
  probabilityYes: row.probability_yes,
  baselineYes: row.market_yes_price,
  outcome: row.outcome,
  daysToResolution: Math.max(
    0,
    daysBetween(parseMicros(row.made_at) ?? 0, parseMicros(row.resolved_at) ?? 0),
  ),
});
