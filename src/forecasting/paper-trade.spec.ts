import { feeUsd } from '../markets/taker-fee';
import { decideExit, decideTrade, entryPrice, exitPrice, netPnl, ofSide } from './paper-trade';

const rules = { minConfidence: 0.74, minEdge: 0.05, stakeUsd: 100 };
const book = { yes_bid: 0.4, yes_ask: 0.42, bid_size: 1_000, ask_size: 1_000 };
const forecast = { probability_yes: 0.5, confidence: 0.8, direction: 'YES', reasoning: '' } as const;

describe('executable prices', () => {
  it('buys YES at the ask and NO at 1 − bid, and sells at the other end', () => {
    expect([entryPrice('YES', book), entryPrice('NO', book)]).toEqual([0.42, 0.6]);
    expect([exitPrice('YES', book), exitPrice('NO', book)]).toEqual([0.4, 0.58]);
  });

  it('has no price where nobody quotes', () => {
    expect(entryPrice('NO', { ...book, yes_bid: null })).toBeNull();
    expect(exitPrice('YES', { yes_bid: 0, yes_ask: 0.4 })).toBeNull();
  });
});

describe('decideTrade', () => {
  it('buys the side with the edge, as whole contracts for the stake', () => {
    expect(decideTrade(forecast, book, rules)).toEqual({
      kind: 'trade',
      side: 'YES',
      price: 0.42,
      edge: 0.08,
      size: 238,
    });
    expect(decideTrade({ ...forecast, probability_yes: 0.3 }, book, rules)).toMatchObject({
      side: 'NO',
      price: 0.6,
      edge: 0.1,
    });
  });

  it('buys no more than is offered at the price, and nothing where that is not known', () => {
    const sized = { ...book, ask_size: 100.5, bid_size: 7 };
    const size = (forecasted: typeof forecast, on = sized) => decideTrade(forecasted, on, rules);

    expect(size(forecast)).toMatchObject({ side: 'YES', size: 100 });
    expect(size({ ...forecast, probability_yes: 0.3 as 0.5 })).toMatchObject({
      side: 'NO',
      size: 7,
    });
    expect(size(forecast, { ...sized, ask_size: 0.9 })).toMatchObject({ kind: 'none' });
    expect(decideTrade(forecast, { ...book, ask_size: null }, rules)).toEqual({
      kind: 'none',
      reason: 'how much is offered is not known',
    });
  });

  it('trades at an edge of exactly spread plus margin, and not below', () => {
    expect(decideTrade({ ...forecast, probability_yes: 0.49 }, book, rules).kind).toBe('trade');
    expect(decideTrade({ ...forecast, probability_yes: 0.489 }, book, rules).kind).toBe('none');
  });

  it.each([
    ['a confidence below the threshold', { ...forecast, confidence: 0.739 }, book, 'confidence'],
    ['a skipped call', { ...forecast, direction: 'SKIP' as const }, book, 'no call'],
    ['a crossed book', forecast, { ...book, yes_bid: 0.43 }, 'above ask'],
    ['a one-sided book', forecast, { ...book, yes_bid: null }, 'two-sided'],
  ])('refuses %s', (_, given, quoted, reason) => {
    expect(decideTrade(given, quoted, rules)).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining(reason),
    });
  });
});

describe('exits', () => {
  it('takes profit at 97 % of the way to 1 and stops at a tenth of the entry', () => {
    const depth = { bid_size: 100, ask_size: 100 };
    expect(decideExit('YES', 0.4, 101, { yes_bid: 0.982, yes_ask: 0.99, ...depth })).toBeNull();
    expect(decideExit('YES', 0.4, 100, { yes_bid: 0.982, yes_ask: 0.99, ...depth })).toEqual({
      reason: 'take_profit',
      price: 0.982,
    });
    expect(decideExit('YES', 0.4, 100, { yes_bid: 0.981, yes_ask: 0.99, ...depth })).toBeNull();
    expect(decideExit('NO', 0.6, 100, { yes_bid: 0.9, yes_ask: 0.94, ...depth })).toEqual({
      reason: 'stop_loss',
      price: 0.06,
    });
    expect(decideExit('NO', 0.6, 100, { yes_bid: 0.9, yes_ask: 0.93, ...depth })).toBeNull();
    expect(decideExit('YES', 0.4, 100, { yes_bid: null, yes_ask: 0.01, ...depth })).toBeNull();
    expect(decideExit('YES', 0.4, 1, { yes_bid: 0.982, yes_ask: 0.99, ...depth, bid_size: null })).toBeNull();
    expect(decideExit('YES', 0.4, 100, { yes_bid: 0.995, yes_ask: 0.99, ...depth })).toBeNull();
  });

  it('pays each side its part of a split', () => {
    expect([ofSide('YES', 0.25), ofSide('NO', 0.25)]).toEqual([0.25, 0.75]);
  });

  it('counts fees of both fills', () => {
    expect(feeUsd('kalshi', 100, 0.5)).toBe(1.75);
    expect(feeUsd('kalshi', 1, 0.5)).toBe(0.02);
    expect(feeUsd('kalshi', 100, 0.5, { fee_rate: 0.07 })).toBe(1.75);
    expect(feeUsd('kalshi', 100, 0.5, { fee_rate: 0.035 })).toBe(0.88);
    expect(feeUsd('kalshi', 100, 0.5, { fee_rate: 0 })).toBe(0);
    expect(feeUsd('polymarket', 100, 0.5)).toBe(0);
    expect(feeUsd('polymarket', 100, 0.5, { fee_rate: 0.04, fee_exponent: 1 })).toBe(1);
    expect(feeUsd('polymarket', 7, 0.33, { fee_rate: 0.05, fee_exponent: 2 })).toBe(0.0171);
    expect(netPnl(238, 0.42, 1, 0)).toBe(138.04);
    expect(netPnl(100, 0.5, 0, 1.75)).toBe(-51.75);
  });
});
