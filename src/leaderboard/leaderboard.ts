import type { ComparedAnswer } from '../grading/compared-answer';
import { compareModels, type Entrant } from '../grading/models-compared';
import { MARKETS_MIN } from '../grading/power';
import type { LeaderboardResponse } from './leaderboard.dto';

const LEADERBOARD_NOTE = `Models are compared only inside one population and only over questions that both answered. One market has one vote; intervals draw whole events. Below ${MARKETS_MIN} markets a figure is null: it could not be told from chance.`;

/** Every figure is null while underpowered. */
export type Leaderboard = Omit<LeaderboardResponse, 'schema_version' | 'generated_at' | 'synthetic'>;
export type PublishedEntrant = Leaderboard['entrants'][number];
export type PublishedPair = Leaderboard['pairs'][number];

/** @param refused lines of imported files that were refused, by population */
export const leaderboard = (
  answers: readonly ComparedAnswer[],
  refused: ReadonlyMap<string, number> = new Map(),
): Leaderboard => {
  const { entrants, pairs } = compareModels(answers);
  return {
    markets_min: MARKETS_MIN,
    note: LEADERBOARD_NOTE,
    entrants: entrants.map((one) => ({
      ...(one.underpowered ? heldBack(one) : one),
      n_refused: refused.get(one.population) ?? 0,
    })),
    pairs: pairs.map((one) => (one.underpowered ? { ...one, difference: null, interval: null, t: null } : one)),
  };
};

const heldBack = (one: Entrant): Omit<PublishedEntrant, 'n_refused'> => ({
  ...one,
  brier: null,
  brier_interval: null,
  log_score: null,
  against_mid: null,
  against_executed: null,
  peer_score: null,
  calibration_error: null,
  correlation_with_price: null,
  baselines: null,
});
