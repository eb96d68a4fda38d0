/** The price history, downsampled. Pure. */
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { round4 } from '../../platform/common/ten-thousandths';
import type { PricePoint } from '../../lead-time/price-moves';
import type { PathPoint } from './forecast-input';

export const PATH_DAYS = 30;
const PATH_HOURS = 48;

/** Last price of each UTC day with a price, oldest first. @param points oldest first */
export const dailyPath = (points: readonly PricePoint[], now: number): PathPoint[] =>
  lastOfEach(points, DAY_MS, now - PATH_DAYS * DAY_MS, now).map(([at, price]) => [
    new Date(at).toISOString().slice(0, 10),
    price,
  ]);

/** Last price of each of the last 48 hours in which it changed, oldest first. */
export const hourlyPath = (points: readonly PricePoint[], now: number): PathPoint[] => {
  const hours = lastOfEach(points, HOUR_MS, now - PATH_HOURS * HOUR_MS, now);
  return hours
    .filter(([, price], index) => index === 0 || price !== hours[index - 1]?.[1])
    .map(([at, price]) => [`${new Date(at).toISOString().slice(0, 13)}Z`, price]);
};

const lastOfEach = (points: readonly PricePoint[], span: number, since: number, now: number): [number, number][] => {
  const last = new Map<number, number>();
  for (const { at, price } of points)
    if (at > since && at <= now) last.set(Math.floor(at / span) * span, round4(price));
  return [...last].sort(([a], [b]) => a - b);
};
