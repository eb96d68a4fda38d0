/**
 * Paper trades: whether a forecast would be traded, at what executable price, and when the position
 * ends. Nothing here, or anywhere in Vedette, can send an order.
 *
 * Prices are those of the side that is bought: YES at the ask, NO at 1 − bid; sold back at the other
 * end of the book, YES at the bid, NO at 1 − ask. A mid price is never assumed to be had.
 */
import { round4 } from '../platform/common/ten-thousandths';
import type { Exchange } from '../markets/market';
import type { Forecast } from './forecast';

export type Side = 'YES' | 'NO';

interface Book {
  readonly yesBid: number | null;
  readonly yesAsk: number | null;
  /** Contracts of YES wanted at the bid and offered at the ask; null where that is not known: then nothing is bought. */
  readonly bidSize: number | null;
  readonly askSize: number | null;
}

interface TradeRules {
  readonly minConfidence: number;
  /** Edge over the executable price must exceed the spread by this. */
  readonly minEdge: number;
  /** USD of one trade. */
  readonly stakeUsd: number;
}

/**
 * Part of the way from entry to 1 at which a position is closed with its gain. Late, on purpose: only
 * positions held to settlement are graded, and an early exit takes its forecast out of the grades.
 */
export const TAKE_PROFIT_SHARE = 0.97;
/** Part of the entry price below which a position is closed with its loss. */
export const STOP_LOSS_SHARE = 0.1;

/** Price at which a side can be bought, or null where the book has no offer. */
export const entryPrice = (side: Side, { yesBid, yesAsk }: Book): number | null => {
  const price = side === 'YES' ? yesAsk : yesBid === null ? null : round4(1 - yesBid);
  return price !== null && price > 0 && price < 1 ? price : null;
};

/** Price at which a side can be sold, or null where nobody bids. */
export const exitPrice = (side: Side, { yesBid, yesAsk }: Pick<Book, 'yesBid' | 'yesAsk'>): number | null => {
  const price = side === 'YES' ? yesBid : yesAsk === null ? null : round4(1 - yesAsk);
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

/** Whether a forecast is traded. The side follows the probability against the executable price. */
export const decideTrade = (forecast: Forecast, book: Book, rules: TradeRules): TradeDecision => {
  if (forecast.direction === 'SKIP') return { kind: 'none', reason: 'the model made no call' };
  if (forecast.confidence < rules.minConfidence)
    return { kind: 'none', reason: `confidence below ${rules.minConfidence}` };
  if (book.yesBid === null || book.yesAsk === null) return { kind: 'none', reason: 'no two-sided book' };
  const spread = round4(book.yesAsk - book.yesBid);
  if (spread < 0) return { kind: 'none', reason: 'bid above ask' };
  const sides = (['YES', 'NO'] as const).map((side) => {
    const price = entryPrice(side, book);
    const probability = side === 'YES' ? forecast.probabilityYes : 1 - forecast.probabilityYes;
    return { side, price, edge: price === null ? -1 : round4(probability - price) };
  });
  const best = sides.reduce((left, right) => (right.edge > left.edge ? right : left));
  if (best.price === null || best.edge < spread + rules.minEdge)
    return { kind: 'none', reason: `edge below the spread (${spread}) plus ${rules.minEdge}` };
  // Nobody can buy more than is offered at the price.
  const offered = best.side === 'YES' ? book.askSize : book.bidSize;
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

/** What a market of Polymarket charges, sealed with the trade; null or missing where it has no schedule: nothing. */
interface FeeSchedule {
  readonly fee_rate?: number | null;
  readonly fee_exponent?: number | null;
}

/**
 * Fee of one fill in USD. Kalshi: 0.07 × contracts × price × (1 − price), rounded up to the cent, as its general fee
 * schedule states. Polymarket: contracts × rate × (price × (1 − price))^exponent by the schedule of the market
 * (docs.polymarket.com/trading/fees, which cuts to five decimals where a record has four).
 */
export const feeUsd = (exchange: Exchange, size: number, price: number, schedule: FeeSchedule = {}): number => {
  // The inner rounding keeps 0.07 × … from rising a cent for a binary fraction's sake.
  if (exchange === 'kalshi') return Math.ceil(Math.round(7 * size * price * (1 - price) * 1e6) / 1e6) / 100;
  const { fee_rate: rate, fee_exponent: exponent } = schedule;
  return round4(size * (rate ?? 0) * (price * (1 - price)) ** (exponent ?? 1));
};

type EarlyExit = {
  readonly reason: 'take_profit' | 'stop_loss';
  readonly price: number;
} | null;

/** Whether an open position is closed at today's book. One without a bid, or for fewer contracts, closes nothing. */
export const decideExit = (side: Side, entry: number, size: number, book: Book): EarlyExit => {
  const price = exitPrice(side, book);
  const wanted = side === 'YES' ? book.bidSize : book.askSize;
  // A book that is crossed is none.
  if ((book.yesBid ?? 0) > (book.yesAsk ?? 1)) return null;
  if (price === null || (wanted !== null && wanted < size)) return null;
  if (price >= round4(entry + TAKE_PROFIT_SHARE * (1 - entry))) return { reason: 'take_profit', price };
  if (price <= round4(entry * STOP_LOSS_SHARE)) return { reason: 'stop_loss', price };
  return null;
};

/** What a side paid at settlement. */
export const settlementPrice = (side: Side, settlementYesPrice: number): number =>
  side === 'YES' ? settlementYesPrice : round4(1 - settlementYesPrice);

/** Gain or loss in USD, fees of both fills included, to the hundredth of a cent. */
export const netPnl = (size: number, entry: number, exit: number, feesUsd: number): number =>
  round4(size * (exit - entry) - feesUsd);
