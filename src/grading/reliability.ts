/**
 * Reliability: of everything given 70 %, how much came true. Ten equal bins of probability, each with
 * its Wilson interval, and Murphy's decomposition of the Brier score over them (Murphy 1973):
 * Brier of the bin means = reliability − resolution + uncertainty.
 */
import { outcomeYes, type GradedOutcome } from './brier';
import { wilsonInterval } from './confidence-interval';
import type { Interval } from './distributions';
import { mean } from './market-losses';

export interface Forecasted {
  readonly probabilityYes: number;
  readonly outcome: GradedOutcome;
}

export interface ReliabilityBin {
  /** 0 to `bins` − 1; bin i holds probabilities from i/bins up to, not including, (i+1)/bins. */
  readonly bin: number;
  readonly count: number;
  readonly meanProbability: number;
  /** Share that came out YES. */
  readonly yesRate: number;
  readonly interval: Interval;
}

export interface Reliability {
  readonly bins: number;
  /** Share of YES over all; null of nothing, like everything below. */
  readonly baseRate: number | null;
  readonly reliability: number | null;
  readonly resolution: number | null;
  readonly uncertainty: number | null;
  /** Expected calibration error: mean distance of bin mean and bin rate, by count. */
  readonly calibrationError: number | null;
  readonly logLossMean: number | null;
  /** Bins that hold a forecast. */
  readonly table: readonly ReliabilityBin[];
}

export const reliability = (rows: readonly Forecasted[], bins = 10): Reliability => {
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
  const total = rows.length;
  const baseRate = mean(rows.map(({ outcome }) => outcomeYes(outcome)));
  const weighted = (of: (bin: ReliabilityBin) => number): number =>
    table.reduce((sum, bin) => sum + bin.count * of(bin), 0) / total;
  return {
    bins,
    baseRate,
    reliability: weighted((bin) => (bin.meanProbability - bin.yesRate) ** 2),
    resolution: weighted((bin) => (bin.yesRate - baseRate) ** 2),
    uncertainty: baseRate * (1 - baseRate),
    calibrationError: weighted((bin) => Math.abs(bin.meanProbability - bin.yesRate)),
    logLossMean: mean(rows.map(logLoss)),
    table,
  };
};

const binTable = (rows: readonly Forecasted[], bins: number): ReliabilityBin[] => {
  const members = Array.from({ length: bins }, (): Forecasted[] => []);
  for (const row of rows)
    members[Math.min(bins - 1, Math.floor(row.probabilityYes * bins))]?.push(row);
  return members.flatMap((inside, bin) => {
    if (inside.length === 0) return [];
    const hits = inside.filter(({ outcome }) => outcome === 'YES').length;
    return [
      {
        bin,
        count: inside.length,
        meanProbability: mean(inside.map(({ probabilityYes }) => probabilityYes)),
        yesRate: hits / inside.length,
        interval: wilsonInterval(hits, inside.length),
      },
    ];
  });
};

/** A certain and wrong forecast costs what one of a millionth costs, not infinity. */
const LOG_FLOOR = 1e-6;

const logLoss = ({ probabilityYes, outcome }: Forecasted): number =>
  -Math.log(Math.max(LOG_FLOOR, outcome === 'YES' ? probabilityYes : 1 - probabilityYes));
