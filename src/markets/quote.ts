/**
 * Prices of a contract that pays 1, calculated in integer ten-thousandths, so that 0.1 + 0.2 is 0.3. A price of exactly
 * 0 or 1 is not a quote: exchanges use it for an empty side of the book.
 */
import { numberOf } from '../platform/common/foreign-json';

export interface Quote {
  readonly bid: number | null;
  readonly ask: number | null;
}

/** The best level of both sides of a book. */
export interface BookTop extends Quote {
  /** Shares at the best bid; null for an empty side. */
  readonly bid_size: number | null;
  readonly ask_size: number | null;
}

/** The best level of a book, and the SHA-256 of the response that has it. */
export type ReadBook = BookTop & { readonly raw_sha256: string };

/** The quote of a market by its book. @param last the price while a side is missing */
export const quoteOfBook = ({ bid, ask, bid_size, ask_size, raw_sha256 }: ReadBook, last: number | null) => ({
  yes_bid: bid,
  yes_ask: ask,
  yes_price: midOf({ bid, ask }) ?? last,
  bid_size,
  ask_size,
  raw_sha256,
});

export interface BookLevel {
  readonly price: number;
  readonly size: number;
}

/** The best of some levels in any order; sizes at one price are added. */
export const bestLevel = (levels: readonly BookLevel[], pick: (...prices: number[]) => number): BookLevel | null => {
  if (levels.length === 0) return null;
  const price = pick(...levels.map((level) => level.price));
  const at = levels.filter((level) => level.price === price);
  return { price, size: at.reduce((sum, level) => sum + level.size, 0) };
};

const SCALE = 10_000;

export const roundPrice = (price: number): number => Math.round(price * SCALE) / SCALE;

/** An offered price: strictly between 0 and 1, rounded; null for an empty side. */
export const quotedPrice = (value: unknown): number | null => {
  const number = numberOf(value);
  if (number === null) return null;
  const price = roundPrice(number);
  return price > 0 && price < 1 ? price : null;
};

/** The price of the other side: a NO at 0.93 is a YES at 0.07. */
export const complement = (price: number | null): number | null => (price === null ? null : roundPrice(1 - price));

/** Middle of bid and ask, half ten-thousandths rounded up; null when a side is missing. */
export const midOf = ({ bid, ask }: Quote): number | null =>
  bid === null || ask === null ? null : Math.round((Math.round(bid * SCALE) + Math.round(ask * SCALE)) / 2) / SCALE;

/** Ask minus bid; null when a side is missing. Negative for a crossed book. */
export const spreadOf = ({ bid, ask }: Quote): number | null =>
  bid === null || ask === null ? null : (Math.round(ask * SCALE) - Math.round(bid * SCALE)) / SCALE;

/** The book of YES seen from NO: bids and asks swap. */
export const mirrored = ({ bid, ask }: Quote): Quote => ({ bid: complement(ask), ask: complement(bid) });
