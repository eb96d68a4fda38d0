/**
 * The Brier score of one binary forecast: squared error of the probability of YES. One subtraction and
 * one multiplication of doubles and no rounding, so that `(p - o) ** 2` in Python, computed from the
 * published fields, gives the same double and prints the same text.
 */

/** What a market decided. */
export type GradedOutcome = 'YES' | 'NO';

/** 1 for YES, 0 for NO. */
export const outcomeYes = (outcome: GradedOutcome): 0 | 1 => (outcome === 'YES' ? 1 : 0);

/** @param probabilityYes 0 to 1 */
export const brierScore = (probabilityYes: number, outcome: GradedOutcome): number => {
  const difference = probabilityYes - outcomeYes(outcome);
  return difference * difference;
};
