/** Combines several probabilities, of several models or of one model's draws. */
import { logistic, logit } from './log-odds';
import { median } from '../platform/common/median';

/** @param probabilities at least one */
export const medianProbability = (probabilities: readonly number[]): number => {
  if (probabilities.length === 0) throw new RangeError('No answer has no median');
  return median(probabilities);
};

/**
 * Mean of the log-odds, shrunk towards even odds as if by one more answer of 0.5: logistic of the sum of the log-odds
 * over n + 1. Averaging log-odds is the logarithmic opinion pool of Genest and Zidek (1986); the additional answer is
 * the shrinkage of a normal mean with a prior of one observation (Efron and Morris 1977). Trials of a language model are
 * so combined by BLF (arXiv 2604.18576), whose prior follows from the data, where this one is fixed. Probabilities of 0
 * and 1 count as 0.001 and 0.999, the limits of a model's answer.
 *
 * @param probabilities at least one
 */
export const shrunkLogitMean = (probabilities: readonly number[]): number => {
  if (probabilities.length === 0) throw new RangeError('No answer has no mean');
  return logistic(probabilities.reduce((sum, each) => sum + logit(each), 0) / (probabilities.length + 1));
};
