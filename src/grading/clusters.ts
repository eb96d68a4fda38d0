/**
 * Markets of one event share what decides them: a ladder of thirty deadlines is not thirty witnesses. Means
 * stay means over markets; how sure they are is computed over events.
 */
import { mean } from './market-losses';

/** A value of one market, and the event that the market belongs to. */
export interface ClusteredValue {
  readonly family: string;
  readonly value: number;
}

/** Sums by event, in the order in which events first occur. */
export const sumsByFamily = (rows: readonly ClusteredValue[]): number[] => {
  const sums = new Map<string, number>();
  for (const { family, value } of rows) sums.set(family, (sums.get(family) ?? 0) + value);
  return [...sums.values()];
};

/**
 * Standard error of a mean over markets whose values may agree inside an event (Liang and Zeger 1986, with
 * the factor G ÷ (G − 1) for G events). Where each market is an event of its own it is that of Student.
 * Null below two events.
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
