import type { ComparedAnswer } from '../grading/compared-answer';
import { compareModels, type Entrant, type ModelsCompared, type Pair } from '../grading/models-compared';
import { MARKETS_MIN } from '../grading/power';

const LEADERBOARD_NOTE = `Models are compared only inside one population and only over questions that both answered. One market has one vote; intervals draw whole events. Below ${MARKETS_MIN} markets a figure is null: it could not be told from chance.`;

type Told = Omit<
  Entrant,
  'population' | 'model' | 'arm' | 'n_forecasts' | 'n_markets' | 'n_families' | 'underpowered' | 'n_peer_questions'
>;

/** An entrant as published: every figure null while underpowered. */
export type PublishedEntrant = Omit<Entrant, keyof Told> & {
  readonly [Name in keyof Told]: Told[Name] | null;
} & { readonly n_refused: number };

export type PublishedPair = Omit<Pair, 'difference'> & { readonly difference: number | null };

export interface Leaderboard {
  readonly markets_min: number;
  readonly note: string;
  readonly entrants: readonly PublishedEntrant[];
  readonly pairs: readonly PublishedPair[];
}

/** @param refused lines of imported files that were refused, by population */
export const leaderboard = (
  answers: readonly ComparedAnswer[],
  refused: ReadonlyMap<string, number> = new Map(),
): Leaderboard => {
  const { entrants, pairs }: ModelsCompared = compareModels(answers);
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
