/** Answers computed with fixed weights from models' answers, prices and earlier decisions; reproducible. */
import { BLEND_PRICE_SHARE, CALIBRATION_MARKETS_MIN } from './combination-rules';
import { compareCodePoints } from '../platform/common/canonical-json';
import { groupBy } from '../platform/common/group-by';
import { medianProbability, shrunkLogitMean } from './ensemble';
import { calibrate, castVote, fitCalibration, IDENTITY, type SettledVotes } from './calibration';
import { logistic, logit } from './log-odds';
import type { ComparedAnswer } from './compared-answer';

/** Names of the ensembles, which cannot be model names. */
export const ENSEMBLES = {
  median: 'ensemble: median of models',
  shrunk: 'ensemble: shrunk mean of models',
  draws: 'ensemble: shrunk mean of draws',
} as const;

const BLEND = 'blend with the price: ';
const CALIBRATED = 'calibrated: ';

/** The source model of a blend or a calibration; null for every other entrant. */
export const sourceOf = (model: string): string | null =>
  [BLEND, CALIBRATED].filter((prefix) => model.startsWith(prefix)).map((prefix) => model.slice(prefix.length))[0] ??
  null;

/** @param given answers of models @param asked the same by question */
export const derivedAnswers = (
  given: readonly ComparedAnswer[],
  asked: ReadonlyMap<string, readonly ComparedAnswer[]>,
): ComparedAnswer[] => [...ensemblesOf(given, asked), ...blendsOf(given), ...calibratedOf(given)];

/** Of models: answers of at least two in one arm. Of draws: for a model with several. */
const ensemblesOf = (
  given: readonly ComparedAnswer[],
  asked: ReadonlyMap<string, readonly ComparedAnswer[]>,
): ComparedAnswer[] => {
  const ofModels = [...asked.values()].flatMap((rows): ComparedAnswer[] => {
    const [first] = rows;
    if (first === undefined || new Set(rows.map(({ model }) => model)).size < 2) return [];
    const probabilities = rows.map(({ probabilityYes }) => probabilityYes);
    return [
      madeFrom(first, ENSEMBLES.median, medianProbability(probabilities)),
      madeFrom(first, ENSEMBLES.shrunk, shrunkLogitMean(probabilities)),
    ];
  });
  const ofDraws = given
    .filter(({ draws }) => draws.length > 1)
    .map((one) => madeFrom(one, `${ENSEMBLES.draws} of ${one.model}`, shrunkLogitMean(one.draws)));
  return [...ofModels, ...ofDraws];
};

const madeFrom = (one: ComparedAnswer, model: string, probabilityYes: number): ComparedAnswer => ({
  ...one,
  model,
  probabilityYes,
  draws: [],
});

/** Only arm A, with the complete input: the other arms measure the effect of omissions. */
const full = ({ arm }: ComparedAnswer): boolean => arm === 'A';

/** Model and price, pooled in log-odds (Genest and Zidek 1986), with a weight that is fixed in advance. */
const blendsOf = (given: readonly ComparedAnswer[]): ComparedAnswer[] =>
  given.filter(full).flatMap((one) => {
    if (one.mid === null) return [];
    const pooled = BLEND_PRICE_SHARE * logit(one.mid) + (1 - BLEND_PRICE_SHARE) * logit(one.probabilityYes);
    return madeFrom(one, `${BLEND}${one.model}`, logistic(pooled));
  });

/** Answers calibrated on the model's markets decided before the day of the answer. */
const calibratedOf = (given: readonly ComparedAnswer[]): ComparedAnswer[] =>
  [...groupBy(given.filter(full), ({ population, model }) => JSON.stringify([population, model])).values()].flatMap(
    calibratedInOrder,
  );

const dayOf = (instant: string): string => instant.slice(0, 10);

const calibratedInOrder = (answers: readonly ComparedAnswer[]): ComparedAnswer[] => {
  const markets = [...groupBy(answers, ({ market }) => market).values()]
    .flatMap((rows) => {
      const [first] = rows;
      return first === undefined ? [] : [{ rows, outcome: first.outcome, resolvedAt: first.resolvedAt }];
    })
    .sort((left, right) => compareCodePoints(left.resolvedAt, right.resolvedAt));
  const votes: SettledVotes = new Map();
  let decided = 0;
  let day = '';
  let fitted = IDENTITY;
  return answers
    .toSorted((left, right) => compareCodePoints(left.madeAt, right.madeAt))
    .flatMap((one) => {
      if (dayOf(one.madeAt) > day) {
        day = dayOf(one.madeAt);
        const before = decided;
        for (let next = markets[decided]; next !== undefined && dayOf(next.resolvedAt) < day; next = markets[decided]) {
          castVote(
            votes,
            next.rows.map(({ probabilityYes }) => probabilityYes),
            next.outcome,
          );
          decided += 1;
        }
        if (decided > before && decided >= CALIBRATION_MARKETS_MIN) fitted = fitCalibration(votes);
      }
      if (decided < CALIBRATION_MARKETS_MIN) return [];
      return madeFrom(one, `${CALIBRATED}${one.model}`, calibrate(fitted, one.probabilityYes));
    });
};
