import { weighed } from './doubt';
import type { Market } from './market';
import type { ReadBook } from './quote';

const LIVELY = { yes_bid: 0.61, yes_ask: 0.63, yes_price: 0.62 };
const NO_QUOTE = { yes_bid: null, yes_ask: null, yes_price: null };

const listed = (quote: Partial<Market>): Market =>
  ({ status: 'open', bid_size: null, ask_size: null, raw_sha256: 'a', ...quote }) as Market;

const book = (bid: number | null, ask: number | null): ReadBook => ({
  bid,
  ask,
  bid_size: 100,
  ask_size: 100,
  raw_sha256: 'b',
});

const before = (doubted: readonly [number, number] | null = null) => ({
  ...LIVELY,
  doubted_bid: doubted?.[0] ?? null,
  doubted_ask: doubted?.[1] ?? null,
});

describe('a book and its listing', () => {
  it('moves nothing while it is hollow, however often it is seen', () => {
    for (const seen of [null, [0.01, 0.99]] as const) {
      const { market, doubt } = weighed(listed(LIVELY), book(0.01, 0.99), before(seen));
      expect(market).toMatchObject({ yes_price: 0.62, bid_size: null });
      expect(doubt?.reason).toBe('0.01/0.99 against 0.61/0.63 of the listing');
    }
  });

  it.each([
    ['as far as 0.20 beyond the listing', 0.83, 0.85, true],
    ['farther', 0.84, 0.86, false],
    ['as wide as 0.30', 0.47, 0.77, true],
    ['wider', 0.46, 0.77, false],
  ])('is believed at once or not: %s', (_, bid, ask, isBelieved) => {
    expect(weighed(listed(LIVELY), book(bid, ask), before()).doubt === null).toBe(isBelieved);
  });
});

describe('a book of a market whose listing has no quote', () => {
  it('is compared with the last look, until the next one agrees', () => {
    const first = weighed(listed(NO_QUOTE), book(0.01, 0.99), before());
    const second = weighed(listed(NO_QUOTE), book(0.01, 0.99), before([0.01, 0.99]));

    expect(first.market).toMatchObject({ ...LIVELY, bid_size: null, raw_sha256: null });
    expect(first.doubt).toEqual({ bid: 0.01, ask: 0.99, reason: '0.01/0.99 against 0.61/0.63 at the last look' });
    expect(second.market).toMatchObject({ yes_bid: 0.01, yes_ask: 0.99, yes_price: 0.5, bid_size: 100 });
    expect(second.doubt).toBeNull();
  });

  it('is accepted where nothing is known, and near the earlier price', () => {
    expect(weighed(listed(NO_QUOTE), book(0.01, 0.99), undefined)).toMatchObject({ doubt: null });
    expect(weighed(listed(NO_QUOTE), book(0.58, 0.6), before()).market.yes_price).toBe(0.59);
  });
});

describe('a listing without a book', () => {
  it('is compared with the last look', () => {
    const hollow = { yes_bid: 0.01, yes_ask: 0.99, yes_price: 0.5 };

    expect(weighed(listed(hollow), undefined, before())).toMatchObject({ market: LIVELY, doubt: { bid: 0.01 } });
    expect(weighed(listed(hollow), undefined, before([0.01, 0.99]))).toMatchObject({ market: hollow, doubt: null });
  });
});
