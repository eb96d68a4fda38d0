/**
 * One market, one vote. Forecasts of the same market share its outcome, so that a hundred of them are
 * no more evidence than one: losses are averaged inside a market first, then over markets.
 */
import { brierScore, type GradedOutcome } from './brier';

/** One graded forecast beside the baseline that it is held against. */
export interface GradedForecast {
  /** Identity of the market: exchange and ticker. */
  readonly market: string;
  /** Markets of one event share it; by default a market is an event of its own. */
  readonly family?: string;
  readonly probabilityYes: number;
  /** The baseline's probability of YES, or null where there was no price. */
  readonly baselineYes: number | null;
  readonly outcome: GradedOutcome;
}

/** The mean losses of one market, over those of its forecasts that have a baseline. */
export interface MarketLoss {
  readonly market: string;
  readonly family: string;
  /** Mean Brier score of the model. */
  readonly model: number;
  /** Mean Brier score of the baseline over the same forecasts. */
  readonly baseline: number;
  /** Forecasts averaged. */
  readonly count: number;
}

/** Arithmetic mean; NaN of nothing. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean losses by market, in the order in which markets first occur. */
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
