/**
 * One vote per market. Forecasts of one market share its outcome, so a hundred of them are not more evidence: losses
 * are averaged within a market first, then over markets.
 */
import { brierScore, type GradedOutcome } from './brier';

export interface GradedForecast {
  /** Exchange and ticker. */
  readonly market: string;
  /** Shared by markets of one event; by default each market is its own event. */
  readonly family?: string;
  readonly probabilityYes: number;
  /** The baseline's probability of YES, or null without a price. */
  readonly baselineYes: number | null;
  readonly outcome: GradedOutcome;
}

/** Mean losses of one market over forecasts with a baseline. */
export interface MarketLoss {
  readonly market: string;
  readonly family: string;
  readonly model: number;
  /** Mean Brier score of the baseline over the same forecasts. */
  readonly baseline: number;
  readonly count: number;
}

/** NaN for an empty list. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean losses by market, in order of first occurrence. */
export const marketLosses = (rows: readonly GradedForecast[]): MarketLoss[] => {
  const markets = new Map<string, { family: string; model: number[]; baseline: number[] }>();
  for (const row of rows) {
    if (row.baselineYes === null) continue;
    const market = markets.get(row.market) ?? { family: row.family ?? row.market, model: [], baseline: [] };
    market.model.push(brierScore(row.probabilityYes, row.outcome));
    market.baseline.push(brierScore(row.baselineYes, row.outcome));
    markets.set(row.market, market);
  }
  return [...markets].map(([market, { family, model, baseline }]) => ({
    market,
    family,
    model: mean(model),
    baseline: mean(baseline),
    count: model.length,
  }));
};
