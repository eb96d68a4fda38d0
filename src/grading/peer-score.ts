/**
 * The peer score of one question as defined by Metaculus (scores FAQ, 2023): 100 times the mean difference of a
 * forecaster's logarithmic score and those of the others. 0 is average; the scores of all sum to 0.
 */
import { logScore } from './log-score';
import type { GradedOutcome } from './brier';

/** One score per forecaster, in order; null without others. */
export const peerScores = (probabilities: readonly number[], outcome: GradedOutcome): readonly (number | null)[] => {
  const scores = probabilities.map((each) => logScore(each, outcome));
  const total = scores.reduce((sum, score) => sum + score, 0);
  const others = scores.length - 1;
  return scores.map((score) => (others < 1 ? null : 100 * (score - (total - score) / others)));
};
