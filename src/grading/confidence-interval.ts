import { normalQuantile, studentTQuantile, studentTTwoSidedP, type Interval } from './distributions';
import { clusteredError, sumsByFamily, type ClusteredValue } from './clusters';
import { mean, type MarketLoss } from './market-losses';

/** Wilson's score interval for a share (Wilson 1927); [0, 1] without data. */
export const wilsonInterval = (hits: number, count: number, alpha = 0.05): Interval => {
  if (count === 0) return [0, 1];
  const z = normalQuantile(1 - alpha / 2);
  const share = hits / count;
  const scale = 1 + (z * z) / count;
  const centre = (share + (z * z) / (2 * count)) / scale;
  const reach = (z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))) / scale;
  return [hits === 0 ? 0 : Math.max(0, centre - reach), hits === count ? 1 : Math.min(1, centre + reach)];
};

/**
 * Paired t test of baseline minus model over markets, clustered by event; positive favours the model. Null below two
 * events, or when no difference varies.
 */
export const pairedTest = (losses: readonly MarketLoss[], alpha = 0.05) => {
  const count = losses.length;
  if (count < 2) return null;
  const differences = losses.map(({ model, baseline }) => baseline - model);
  const centre = mean(differences);
  const variance = differences.reduce((sum, difference) => sum + (difference - centre) ** 2, 0) / (count - 1);
  // Ignores rounding residue of equal differences.
  const largest = Math.max(...differences.map(Math.abs));
  if (variance <= (largest * 1e-14) ** 2) return null;
  const standardDeviation = Math.sqrt(variance);
  const clustered = clusteredError(differences.map((value, index) => ({ family: losses[index]?.family ?? '', value })));
  if (clustered === null || clustered.error <= largest * 1e-14) return null;
  const { error, families } = clustered;
  const reach = studentTQuantile(1 - alpha / 2, families - 1) * error;
  const interval: Interval = [centre - reach, centre + reach];
  const t = centre / error;
  return {
    meanDifference: centre,
    standardDeviation,
    t,
    degreesOfFreedom: families - 1,
    twoSidedP: studentTTwoSidedP(t, families - 1),
    interval,
  };
};

/** Two-sided exact sign test over events, by the sum of their markets; ties excluded, 1 if all are ties. */
export const signTestP = (losses: readonly MarketLoss[]): number => {
  const differences = losses.map(({ family, model, baseline }) => ({ family, value: baseline - model }));
  const signs = sumsByFamily(differences).map(Math.sign);
  const better = signs.filter((sign) => sign > 0).length;
  const count = signs.filter((sign) => sign !== 0).length;
  const smaller = Math.min(better, count - better);
  let logChoose = -count * Math.LN2;
  let tail = 0;
  for (let k = 0; k <= smaller; k += 1) {
    tail += Math.exp(logChoose);
    logChoose += Math.log(count - k) - Math.log(k + 1);
  }
  return Math.min(1, 2 * tail);
};

/** Mean over markets with Student's interval over events; null interval below two events. */
export const meanInterval = (
  rows: readonly ClusteredValue[],
  alpha = 0.05,
): { readonly mean: number | null; readonly interval: Interval | null } => {
  if (rows.length === 0) return { mean: null, interval: null };
  const centre = mean(rows.map(({ value }) => value));
  const clustered = clusteredError(rows);
  if (clustered === null) return { mean: centre, interval: null };
  const reach = studentTQuantile(1 - alpha / 2, clustered.families - 1) * clustered.error;
  return { mean: centre, interval: [centre - reach, centre + reach] };
};
