/** Compares a quote with another of its market. If too different, it is doubted until the next look confirms it. */
import type { Market } from './market';
import { quoteOfBook, spreadOf, type Quote, type ReadBook } from './quote';

/** A wider book is meaningless if another quote was narrow. */
const HOLLOW_SPREAD = 0.3;
const NARROW_SPREAD = 0.1;
/** Minimum distance of quotes from different moments. */
const APART = 0.2;
/** Two looks agree within this. */
const ALIKE = 0.05;

interface Doubt extends Quote {
  readonly reason: string;
}

const isNarrow = (quote: Quote): boolean => (spreadOf(quote) ?? 1) <= NARROW_SPREAD;

/** Whether a quote lost a side, at least nearly, while the other one is narrow. */
const isHollow = (quote: Quote, other: Quote): boolean => isNarrow(other) && (spreadOf(quote) ?? 1) > HOLLOW_SPREAD;

/** Whether a quote cannot be from the same moment as a narrow one. */
export const isDoubtful = (quote: Quote, other: Quote): boolean =>
  isHollow(quote, other) ||
  (isNarrow(other) && ((quote.bid ?? 0) > (other.ask ?? 1) + APART || (quote.ask ?? 1) < (other.bid ?? 0) - APART));

/** Whether a second look confirms a doubted quote. */
const isSame = (quote: Quote, doubted: Quote): boolean =>
  (['bid', 'ask'] as const).every((side) => Math.abs((quote[side] ?? 9) - (doubted[side] ?? 9)) <= ALIKE);

const quoteText = ({ bid, ask }: Quote): string => `${bid ?? 'none'}/${ask ?? 'none'}`;

export interface LookedAt {
  readonly market: Market;
  readonly doubt: Doubt | null;
}

interface StoredQuote {
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  readonly doubted_bid: number | null;
  readonly doubted_ask: number | null;
}

/** Sets the price on which book and listing agree, else the one not in doubt. */
export const weighed = (market: Market, book: ReadBook | undefined, stored: StoredQuote | undefined): LookedAt => {
  const listed = { bid: market.yes_bid, ask: market.yes_ask };
  const before = stored === undefined ? null : storedQuote(stored);
  const doubted = { bid: stored?.doubted_bid ?? null, ask: stored?.doubted_ask ?? null };
  const doubts = (quote: Quote, other: string): LookedAt['doubt'] => ({
    bid: quote.bid,
    ask: quote.ask,
    reason: `${quoteText(quote)} against ${other}`,
  });
  // The stored quote was not read from this response.
  const asBefore = (quote: Quote, { bid, ask }: Quote): LookedAt => ({
    market: {
      ...market,
      ...{ yes_bid: bid, yes_ask: ask, yes_price: stored?.yes_price ?? null },
      ...{ bid_size: null, ask_size: null, raw_sha256: null },
    },
    doubt: doubts(quote, `${quoteText({ bid, ask })} at the last look`),
  });
  if (book !== undefined) {
    const isConfirmed = isSame(book, doubted);
    // A listing without a price does not contradict a book.
    if (before !== null && !isNarrow(listed) && isDoubtful(book, before) && !isConfirmed) return asBefore(book, before);
    if (isDoubtful(book, listed) && (isHollow(book, listed) || !isConfirmed))
      return {
        market: { ...market, bid_size: null, ask_size: null },
        doubt: doubts(book, `${quoteText(listed)} of the listing`),
      };
    return { market: { ...market, ...quoteOfBook(book, market.yes_price) }, doubt: null };
  }
  const isOdd = market.status === 'open' && before !== null && isHollow(listed, before) && !isSame(listed, doubted);
  return isOdd ? asBefore(listed, before) : { market, doubt: null };
};

export const storedQuote = ({
  yes_bid,
  yes_ask,
}: {
  readonly yes_bid?: number | null;
  readonly yes_ask?: number | null;
}): Quote => ({ bid: yes_bid ?? null, ask: yes_ask ?? null });
