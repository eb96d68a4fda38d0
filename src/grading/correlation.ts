interface WeightedPair {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/** Weighted product-moment correlation (Pearson 1895), -1 to 1; null when one variable does not vary. */
export const correlation = (pairs: readonly WeightedPair[]): number | null => {
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = (of: (pair: WeightedPair) => number): number =>
    pairs.reduce((sum, pair) => sum + pair.weight * of(pair), 0) / total;
  const [meanX, meanY] = [weighted(({ x }) => x), weighted(({ y }) => y)];
  const varianceX = weighted(({ x }) => (x - meanX) ** 2);
  const varianceY = weighted(({ y }) => (y - meanY) ** 2);
  // Ignores rounding residue of equal values.
  if (pairs.length < 2 || varianceX < 1e-18 || varianceY < 1e-18) return null;
  const covariance = weighted(({ x, y }) => (x - meanX) * (y - meanY));
  return covariance / Math.sqrt(varianceX * varianceY);
};
