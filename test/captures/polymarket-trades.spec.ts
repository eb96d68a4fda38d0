import { readJson } from '../../src/platform/common/foreign-json';
import { parsePolymarketTrades } from '../../src/markets/polymarket/parse-trades';
import { readCapture } from './captured';

describe('parsePolymarketTrades on captured answers', () => {
  it.each([
    ['smartmoney-trades.json', 5],
    ['smartmoney-activity_all.json', 42],
    ['pscanner-activity.json', 10],
  ])('finds the trades of %s', (file, count) => {
    const trades = parsePolymarketTrades(readJson(readCapture('payloads', 'polymarket', 'data-api', file)));

    expect(trades).toHaveLength(count);
    for (const { price, usd, size } of trades) {
      expect(price).toBeGreaterThan(0);
      expect(price).toBeLessThan(1);
      expect(usd).toBeCloseTo(size * price, 1);
    }
  });
});
