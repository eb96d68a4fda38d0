/**
 * The Brier score of one binary forecast: squared error of the probability of YES. Unrounded double arithmetic, so that
 * `(p - o) ** 2` in Python yields the same double from the published fields.
 */

export type GradedOutcome = 'YES' | 'NO';

export const outcomeYes = (outcome: GradedOutcome): 0 | 1 => (outcome === 'YES' ? 1 : 0);

/** @param probabilityYes 0 to 1 */
export const brierScore = (probabilityYes: number, outcome: GradedOutcome): number => {
  const difference = probabilityYes - outcomeYes(outcome);
  return difference * difference;
};
