/** Scores of a forecast over several options. Doubles in the order of the options, and no rounding. Pure. */
import { outcomeYes, type GradedOutcome } from './brier';

/**
 * The Brier score over exclusive options: the sum of squared errors, "none of these" included, 0 to 2. What the
 * probabilities leave of 1 is that of none; beyond 1 it is 0.
 *
 * Source: G. W. Brier, Verification of forecasts expressed in terms of probability, 1950.
 */
export const brierOverOptions = (probabilities: readonly number[], outcomes: readonly GradedOutcome[]): number => {
  const none = Math.max(0, 1 - probabilities.reduce((sum, probability) => sum + probability, 0));
  const noneHappened = outcomes.includes('YES') ? 0 : 1;
  return squaredErrors(probabilities, outcomes.map(outcomeYes)) + (none - noneHappened) ** 2;
};

/**
 * The ranked probability score of a quantity: the mean squared error of the probabilities that it lies within each
 * bound, 0 to 1.
 *
 * Source: E. S. Epstein, A scoring system for probability forecasts of ranked categories, 1969.
 *
 * @param within probability of each bound @param happened 1 where the quantity lay within it, else 0
 */
export const rankedProbabilityScore = (within: readonly number[], happened: readonly number[]): number =>
  squaredErrors(within, happened) / within.length;

/** What adds up to each option, in their order. */
export const cumulated = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => (sum += value));
};

const squaredErrors = (forecast: readonly number[], happened: readonly number[]): number =>
  forecast.reduce((sum, value, at) => sum + (value - (happened[at] ?? 0)) ** 2, 0);
