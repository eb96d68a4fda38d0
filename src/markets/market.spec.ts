import { distinctMarkets, isFinal, MARKET_STATUSES, settledAt, type Market } from './market';

describe('settledAt', () => {
  it.each([
    [1, 'YES'],
    [0.5, 'YES'],
    [0.4999, 'NO'],
    [0, 'NO'],
    [null, null],
  ] as const)('names the outcome of a settlement at %s %s', (price, outcome) => {
    expect(settledAt(price, null).outcome).toBe(outcome);
  });
});

describe('isFinal', () => {
  it('holds for settled and void markets only', () => {
    expect(MARKET_STATUSES.filter((status) => isFinal(status))).toEqual(['settled', 'void']);
  });
});

describe('distinctMarkets', () => {
  it('keeps the first of several records of a market, in order', () => {
    const market = (ticker: string, question: string) => ({ exchange: 'kalshi', ticker, question }) as Market;

    const kept = distinctMarkets([market('A', '1'), market('B', '2'), market('A', '3')]);

    expect(kept.map((each) => each.question)).toEqual(['1', '2']);
  });
});
