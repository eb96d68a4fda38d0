/**
 * Detects price moves. A move is a change of at least five points within six hours, from the last time at the extreme
 * price to the first quote with that change. The next move is measured from there, so that a long climb yields a few
 * moves instead of one per quote.
 */
import { HOUR_MS } from '../platform/common/durations';

const MOVE_MIN = 0.05;
export const MOVE_WITHIN_MS = 6 * HOUR_MS;

/** A price valid from `at` (UTC ms) until the next quote. */
export interface PricePoint {
  readonly at: number;
  /** Of YES, 0 to 1. */
  readonly price: number;
}

export interface PriceMove {
  /** Last time of the start price. */
  readonly started_at: number;
  /** The quote that completed the move. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Moves in a series of quotes, oldest first. */
export const priceMoves = (quotes: readonly PricePoint[]): PriceMove[] => {
  const moves: PriceMove[] = [];
  let begin = 0;
  for (const [index, quote] of quotes.entries()) {
    const from = furthestBefore(quotes, begin, index);
    if (from === null || Math.abs(quote.price - from.price) < MOVE_MIN - 1e-9) continue;
    moves.push({ started_at: from.at, at: quote.at, from: from.price, to: quote.price });
    begin = index;
  }
  return moves;
};

/** The price furthest from the last quote's among those within six hours before it. */
const furthestBefore = (quotes: readonly PricePoint[], begin: number, index: number): PricePoint | null => {
  const last = quotes[index];
  if (last === undefined) return null;
  let furthest: PricePoint | null = null;
  for (let k = index - 1; k >= begin; k -= 1) {
    const one = quotes[k];
    const heldUntil = quotes[k + 1]?.at ?? last.at;
    if (one === undefined || heldUntil < last.at - MOVE_WITHIN_MS) break;
    const isFurther = furthest === null || Math.abs(last.price - one.price) > Math.abs(last.price - furthest.price);
    if (isFurther) furthest = { price: one.price, at: Math.max(one.at, last.at - MOVE_WITHIN_MS) };
  }
  return furthest;
};

/** Whether prices are known and changed by less than a move. */
export const stoodStill = (prices: readonly number[]): boolean =>
  prices.length > 0 && Math.max(...prices) - Math.min(...prices) < MOVE_MIN - 1e-9;
