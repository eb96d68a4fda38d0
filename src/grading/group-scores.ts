/** Scores of a forecast over several options. Unrounded doubles in option order. Pure. */
import { outcomeYes, type GradedOutcome } from './brier';

/**
 * The Brier score over exclusive options, 0 to 2: the sum of squared errors including "none of these", whose
 * probability is the remainder to 1, at least 0.
 *
 * Source: G. W. Brier, Verification of forecasts expressed in terms of probability, 1950.
 */
export const brierOverOptions = (probabilities: readonly number[], outcomes: readonly GradedOutcome[]): number => {
  const none = Math.max(0, 1 - probabilities.reduce((sum, probability) => sum + probability, 0));
  const noneHappened = outcomes.includes('YES') ? 0 : 1;
  return squaredErrors(probabilities, outcomes.map(outcomeYes)) + (none - noneHappened) ** 2;
};

/**
 * The ranked probability score of a quantity, 0 to 1: the mean squared error of the probabilities that it lies within
 * each bound.
 *
 * Source: E. S. Epstein, A scoring system for probability forecasts of ranked categories, 1969.
 *
 * @param within probability of each bound
 * @param happened 1 if the quantity lay within it, else 0
 */
export const rankedProbabilityScore = (within: readonly number[], happened: readonly number[]): number =>
  squaredErrors(within, happened) / within.length;

export const cumulated = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => (sum += value));
};

const squaredErrors = (forecast: readonly number[], happened: readonly number[]): number =>
  forecast.reduce((sum, value, at) => sum + (value - (happened[at] ?? 0)) ** 2, 0);
