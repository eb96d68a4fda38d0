import { UnreadableError } from '../../platform/common/foreign-json';
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

  it('accepts an empty page and refuses other documents', () => {
    expect(parsePolymarketTrades([])).toEqual([]);
    expect(() => parsePolymarketTrades([{ question: 'Q?' }])).toThrow(UnreadableError);
    expect(() => parsePolymarketTrades({ error: 'offset too large' })).toThrow(UnreadableError);
  });
});
