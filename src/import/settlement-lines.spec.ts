import { importedSettlement, type SettlementLine } from './settlement-lines';

const LINE: SettlementLine = {
  exchange: 'kalshi',
  ticker: 'KX-1',
  resolved_at: '2026-07-20T10:00:00Z',
  settlement_yes_price: 1,
};

describe('a settlement to import', () => {
  it('has happened', () => {
    expect(importedSettlement(LINE, '2026-07-20T10:00:00.000000Z')).toMatchObject({
      resolved_at: '2026-07-20T10:00:00.000000Z',
      status: 'settled',
    });
    expect(importedSettlement(LINE, '2026-07-20T09:59:59.000000Z')).toEqual({
      field: 'resolved_at',
      message: 'is in the future',
    });
  });
});
