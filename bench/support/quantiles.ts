/** Median and 99th percentile in milliseconds, rounded to hundredths. */
export const quantiles = (times: readonly number[]): { p50Ms: number; p99Ms: number } => {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    p50Ms: rounded(sorted[Math.floor(sorted.length / 2)] ?? NaN),
    p99Ms: rounded(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN),
  };
};

export const rounded = (value: number): number => Math.round(value * 100) / 100;
