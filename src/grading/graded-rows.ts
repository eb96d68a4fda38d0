import { daysBetween, parseMicros } from '../platform/common/utc-time';
import type { GradedOutcome } from './brier';
import type { AgedForecast } from './time-decay';

/** A settlement price this close to 0 or 1 is decisive; anything between is a split. */
export const DECISIVE_WITHIN = 0.01;

/** The outcome of a payout; null when split. */
export const decisiveOutcome = (paid: number): GradedOutcome | null => {
  if (paid <= DECISIVE_WITHIN) return 'NO';
  return paid >= 1 - DECISIVE_WITHIN ? 'YES' : null;
};

export interface GradedRow {
  /** Exchange and ticker. */
  readonly market: string;
  readonly family: string | null;
  readonly probability_yes: number;
  /** Mid at the prediction, or null without a price. */
  readonly market_yes_price: number | null;
  readonly outcome: GradedOutcome;
  readonly made_at: string;
  readonly resolved_at: string;
  /** End of trading stated by the exchange then, or null. */
  readonly closes_at: string | null;
}

/** Why a resolved forecast is counted separately. */
export const APART = ['near_certain', 'after_close'] as const;

export type Apart = (typeof APART)[number];

/** With a price this close to 0 or 1 repeating it requires no knowledge. */
const NEAR_CERTAIN = 0.03;

/** Why a row is counted separately, or null. */
export const apartOf = ({
  market_yes_price: mid,
  made_at,
  closes_at,
}: Pick<GradedRow, 'market_yes_price' | 'made_at' | 'closes_at'>): Apart | null => {
  if (closes_at !== null && made_at >= closes_at) return 'after_close';
  const certain = mid !== null && (mid <= NEAR_CERTAIN || mid >= 1 - NEAR_CERTAIN);
  return certain ? 'near_certain' : null;
};

export const agedForecast = (row: GradedRow): AgedForecast => ({
  market: row.market,
  family: row.family ?? row.market,
  probabilityYes: row.probability_yes,
  baselineYes: row.market_yes_price,
  outcome: row.outcome,
  daysToResolution: Math.max(0, daysBetween(parseMicros(row.made_at) ?? 0, parseMicros(row.resolved_at) ?? 0)),
});
