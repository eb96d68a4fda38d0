/**
 * Normal and Student's t distributions, quantiles and tail areas, accurate to about 1e-13. Series and continued
 * fractions from the NIST Digital Library of Mathematical Functions (7.6, 8.17); quantiles are refined by Newton steps.
 */

export type Interval = readonly [lower: number, upper: number];

/** Area of the standard normal below `z`. */
export const normalCdf = (z: number): number => {
  // erfc by the incomplete gamma function of one half.
  const x = (z * z) / 2;
  const tail = x < 1.5 ? 1 - gammaSeries(0.5, x) : gammaFraction(0.5, x);
  return z > 0 ? 1 - tail / 2 : tail / 2;
};

/** Standard normal quantile; ±Infinity at 0 and 1. */
export const normalQuantile = (p: number): number => {
  if (p <= 0) return -Infinity;
  if (p >= 1) return Infinity;
  if (p === 0.5) return 0;
  if (p > 0.5) return -normalQuantile(1 - p);
  // Hastings' approximation (Abramowitz and Stegun 26.2.23), then Newton steps.
  const t = Math.sqrt(-2 * Math.log(p));
  let z = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (let step = 0; step < 4; step += 1) {
    z -= (normalCdf(z) - p) / (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
  }
  return z;
};

/** Probability that |T| of `df` degrees of freedom is at least |t|. */
export const studentTTwoSidedP = (t: number, df: number): number => incompleteBeta(df / 2, 0.5, df / (df + t * t));

export const studentTQuantile = (p: number, df: number): number => {
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentTQuantile(1 - p, df);
  const tail = 2 * (1 - p);
  // The tail falls as t rises: bracket by doubling, then bisect to double precision.
  let low = 0;
  let high = 1;
  while (studentTTwoSidedP(high, df) > tail) {
    low = high;
    high *= 2;
  }
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (studentTTwoSidedP(middle, df) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

/** Regularised lower incomplete gamma function by its series. */
const gammaSeries = (a: number, x: number): number => {
  if (x === 0) return 0;
  let term = 1 / a;
  let sum = term;
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-17 && n < 1_000; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * Math.exp(-x + a * Math.log(x) - logGamma(a));
};

/** Regularised upper incomplete gamma function by its continued fraction (modified Lentz). */
const gammaFraction = (a: number, x: number): number => {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < 1_000; n += 1) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / nonZero(an * d + b);
    c = nonZero(b + an / c);
    const factor = d * c;
    h *= factor;
    if (Math.abs(factor - 1) < 1e-16) break;
  }
  return Math.exp(-x + a * Math.log(x) - logGamma(a)) * h;
};

/** Regularised incomplete beta function I_x(a, b). */
const incompleteBeta = (a: number, b: number, x: number): number => {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b;
};

const betaFraction = (a: number, b: number, x: number): number => {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let h = d;
  for (let m = 1; m < 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    const factor = d * c;
    h *= factor;
    if (Math.abs(factor - 1) < 1e-16) break;
  }
  return h;
};

const TINY = 1e-300;

const nonZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** ln Γ(x) for x > 0: Stirling's series, after raising x to 15 by the recurrence. */
const logGamma = (x: number): number => {
  let shift = 0;
  let at = x;
  while (at < 15) {
    shift += Math.log(at);
    at += 1;
  }
  const inverse = 1 / (at * at);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / at;
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift;
};
