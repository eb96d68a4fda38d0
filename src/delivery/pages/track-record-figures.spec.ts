import { copiedAt } from './record-line';
import { copiesWords } from './registry-page';
import type { ReceiptResponse } from '../../receipts/receipt.dto';
import { receiptShown } from './shown';
import { decidedMarkets, worstDrawdown } from './track-record-figures';
import type { TradeRow } from '../../receipts/receipt';

describe('the worst way down', () => {
  it('runs from a high to the lowest point before the next high', () => {
    const values = [0, 50, 20, 40, -10, 60, 45];
    const points = values.map((value, at) => ({ at, value }));

    expect(worstDrawdown(points)).toEqual({ span: [1, 4], lost: 60 });
  });

  it('is empty without losses', () => {
    expect(
      worstDrawdown([
        { at: 0, value: 1 },
        { at: 1, value: 2 },
      ]),
    ).toBeNull();
  });
});

describe('the sentence on copies elsewhere', () => {
  it.each([
    [0, 35, null, false, 'No day has a copy in the web archive yet.'],
    [0, 35, 'no keys', false, 'No copies are asked for now: no keys.'],
    [1, 35, null, false, '1 day of them is copied to the web archive.'],
    [34, 35, 'no keys', false, '34 days of them are copied to the web archive. No copies are asked for now: no keys.'],
    [35, 35, null, false, 'All days are copied to the web archive.'],
    [1, 1, null, false, 'The day is copied to the web archive.'],
    [0, 35, null, true, 'The web archive of this demo is as invented as its markets: its copies prove nothing.'],
  ])('of %d of %d days is true', (copied, days, off, demo, words) => {
    expect(copiesWords(copied, days, off, demo)).toBe(words);
  });

  it('is dated by the address of the copy', () => {
    const address = 'https://web.archive.org/web/20261119001400/https://v.example/api/registry/2026-11-18.json';

    expect(copiedAt(address)).toBe('2026-11-19T00:14:00.000000Z');
    expect(copiedAt(null)).toBeNull();
  });
});

describe('a trade on NO', () => {
  const row = (side: 'YES' | 'NO', mid: number): TradeRow => ({
    trade: {
      trade_id: `t-${side}`,
      exchange: 'kalshi',
      ticker: side,
      side,
      status: 'closed',
      opened_at: '2026-11-20T00:00:00.000000Z',
      entry_price: mid + 0.01,
      entry_mid: mid,
      size: 10,
      probability_yes: 0.57,
      exit_reason: 'settled',
      population: 'own',
    },
    prediction: null,
    settlement: {
      resolved_at: '2026-11-25T00:00:00.000000Z',
      outcome: 'YES',
      settlement_yes_price: 1,
      status: 'settled',
      settled_by: 'exchange',
    },
  });

  it('uses the price of YES on the track record', () => {
    const decided = decidedMarkets([row('NO', 0.155), row('YES', 0.4)]);

    expect(Object.fromEntries(decided.map(({ ticker, market }) => [ticker, market]))).toEqual({ NO: 0.845, YES: 0.4 });
  });

  it.each([
    ['NO', 0.155, 'NO 43', 'NO 16'],
    ['YES', 0.4, 'YES 57', 'YES 40'],
  ] as const)('%s uses the price of the side bought on its receipt', (side, mid, model, market) => {
    const { trade, settlement } = row(side, mid);
    const prediction = { made_at: null, probability_yes: 0.57, confidence: null, direction: null };
    const closed = { closed_at: null, exit_price: null, fee_usd: 0, exit_fee_usd: 0, net_pnl: -1 };
    const told = receiptShown({
      ...trade,
      ...closed,
      entry_mid: mid,
      exit_reason: 'settled',
      question: null,
      prediction,
      settlement,
      records: [],
    } as unknown as ReceiptResponse);

    expect([told['probability'], told['entry_mid']]).toEqual([`${model}\u00A0%`, `${market}\u00A0%`]);
  });
});
