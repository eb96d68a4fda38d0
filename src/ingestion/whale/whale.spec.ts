import type { Trade } from '../../markets/polymarket/parse-trades';
import { tradeItems, whaleItems } from './whale';

const trade = (changes: Partial<Trade> = {}): Trade => ({
  ticker: `0x${'cd'.repeat(32)}`,
  wallet: '0xab',
  side: 'BUY',
  asset: '111',
  outcome: 'No',
  size: 40_000,
  price: 0.48,
  usd: 19_200,
  tradedAt: 1_790_000_000_000,
  transactionHash: '0xff',
  title: 'Will the truce hold through June?',
  slug: 'truce-june',
  eventSlug: 'truce',
  ...changes,
});

describe('whaleItems', () => {
  it('keeps trades of at least the threshold', () => {
    const trades = [trade({ usd: 10_000 }), trade({ usd: 9_999.99, size: 2 }), trade({ usd: 50_000, size: 3 })];

    expect(whaleItems(trades, 10_000).map(({ attributes }) => attributes['usd'])).toEqual([10_000, 50_000]);
  });

  it('states buyer, amount, price and contract', () => {
    expect(whaleItems([trade()], 1)[0]).toMatchObject({
      title: '$19,200 bought No at 0.48: Will the truce hold through June?',
      url: 'https://polymarket.com/event/truce/truce-june',
      publishedAt: 1_790_000_000_000,
    });
  });
});

describe('tradeItems', () => {
  it('distinguishes the fills of one transaction, equal ones too', () => {
    const keys = tradeItems([trade(), trade(), trade({ size: 5 }), trade({ wallet: '0xcd' })]).map(({ key }) => key);

    expect(new Set(keys).size).toBe(4);
  });

  it('has the same identities for a page that is read again, also behind newer trades', () => {
    const page = [trade(), trade(), trade({ size: 5 })];
    const again = [trade({ transactionHash: '0xee' }), ...page];

    expect(
      tradeItems(again)
        .slice(1)
        .map(({ key }) => key),
    ).toEqual(tradeItems(page).map(({ key }) => key));
  });
});
