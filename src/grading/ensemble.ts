/** One probability out of several: of the answers of several models, or of several answers of one. */
import { logistic, logit } from './log-odds';
import { median } from '../platform/common/median';

/** The middle answer; of an even number the mean of the two in the middle. @param probabilities at least one */
export const medianProbability = (probabilities: readonly number[]): number => {
  if (probabilities.length === 0) throw new RangeError('No answer has no median');
  return median(probabilities);
};

/**
 * The mean of the log-odds, drawn towards even odds as if one more answer had said 0.5: logistic of the sum
 * of the log-odds over n + 1. Averaging log-odds is the logarithmic opinion pool of Genest and Zidek (1986);
 * the further answer is the shrinkage of a normal mean whose prior weighs as much as one observation (Efron
 * and Morris 1977). Probabilities of 0 and 1 count as 0.001 and 0.999, the ends of what a model may answer.
 *
 * @param probabilities at least one
 */
export const shrunkLogitMean = (probabilities: readonly number[]): number => {
  if (probabilities.length === 0) throw new RangeError('No answer has no mean');
  return logistic(probabilities.reduce((sum, each) => sum + logit(each), 0) / (probabilities.length + 1));
};
