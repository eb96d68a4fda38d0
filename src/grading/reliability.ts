/**
 * Reliability: how often forecasts of 70 % came true, and so on. Ten equal bins of probability, each with its Wilson
 * interval, and Murphy's decomposition of the Brier score over them (Murphy 1973): Brier of the bin means = reliability
 * − resolution + uncertainty.
 *
 * Forecasts of one market share its outcome: {@link oneVoteAMarket} splits one vote among them. Markets of one event
 * are decided together: the interval of a bin uses its effective number of events, (Σw)² ÷ Σw² over the votes w of each
 * event in the bin (Kish 1965), not the number of forecasts.
 */
import { outcomeYes, type GradedOutcome } from './brier';
import { wilsonInterval } from './confidence-interval';
import { logScore } from './log-score';

interface Forecasted {
  readonly probabilityYes: number;
  readonly outcome: GradedOutcome;
  /** Share of the vote of `market`; by default a forecast has its own vote. */
  readonly vote?: { readonly market: string; readonly family: string; readonly share: number };
}

/** A bin holds the probabilities from bin/bins up to (bin+1)/bins, exclusive; its `markets` are its distinct voters. */
export type ReliabilityBin = ReturnType<typeof binTable>[number];

/** Assigns one vote to each market, shared equally among its forecasts. */
export const oneVoteAMarket = <T extends Forecasted & { readonly market: string; readonly family?: string }>(
  rows: readonly T[],
): (T & Required<Pick<Forecasted, 'vote'>>)[] => {
  const counts = new Map<string, number>();
  for (const { market } of rows) counts.set(market, (counts.get(market) ?? 0) + 1);
  return rows.map((row) => ({
    ...row,
    vote: { market: row.market, family: row.family ?? row.market, share: 1 / (counts.get(row.market) ?? 1) },
  }));
};

/** All but the bins is null without rows. */
export const reliability = (rows: readonly Forecasted[], bins = 10) => {
  const table = binTable(rows, bins);
  if (rows.length === 0)
    return {
      bins,
      baseRate: null,
      reliability: null,
      resolution: null,
      uncertainty: null,
      calibrationError: null,
      logLossMean: null,
      table,
    };
  const baseRate = votedMean(rows, ({ outcome }) => outcomeYes(outcome));
  const total = table.reduce((sum, { votes }) => sum + votes, 0);
  const weighted = (of: (bin: ReliabilityBin) => number): number =>
    table.reduce((sum, bin) => sum + bin.votes * of(bin), 0) / total;
  return {
    bins,
    baseRate,
    reliability: weighted((bin) => (bin.meanProbability - bin.yesRate) ** 2),
    resolution: weighted((bin) => (bin.yesRate - baseRate) ** 2),
    uncertainty: baseRate * (1 - baseRate),
    calibrationError: weighted((bin) => Math.abs(bin.meanProbability - bin.yesRate)),
    logLossMean: votedMean(rows, logLoss),
    table,
  };
};

const share = ({ vote }: Forecasted): number => vote?.share ?? 1;

const votesOf = (rows: readonly Forecasted[]): number => rows.reduce((sum, row) => sum + share(row), 0);

const votedMean = (rows: readonly Forecasted[], of: (row: Forecasted) => number): number =>
  rows.reduce((sum, row) => sum + share(row) * of(row), 0) / votesOf(rows);

const binTable = (rows: readonly Forecasted[], bins: number) => {
  const members = Array.from({ length: bins }, (): Forecasted[] => []);
  for (const row of rows) members[Math.min(bins - 1, Math.floor(row.probabilityYes * bins))]?.push(row);
  return members.flatMap((inside, bin) => {
    if (inside.length === 0) return [];
    const families = votesBy(inside, ({ vote }) => vote?.family);
    const votes = votesOf(inside);
    const yesRate = votedMean(inside, ({ outcome }) => outcomeYes(outcome));
    const effective = votes ** 2 / families.reduce((sum, vote) => sum + vote ** 2, 0);
    return [
      {
        bin,
        count: inside.length,
        markets: votesBy(inside, ({ vote }) => vote?.market).length,
        votes,
        meanProbability: votedMean(inside, ({ probabilityYes }) => probabilityYes),
        yesRate,
        interval: wilsonInterval(yesRate * effective, effective),
      },
    ];
  });
};

const votesBy = (rows: readonly Forecasted[], voterOf: (row: Forecasted) => string | undefined): number[] => {
  const votes = new Map<string | Forecasted, number>();
  for (const row of rows) {
    const voter = voterOf(row) ?? row;
    votes.set(voter, (votes.get(voter) ?? 0) + share(row));
  }
  return [...votes.values()];
};

const logLoss = ({ probabilityYes, outcome }: Forecasted): number => -logScore(probabilityYes, outcome);
