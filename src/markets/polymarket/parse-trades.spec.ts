import { readJson, UnreadableError } from '../../common/foreign-json';
import { describeShared, readShared } from '../../../test/support/shared-data';
import { parsePolymarketTrades } from './parse-trades';

const row = (changes: Record<string, unknown> = {}) => ({
  proxyWallet: '0xABCDEF',
  side: 'BUY',
  asset: '111',
  conditionId: `0x${'CD'.repeat(32)}`,
  size: 40_000,
  price: 0.48,
  timestamp: 1_790_000_000,
  title: 'Will the truce hold through June?',
  slug: 'truce-june',
  eventSlug: 'truce',
  outcome: 'Yes',
  transactionHash: '0xFF01',
  ...changes,
});

describe('parsePolymarketTrades', () => {
  it('reads a trade and works out its cash', () => {
    expect(parsePolymarketTrades([row()])[0]).toEqual({
      ticker: `0x${'cd'.repeat(32)}`,
      wallet: '0xabcdef',
      side: 'BUY',
      asset: '111',
      outcome: 'Yes',
      size: 40_000,
      price: 0.48,
      usd: 19_200,
      tradedAt: 1_790_000_000_000,
      transactionHash: '0xff01',
      title: 'Will the truce hold through June?',
      slug: 'truce-june',
      eventSlug: 'truce',
    });
  });

  it('leaves out whatever moves money without being a trade', () => {
    const redeem = row({ type: 'REDEEM', side: '', asset: '', price: 0, size: 10_980_911 });

    expect(parsePolymarketTrades([redeem, row({ type: 'TRADE' })])).toHaveLength(1);
  });

  it('accepts an empty page and refuses what is no list of trades', () => {
    expect(parsePolymarketTrades([])).toEqual([]);
    expect(() => parsePolymarketTrades([{ question: 'Q?' }])).toThrow(UnreadableError);
    expect(() => parsePolymarketTrades({ error: 'offset too large' })).toThrow(UnreadableError);
  });
});

describeShared('parsePolymarketTrades on captured answers', () => {
  it.each([
    ['smartmoney-trades.json', 5],
    ['smartmoney-activity_all.json', 42],
    ['pscanner-activity.json', 10],
  ])('finds the trades of %s', (file, count) => {
    const trades = parsePolymarketTrades(
      readJson(readShared('payloads', 'polymarket', 'data-api', file)),
    );

    expect(trades).toHaveLength(count);
    for (const { price, usd, size } of trades) {
      expect(price).toBeGreaterThan(0);
      expect(price).toBeLessThan(1);
      expect(usd).toBeCloseTo(size * price, 1);
    }
  });
});
