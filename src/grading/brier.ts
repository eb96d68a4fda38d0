/** Brier score of a binary forecast. Unrounded, so that Python's `(p - o) ** 2` yields the same double. */

export type GradedOutcome = 'YES' | 'NO';

export const outcomeYes = (outcome: GradedOutcome): 0 | 1 => (outcome === 'YES' ? 1 : 0);

/** @param probabilityYes 0 to 1 */
export const brierScore = (probabilityYes: number, outcome: GradedOutcome): number => {
  const difference = probabilityYes - outcomeYes(outcome);
  return difference * difference;
};
