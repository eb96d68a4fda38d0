/**
 * Power: the number of distinct markets required to detect a true difference. Two-sided paired t test; the effect size
 * is Cohen's d, mean difference over its standard deviation.
 */
import { normalQuantile, normalCdf, studentTQuantile } from './distributions';

/** Minimum distinct markets for figures of skill or error; with fewer they are null. */
export const MARKETS_MIN = 100;

/**
 * Minimum markets to detect an effect of `effectSize` with `power` at level `alpha`, by the noncentral t with its
 * normal approximation (Johnson and Welch 1940). d = 0.3 needs 90.
 */
export const marketsNeeded = (effectSize: number, alpha = 0.05, power = 0.8): number => {
  const size = Math.abs(effectSize);
  if (!(size > 0)) return Infinity;
  const start = Math.floor(((normalQuantile(1 - alpha / 2) + normalQuantile(power)) / size) ** 2);
  for (let count = Math.max(2, start - 1); ; count += 1) if (pairedPower(size, count, alpha) >= power) return count;
};

/** Probability of detecting an effect with so many markets. */
export const pairedPower = (effectSize: number, count: number, alpha = 0.05): number => {
  if (count < 2) return 0;
  const df = count - 1;
  const critical = studentTQuantile(1 - alpha / 2, df);
  const shift = Math.abs(effectSize) * Math.sqrt(count);
  return 1 - noncentralT(critical, df, shift) + noncentralT(-critical, df, shift);
};

/** Area of the noncentral t below `t`: the normal area averaged over the distribution of the deviation. */
const noncentralT = (t: number, df: number, shift: number): number => {
  // E over chi² of Φ(t·s − δ), s = sqrt(chi²/df): Simpson's rule over ln s, where the density is smooth.
  const steps = 400;
  const reach = Math.min(3, 12 / Math.sqrt(2 * df));
  let weightSum = 0;
  let sum = 0;
  for (let step = 0; step <= steps; step += 1) {
    const logS = -reach + (2 * reach * step) / steps;
    const s = Math.exp(logS);
    const density = Math.exp(df * logS - (df * (s * s - 1)) / 2);
    const simpson = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
    weightSum += simpson * density;
    sum += simpson * density * normalCdf(t * s - shift);
  }
  return sum / weightSum;
};
