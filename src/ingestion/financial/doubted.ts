/**
 * Daily prices as they come are not yet trading days: a publisher may tell the running day twice, and may write a
 * zero or a price in other units. What is hard to believe is kept apart until somebody else says the same.
 */
import { HOUR_MS } from '../../platform/common/durations';
import { tradingTimes, type PricedPoint } from './move';
import type { PricePoint } from './price-point';

/** Two sessions of one market begin at least this far apart; what is nearer is one day told twice. */
const DAY_APART_MS = 20 * HOUR_MS;

/** No instrument trebles or loses two thirds from one day to the next without somebody else noticing. */
const FACTOR_MAX = 3;

/** One point a trading day: its first time, and the price that was told last. */
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
  /** The newest price, where it is doubted. */
  readonly doubted: PricedPoint | null;
}

/**
 * Earlier prices that stand alone are left out: those that are not positive, and those that leap away from the day
 * before and are not followed by a day of about the same. The newest has no day after it, and is doubted.
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
