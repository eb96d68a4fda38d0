/**
 * Paper trades: whether a forecast would be traded, at which executable price, and when the position closes. Vedette
 * cannot send orders.
 *
 * Prices are those of the side bought: YES at the ask, NO at 1 − bid; sold at the other side of the book, YES at the
 * bid, NO at 1 − ask. Mid prices are never used.
 */
import { round4 } from '../platform/common/ten-thousandths';
import type { Forecast } from './forecast';

export type Side = 'YES' | 'NO';

interface Book {
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  /** YES contracts at the bid and at the ask; null if unknown, which prevents a trade and an early exit. */
  readonly bid_size: number | null;
  readonly ask_size: number | null;
}

interface TradeRules {
  readonly minConfidence: number;
  /** Minimum edge over the executable price, beyond the spread. */
  readonly minEdge: number;
  readonly stakeUsd: number;
}

/**
 * Take-profit, as a share of the distance from entry to 1. High on purpose: only positions held to settlement are
 * graded, and an early exit removes its forecast from the grades.
 */
export const TAKE_PROFIT_SHARE = 0.97;
export const STOP_LOSS_SHARE = 0.1;

/** A price of YES as one of the side, or the reverse. */
export const ofSide = (side: Side, price: number): number => (side === 'YES' ? price : round4(1 - price));

/** Price at which a side can be bought, or null without an offer. */
export const entryPrice = (side: Side, { yes_bid: bid, yes_ask: ask }: Book): number | null => {
  const yes = side === 'YES' ? ask : bid;
  const price = yes === null ? null : ofSide(side, yes);
  return price !== null && price > 0 && price < 1 ? price : null;
};

/** Price at which a side can be sold, or null without a bid. */
export const exitPrice = (
  side: Side,
  { yes_bid: bid, yes_ask: ask }: Pick<Book, 'yes_bid' | 'yes_ask'>,
): number | null => {
  const yes = side === 'YES' ? bid : ask;
  const price = yes === null ? null : ofSide(side, yes);
  return price !== null && price > 0 && price < 1 ? price : null;
};

export type TradeDecision =
  | {
      readonly kind: 'trade';
      readonly side: Side;
      readonly price: number;
      readonly edge: number;
      readonly size: number;
    }
  | { readonly kind: 'none'; readonly reason: string };

/** Decides whether a forecast is traded. The side follows from the probability against the executable price. */
export const decideTrade = (forecast: Forecast, book: Book, rules: TradeRules): TradeDecision => {
  if (forecast.direction === 'SKIP') return { kind: 'none', reason: 'the model made no call' };
  if (forecast.confidence < rules.minConfidence)
    return { kind: 'none', reason: `confidence below ${rules.minConfidence}` };
  if (book.yes_bid === null || book.yes_ask === null) return { kind: 'none', reason: 'no two-sided book' };
  const spread = round4(book.yes_ask - book.yes_bid);
  if (spread < 0) return { kind: 'none', reason: 'bid above ask' };
  const sides = (['YES', 'NO'] as const).map((side) => {
    const price = entryPrice(side, book);
    const probability = side === 'YES' ? forecast.probability_yes : 1 - forecast.probability_yes;
    return { side, price, edge: price === null ? -1 : round4(probability - price) };
  });
  const best = sides.reduce((left, right) => (right.edge > left.edge ? right : left));
  if (best.price === null || best.edge < spread + rules.minEdge)
    return { kind: 'none', reason: `edge below the spread (${spread}) plus ${rules.minEdge}` };
  // Limited by the size at the price.
  const offered = best.side === 'YES' ? book.ask_size : book.bid_size;
  if (offered === null) return { kind: 'none', reason: 'how much is offered is not known' };
  const size = Math.min(Math.floor(rules.stakeUsd / best.price), Math.floor(offered));
  if (size < 1) return { kind: 'none', reason: 'less than one contract is offered' };
  return {
    kind: 'trade',
    side: best.side,
    price: best.price,
    edge: best.edge,
    size,
  };
};

type EarlyExit = {
  readonly reason: 'take_profit' | 'stop_loss';
  readonly price: number;
} | null;

/** Whether an open position is closed at the current book: only with a bid for its full size. */
export const decideExit = (side: Side, entry: number, size: number, book: Book): EarlyExit => {
  const price = exitPrice(side, book);
  const wanted = side === 'YES' ? book.bid_size : book.ask_size;
  // Crossed books are ignored.
  if ((book.yes_bid ?? 0) > (book.yes_ask ?? 1)) return null;
  if (price === null || wanted === null || wanted < size) return null;
  if (price >= round4(entry + TAKE_PROFIT_SHARE * (1 - entry))) return { reason: 'take_profit', price };
  if (price <= round4(entry * STOP_LOSS_SHARE)) return { reason: 'stop_loss', price };
  return null;
};

/** Profit or loss in USD after fees of both fills, rounded to 0.0001. */
export const netPnl = (size: number, entry: number, exit: number, feesUsd: number): number =>
  round4(size * (exit - entry) - feesUsd);
