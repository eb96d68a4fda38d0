import { HOUR_MS } from '../../platform/common/durations';
import { tradingDays } from './doubted';
import type { PricePoint } from './price-point';

const MONDAY = Date.UTC(2026, 9, 5);

/** @param hours after the first midnight */
const point = (hours: number, price: number | null): PricePoint => ({
  symbol: 'X',
  currency: null,
  at: MONDAY + hours * HOUR_MS,
  price,
  open: null,
  high: null,
  low: null,
  volume: null,
});

describe('tradingDays', () => {
  it.each([
    ['a share, today as a bar and as the last trade', [13.5, 37.5, 61.5, 68], [13.5, 37.5, 61.5]],
    ['a share an hour later than yesterday', [13.5, 37.5, 62.5, 69], [13.5, 37.5, 62.5]],
    ['a future late in the evening', [4, 28, 52, 73.9], [4, 28, 52]],
    ['a currency whose day begins the evening before', [-1, 23, 47, 68.5], [-1, 23, 47]],
    ['a coin just before midnight', [0, 24, 48, 70.9], [0, 24, 48]],
    ['three rows of one day', [0, 24, 48, 50, 60], [0, 24, 48]],
    ['one instant twice', [0, 24, 48, 48], [0, 24, 48]],
    ['the last trade without a bar', [0, 24, 69], [0, 24, 69]],
    ['a day of 23 hours', [0, 24, 47, 71], [0, 24, 47, 71]],
    ['a day of 25 hours', [0, 24, 49, 73], [0, 24, 49, 73]],
    ['a weekend between', [0, 24, 96, 100], [0, 24, 96]],
    ['rows in another order', [60, 0, 48, 24], [0, 24, 48]],
  ])('separates days: %s', (_, rows, days) => {
    const found = tradingDays(rows.map((hours) => point(hours, 100 + hours)));

    expect(found.map(({ at }) => (at - MONDAY) / HOUR_MS)).toEqual(days);
    expect(found.at(-1)?.price).toBe(100 + Math.max(...rows));
  });

  it('takes the price of the last row that has one', () => {
    const found = tradingDays([point(0, 70), point(24, 71), point(48, null), point(60, 77), point(61, null)]);

    expect(found.map(({ price }) => price)).toEqual([70, 71, 77]);
  });
});
