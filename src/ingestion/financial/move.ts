/**
 * Detects unusual price moves of an instrument.
 *
 * The newest return is compared with earlier returns by a robust z-score (Iglewicz and Hoaglin 1993): (return − median)
 * ÷ (1.4826 × median absolute deviation), which outliers do not distort. Time is trading time: a return runs from one
 * trading time to the next, across nights and weekends; times without a trade are skipped. A market without a new trade
 * has no return, which differs from a return of 0.
 */
import { median } from '../../platform/common/median';
import type { ParsedItem } from '../../event-log/item';
import type { PricePoint } from './price-point';

interface MoveRule {
  readonly zMin: number;
  /** Minimum absolute return, so that a tiny change of a very calm instrument is not a move. */
  readonly returnMin: number;
  readonly historyMin: number;
  readonly historyMax: number;
}

/** 3.5 is the cut-off recommended by Iglewicz and Hoaglin. */
export const MOVE_RULE: MoveRule = { zMin: 3.5, returnMin: 0.005, historyMin: 20, historyMax: 250 };

export interface Move {
  /** Relative change since the previous trading time. */
  readonly change: number;
  readonly z: number;
  readonly before: PricedPoint;
  readonly after: PricedPoint;
}

export type PricedPoint = PricePoint & { readonly price: number };

/**
 * The move of the newest trading time, or null when there is none or too little history.
 *
 * @param points of one instrument, in any order
 */
export const latestMove = (points: readonly PricePoint[], rule: MoveRule = MOVE_RULE): Move | null => {
  const traded = tradingTimes(points);
  const after = traded.at(-1);
  const before = traded.at(-2);
  if (after === undefined || before === undefined) return null;
  const change = returnOf(before, after);
  const history = returnsOf(traded.slice(0, -1)).slice(-rule.historyMax);
  if (change === null || history.length < rule.historyMin) return null;
  const z = robustZ(change, history);
  if (z === null || Math.abs(z) < rule.zMin || Math.abs(change) < rule.returnMin) return null;
  return { change, z, before, after };
};

/** Points with a price, in time order; of several at one instant the last. */
export const tradingTimes = (points: readonly PricePoint[]): readonly PricedPoint[] => {
  const byTime = new Map<number, PricedPoint>();
  for (const point of points) {
    if (point.price !== null) byTime.set(point.at, { ...point, price: point.price });
  }
  return [...byTime.values()].sort((a, b) => a.at - b.at);
};

/** Robust z-score of a value; null when the history does not vary. */
export const robustZ = (value: number, history: readonly number[]): number | null => {
  const middle = median(history);
  const deviations = history.map((each) => Math.abs(each - middle));
  const mad = median(deviations);
  // If more than half of the history is equal, the median deviation is 0: use the mean deviation.
  const scale = mad > 0 ? 1.4826 * mad : (1.2533 * deviations.reduce((sum, each) => sum + each, 0)) / deviations.length;
  return scale > 0 ? (value - middle) / scale : null;
};

/** Null when the earlier price is not positive. */
const returnOf = (before: PricedPoint, after: PricedPoint): number | null =>
  before.price > 0 ? after.price / before.price - 1 : null;

const returnsOf = (points: readonly PricedPoint[]): readonly number[] =>
  points.slice(1).flatMap((point, index) => {
    const before = points[index];
    const change = before === undefined ? null : returnOf(before, point);
    return change === null ? [] : [change];
  });

/** An entity of type instrument, with its display format. */
export interface Instrument {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/**
 * The item of a move. Its key contains instrument, trading day and direction, so that a continuing move yields one item
 * per day and direction.
 *
 * @param tradedAt UTC milliseconds of the last trade, which is later than the start of its bar; null when unknown
 */
export const moveItem = (instrument: Instrument, move: Move, tradedAt: number | null = null): ParsedItem => {
  const direction = move.change > 0 ? 'up' : 'down';
  const percent = Math.abs(move.change * 100).toFixed(1);
  const day = new Date(move.after.at).toISOString().slice(0, 10);
  const price = move.after.price.toFixed(instrument.decimals);
  return {
    key: `quotes:${instrument.symbol}|${day}|${direction}`,
    title: `${instrument.name} ${direction} ${percent} % to ${price}`,
    url: `https://finance.yahoo.com/quote/${encodeURIComponent(instrument.symbol)}`,
    publishedAt: Math.max(move.after.at, tradedAt ?? 0),
    lang: 'en',
    summary: `From ${move.before.price.toFixed(instrument.decimals)} one trading time before; robust z-score ${move.z.toFixed(1)} over its own history.`,
    publisher: null,
    attributes: {
      symbol: instrument.symbol,
      price: move.after.price,
      price_before: move.before.price,
      change: Math.round(move.change * 1e6) / 1e6,
      z: Math.round(move.z * 100) / 100,
    },
    entityHints: [instrument.id],
  };
};
