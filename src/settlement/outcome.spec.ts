import { gradedState, outcomeOf, settleTrade } from './outcome';

const market = { exchange: 'kalshi', ticker: 'K', status: 'settled' } as const;

describe('outcomeOf', () => {
  it.each([
    [1, 'YES'],
    [0.5, 'YES'],
    [0.4999, 'NO'],
    [0, 'NO'],
  ])('names a settlement at %d %s', (price, outcome) => {
    expect(outcomeOf(price)).toBe(outcome);
  });

  it('names none where stakes were returned', () => {
    expect(outcomeOf(null)).toBeNull();
  });
});

describe('gradedState', () => {
  it.each([
    ['settled', 1, 'resolved'],
    ['settled', 0, 'resolved'],
    ['settled', 0.995, 'resolved'],
    ['settled', 0.2, 'void'],
    ['void', 0.5, 'void'],
    ['void', 1, 'void'],
    ['settled', null, 'void'],
  ] as const)('calls %s at %s %s', (status, settlement_yes_price, state) => {
    expect(gradedState({ ...market, status, settlement_yes_price: settlement_yes_price })).toBe(state);
  });
});

describe('settleTrade', () => {
  const trade = { side: 'NO', entry_price: 0.6, size: 100, fee_usd: 1.68 } as const;

  it('pays the side that was bought', () => {
    expect(settleTrade(trade, 0)).toEqual({ price: 1, netPnl: 38.32 });
    expect(settleTrade(trade, 1)).toEqual({ price: 0, netPnl: -61.68 });
    expect(settleTrade(trade, 0.5)).toEqual({ price: 0.5, netPnl: -11.68 });
  });

  it('loses only the fee where stakes were returned', () => {
    expect(settleTrade(trade, null)).toEqual({ price: 0.6, netPnl: -1.68 });
  });
});
