/** Resolved predictions as statistics read them. */
import { daysBetween, parseMicros } from '../platform/common/utc-time';
import type { GradedOutcome } from './brier';
import type { AgedForecast } from './time-decay';

/** A settlement price this close to 0 or 1 is decisive; anything between is a split. */
export const DECISIVE_WITHIN = 0.01;

/** What a market that paid this decided, or null where it was split. */
export const decisiveOutcome = (paid: number): GradedOutcome | null => {
  if (paid <= DECISIVE_WITHIN) return 'NO';
  return paid >= 1 - DECISIVE_WITHIN ? 'YES' : null;
};

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
  /** When trading ended, as the exchange stated it then; null where it did not. */
  readonly closes_at: string | null;
}

/** Why a resolved forecast is counted apart from the others. */
export const APART = ['near_certain', 'after_close'] as const;

export type Apart = (typeof APART)[number];

/** A price this near to 0 or 1 leaves nothing to forecast: who repeats it is right without knowing anything. */
const NEAR_CERTAIN = 0.03;

/** Why a row is counted apart, or null where it is one of the others. */
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
