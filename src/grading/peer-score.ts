/**
 * The peer score of one question, as Metaculus defines it (scores FAQ, 2023): 100 times the mean difference of
 * a forecaster's logarithmic score and those of the others who answered the same. 0 is as good as the others;
 * over all who answered it adds up to 0.
 */
import { logScore } from './log-score';
import type { GradedOutcome } from './brier';

/** One score for each forecaster, in their order; null where nobody else answered. */
export const peerScores = (probabilities: readonly number[], outcome: GradedOutcome): readonly (number | null)[] => {
  const scores = probabilities.map((each) => logScore(each, outcome));
  const total = scores.reduce((sum, score) => sum + score, 0);
  const others = scores.length - 1;
  return scores.map((score) => (others < 1 ? null : 100 * (score - (total - score) / others)));
};
