/**
 * Linear calibration in log-odds: logit of the outcome = a + b × logit of the answer (Platt 1999; for forecasts Cox
 * 1958), fitted by penalised likelihood towards the identity a = 0, b = 1. The answers of language models are so
 * calibrated by the AIA Forecaster (arXiv 2511.07678), and by BLF (arXiv 2604.18576), whose prior is hierarchical.
 */
import type { GradedOutcome } from './brier';
import { logistic, logit } from './log-odds';

/** Votes of decided markets for YES and for NO, by the answer in whole per cent. */
export type SettledVotes = Map<number, readonly [yes: number, no: number]>;

export interface Calibration {
  readonly intercept: number;
  readonly slope: number;
}

export const IDENTITY: Calibration = { intercept: 0, slope: 1 };

/** Weight of the identity in markets, as a normal prior. */
const PENALTY = 4;
const STEPS = 25;

export const calibrate = ({ intercept, slope }: Calibration, probability: number): number =>
  logistic(intercept + slope * logit(probability));

/** One vote per market, shared among its answers, which are rounded to whole per cent. */
export const castVote = (votes: SettledVotes, probabilities: readonly number[], outcome: GradedOutcome): void => {
  const share = 1 / probabilities.length;
  for (const probability of probabilities) {
    const percent = Math.round(probability * 100);
    const [yes, no] = votes.get(percent) ?? [0, 0];
    votes.set(percent, outcome === 'YES' ? [yes + share, no] : [yes, no + share]);
  }
};

/** Newton's method in two variables; it converges because the penalised likelihood is concave. */
export const fitCalibration = (votes: SettledVotes): Calibration => {
  const rows = [...votes]
    .sort(([left], [right]) => left - right)
    .map(([percent, counted]) => ({ x: logit(percent / 100), yes: counted[0], all: counted[0] + counted[1] }));
  let { intercept, slope } = IDENTITY;
  for (let step = 0; step < STEPS; step += 1) {
    let [first, second] = [-PENALTY * intercept, -PENALTY * (slope - 1)];
    let [aa, ab, bb] = [PENALTY, 0, PENALTY];
    for (const { x, yes, all } of rows) {
      const p = logistic(intercept + slope * x);
      const weight = all * p * (1 - p);
      first += yes - all * p;
      second += (yes - all * p) * x;
      aa += weight;
      ab += weight * x;
      bb += weight * x * x;
    }
    const determinant = aa * bb - ab * ab;
    intercept += (bb * first - ab * second) / determinant;
    slope += (aa * second - ab * first) / determinant;
  }
  return { intercept, slope };
};
