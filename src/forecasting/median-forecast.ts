/** Combines several answers to the same input into one forecast. Pure. */
import { median } from '../platform/common/median';
import { round3, type Forecast } from './forecast';

/**
 * The median of probabilities and of confidences (Halawi et al. 2024, arXiv 2402.18563, combine several answers of a
 * language model too, there by a trimmed mean); direction and reasoning are those of the answer nearest to the median
 * probability (the first of equals), so that text and number match. For an even number of answers the median is the
 * mean of the two middle ones.
 *
 * @param draws at least one
 */
export const medianForecast = (draws: readonly Forecast[]): Forecast => {
  const [first] = draws;
  if (first === undefined) throw new RangeError('No answer has no median');
  const probabilityYes = round3(median(draws.map((draw) => draw.probability_yes)));
  const distance = (draw: Forecast): number => Math.abs(draw.probability_yes - probabilityYes);
  const nearest = draws.reduce((best, draw) => (distance(draw) < distance(best) ? draw : best));
  return {
    probability_yes: probabilityYes,
    confidence: round3(median(draws.map((draw) => draw.confidence))),
    direction: nearest.direction,
    reasoning: nearest.reasoning,
  };
};
