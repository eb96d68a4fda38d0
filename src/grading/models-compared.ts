/**
 * Comparison of models. An entrant is a model in one arm and one population; populations are never pooled, and two
 * entrants are compared only over questions that both answered. Each market has one vote, and uncertainty is over
 * events.
 *
 * All figures are computed from rows, so that readers can reproduce them.
 */
import { MARKETS_MIN } from './power';
import { groupBy } from '../platform/common/group-by';
import { bootstrapSkill } from './bootstrap';
import { brierScore, outcomeYes } from './brier';
import { meanInterval, pairedTest } from './confidence-interval';
import { correlation } from './correlation';
import type { ComparedAnswer } from './compared-answer';
import { derivedAnswers, sourceOf } from './derived-answers';
import { logScore } from './log-score';
import { marketLosses, mean, type GradedForecast } from './market-losses';
import { peerScores } from './peer-score';
import { oneVoteAMarket, reliability } from './reliability';
import { skillOf } from './skill-score';

/** As published; {@link file://../leaderboard/leaderboard.dto.ts} says what each member is. */
export type Entrant = ReturnType<typeof entrantOf>;

/** Two entrants over the questions that both answered. */
export type Pair = NonNullable<ReturnType<typeof comparePair>>;

/** Orders texts by code unit, independent of locale. */
const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** @param given graded answers in any order */
export const compareModels = (given: readonly ComparedAnswer[]) => {
  const asked = groupBy(given, ({ population, arm, question }) => JSON.stringify([population, arm, question]));
  const answers = [...given, ...derivedAnswers(given, asked)];
  const groups = groupEntrants(answers).sort(([a], [b]) =>
    a === undefined || b === undefined ? 0 : byText(nameOf(a), nameOf(b)),
  );
  const last = lastPrices(given);
  const peers = peersOf(asked);
  return {
    entrants: groups.map((rows) => entrantOf(rows, last, peers)),
    pairs: groups.flatMap((first, at) =>
      groups
        .slice(at + 1)
        .filter(
          ([second]) => second?.population === first[0]?.population && areCompared(first[0]?.model, second?.model),
        )
        .flatMap((second) => comparePair(first, second) ?? []),
    ),
  };
};

/** A derived answer is only compared with its source model. */
const areCompared = (one = '', other = ''): boolean => {
  const [ofOne, ofOther] = [sourceOf(one), sourceOf(other)];
  return (ofOne === null && ofOther === null) || ofOne === other || ofOther === one;
};

/** Answers to one question in one arm. */
type Asked = ReadonlyMap<string, readonly ComparedAnswer[]>;

export const groupEntrants = (answers: readonly ComparedAnswer[]): ComparedAnswer[][] => [
  ...groupBy(answers, nameOf).values(),
];

const nameOf = ({ population, arm, model }: ComparedAnswer): string => JSON.stringify([population, arm, model]);

/** The mid with the last question of each market, by population and market. */
const lastPrices = (given: readonly ComparedAnswer[]): ReadonlyMap<string, number> => {
  const last = new Map<string, ComparedAnswer>();
  for (const one of given) {
    const key = JSON.stringify([one.population, one.market]);
    const known = last.get(key);
    if (one.mid !== null && (known === undefined || one.madeAt > known.madeAt)) last.set(key, one);
  }
  return new Map([...last].map(([key, { mid }]) => [key, mid ?? 0.5]));
};

const peersOf = (asked: Asked): ReadonlyMap<ComparedAnswer, number> => {
  const scores = new Map<ComparedAnswer, number>();
  for (const rows of asked.values()) {
    const [first] = rows;
    if (first === undefined) continue;
    const each = peerScores(
      rows.map(({ probabilityYes }) => probabilityYes),
      first.outcome,
    );
    rows.forEach((row, index) => {
      const score = each[index];
      if (score !== null && score !== undefined) scores.set(row, score);
    });
  }
  return scores;
};

/** The price of YES at which an answer could have been traded. */
const executedYes = ({ probabilityYes, mid, bid, ask }: ComparedAnswer): number | null =>
  mid === null ? null : probabilityYes >= mid ? ask : bid;

const forecastOf = (answer: ComparedAnswer, baselineYes: number | null): GradedForecast => ({
  market: answer.market,
  family: answer.family,
  probabilityYes: answer.probabilityYes,
  baselineYes,
  outcome: answer.outcome,
});

/** Averages within each market. */
const perMarket = (
  rows: readonly ComparedAnswer[],
  of: (row: ComparedAnswer) => number,
): { family: string; value: number }[] =>
  [...groupBy(rows, ({ market }) => market).values()].map((group) => ({
    family: group[0]?.family ?? '',
    value: mean(group.map(of)),
  }));

const meanPerMarket = (rows: readonly ComparedAnswer[], of: (row: ComparedAnswer) => number): number =>
  mean(perMarket(rows, of).map(({ value }) => value));

const against = (rows: readonly ComparedAnswer[], priceOf: (row: ComparedAnswer) => number | null) => {
  const losses = marketLosses(rows.map((row) => forecastOf(row, priceOf(row))));
  return {
    n_markets: losses.length,
    skill: losses.length === 0 ? null : skillOf(losses),
    interval: bootstrapSkill(losses, 'family')?.interval ?? null,
  };
};

const entrantOf = (
  rows: readonly ComparedAnswer[],
  last: ReadonlyMap<string, number>,
  peers: ReadonlyMap<ComparedAnswer, number>,
) => {
  const [first] = rows;
  if (first === undefined) throw new RangeError('An entrant without answers');
  const markets = groupBy(rows, ({ market }) => market);
  const brier = (row: ComparedAnswer): number => brierScore(row.probabilityYes, row.outcome);
  const { mean: brierMean, interval } = meanInterval(perMarket(rows, brier));
  const compared = rows.filter((row) => peers.has(row));
  const priced = rows.filter(({ mid }) => mid !== null);
  return {
    population: first.population,
    model: first.model,
    arm: first.arm,
    n_forecasts: rows.length,
    n_markets: markets.size,
    n_families: new Set(rows.map(({ family }) => family)).size,
    underpowered: markets.size < MARKETS_MIN,
    brier: brierMean ?? NaN,
    brier_interval: interval,
    log_score: meanPerMarket(rows, (row) => logScore(row.probabilityYes, row.outcome)),
    against_mid: against(rows, ({ mid }) => mid),
    against_executed: against(rows, executedYes),
    peer_score: compared.length === 0 ? null : meanPerMarket(compared, (row) => peers.get(row) ?? 0),
    n_peer_questions: compared.length,
    calibration_error: reliability(oneVoteAMarket(rows)).calibrationError ?? NaN,
    correlation_with_price: correlation(
      oneVoteAMarket(priced).map(({ probabilityYes, mid, vote }) => ({
        x: probabilityYes,
        y: mid ?? 0,
        weight: vote.share,
      })),
    ),
    baselines: baselinesOf(rows, last),
  };
};

/** Mean Brier scores of simple forecasters over the same questions; null where one has no price. */
const baselinesOf = (rows: readonly ComparedAnswer[], last: ReadonlyMap<string, number>) => {
  const brierOf = (priceOf: (row: ComparedAnswer) => number | null): number | null =>
    rows.some((row) => priceOf(row) === null)
      ? null
      : meanPerMarket(rows, (row) => brierScore(priceOf(row) ?? 0.5, row.outcome));
  const baseRate = meanPerMarket(rows, ({ outcome }) => outcomeYes(outcome));
  return {
    half: 0.25,
    base_rate: meanPerMarket(rows, ({ outcome }) => brierScore(baseRate, outcome)),
    market_mid: brierOf(({ mid }) => mid),
    last_price: brierOf(({ population, market }) => last.get(JSON.stringify([population, market])) ?? null),
  };
};

/**
 * Compares two entrants over the questions that both answered, by the answers of each; null without any. A difference
 * above 0 favours the first.
 */
export const comparePair = (first: readonly ComparedAnswer[], second: readonly ComparedAnswer[]) => {
  const [a, b] = [first[0], second[0]];
  if (a === undefined || b === undefined) return null;
  const other = new Map(second.map((row) => [row.question, row]));
  const both = first.flatMap((row) => {
    const beside = other.get(row.question);
    return beside === undefined ? [] : [{ row, beside }];
  });
  if (both.length === 0) return null;
  // The second takes the place of the baseline: baseline minus model favours the first.
  const losses = marketLosses(both.map(({ row, beside }) => forecastOf(row, beside.probabilityYes)));
  const test = pairedTest(losses);
  return {
    population: a.population,
    first: { model: a.model, arm: a.arm },
    second: { model: b.model, arm: b.arm },
    n_questions: both.length,
    n_markets: losses.length,
    n_families: new Set(losses.map(({ family }) => family)).size,
    underpowered: losses.length < MARKETS_MIN,
    difference: mean(losses.map((loss) => loss.baseline - loss.model)),
    interval: test?.interval ?? null,
    t: test?.t ?? null,
  };
};
