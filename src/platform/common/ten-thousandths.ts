/**
 * The grid of prices, spreads and weights that are published: the nearest multiple of 0.0001, as a double
 * that prints in at most four decimals.
 */
export const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;
