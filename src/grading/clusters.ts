/** Markets of one event are not independent: means are over markets, their uncertainty over events. */
import { mean } from './market-losses';

export interface ClusteredValue {
  readonly family: string;
  readonly value: number;
}

/** Sums by event, in order of first occurrence. */
export const sumsByFamily = (rows: readonly ClusteredValue[]): number[] => {
  const sums = new Map<string, number>();
  for (const { family, value } of rows) sums.set(family, (sums.get(family) ?? 0) + value);
  return [...sums.values()];
};

/**
 * Clustered standard error of a mean over markets (Liang and Zeger 1986, with the factor G ÷ (G − 1) for G events). It
 * equals Student's if each market is its own event. Null below two events.
 */
export const clusteredError = (
  rows: readonly ClusteredValue[],
): { readonly error: number; readonly families: number } | null => {
  const centre = mean(rows.map(({ value }) => value));
  const sums = sumsByFamily(rows.map(({ family, value }) => ({ family, value: value - centre })));
  const families = sums.length;
  if (families < 2) return null;
  const squares = sums.reduce((total, sum) => total + sum * sum, 0);
  return { error: Math.sqrt((families / (families - 1)) * squares) / rows.length, families };
};
