/** Logarithmic score (Good 1952): ln of the probability of the actual outcome. At most 0; higher is better. */
import type { GradedOutcome } from './brier';

/** A certain and wrong forecast costs as much as one of a millionth, not infinity. */
const LOG_FLOOR = 1e-6;

/** @param probabilityYes 0 to 1 */
export const logScore = (probabilityYes: number, outcome: GradedOutcome): number =>
  Math.log(Math.max(LOG_FLOOR, outcome === 'YES' ? probabilityYes : 1 - probabilityYes));
