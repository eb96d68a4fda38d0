/**
 * Turns published daily prices into trading days: publishers may repeat the running day, and may send zeros or prices
 * in other units. Implausible prices are set aside until another publisher confirms them.
 */
import { HOUR_MS } from '../../platform/common/durations';
import { tradingTimes, type PricedPoint } from './move';
import type { PricePoint } from './price-point';

/** Two days of one market begin at least this far apart, where clocks go forward; closer points are the same day. */
const DAY_APART_MS = 23 * HOUR_MS;

/** No instrument triples or loses two thirds in a day without other publishers showing it. */
const FACTOR_MAX = 3;

/** One point per trading day: its first time and its last price. */
export const tradingDays = (points: readonly PricePoint[]): readonly PricedPoint[] => {
  const days: PricedPoint[] = [];
  for (const point of tradingTimes(points)) {
    const last = days.at(-1);
    if (last !== undefined && point.at - last.at < DAY_APART_MS) days[days.length - 1] = { ...point, at: last.at };
    else days.push(point);
  }
  return days;
};

interface Separated {
  readonly believed: readonly PricedPoint[];
  /** The newest price, if implausible. */
  readonly doubted: PricedPoint | null;
}

/**
 * Drops implausible earlier prices: those that are not positive, and jumps that the next day does not confirm. The
 * newest day cannot be confirmed that way, and is returned as doubted.
 *
 * @param days in time order
 */
export const separateDoubted = (days: readonly PricedPoint[]): Separated => {
  const believed: PricedPoint[] = [];
  for (const [index, day] of days.entries()) {
    const before = believed.at(-1);
    if (day.price > 0 && (before === undefined || isNear(before.price, day.price))) {
      believed.push(day);
      continue;
    }
    const next = days[index + 1];
    if (next === undefined) return { believed, doubted: day };
    if (day.price > 0 && isNear(day.price, next.price)) believed.push(day);
  }
  return { believed, doubted: null };
};

const isNear = (one: number, other: number): boolean =>
  other > 0 && other <= one * FACTOR_MAX && one <= other * FACTOR_MAX;
