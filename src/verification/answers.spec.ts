import { sha256Hex } from '../platform/common/sha256';
import { checkAnswer } from './answers';
import type { LoggedDocument } from './documents';
import { Members } from './received-json';

const document = (kind: LoggedDocument['record']['kind'], members: Record<string, unknown>): LoggedDocument => ({
  index: 0,
  record: { id: 'd', kind, made_at: '2026-01-02T00:00:00.000000Z', sha256: sha256Hex('d') },
  members: new Members('d', members),
  proven: true,
});

const bundle = (exchange: string, ticker: string, quote: Record<string, unknown>): LoggedDocument =>
  document('bundle', { input: { question: { exchange, ticker }, market: quote } });

const TICKER = `0x${'ab'.repeat(32)}`;
const GAMMA = {
  id: '5',
  question: 'Will it?',
  conditionId: TICKER,
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.42", "0.58"]',
  bestBid: 0.41,
  bestAsk: 0.43,
  active: true,
  closed: false,
};
const KALSHI = {
  ticker: 'KX-A',
  title: 'Will it?',
  status: 'active',
  yes_bid_dollars: '0.4100',
  yes_ask_dollars: '0.4300',
};
const BOOK = {
  asset_id: '1',
  bids: [
    { price: '0.40', size: '3' },
    { price: '0.41', size: '9' },
  ],
  asks: [{ price: '0.43', size: '2' }],
};

const answers: readonly (readonly [string, string, string, unknown])[] = [
  ['a market of Gamma', 'polymarket', TICKER, GAMMA],
  ['a book of the CLOB', 'polymarket', TICKER, BOOK],
  ['a market of Kalshi', 'kalshi', 'KX-A', KALSHI],
];

describe('answers of exchanges', () => {
  it.each(answers)('%s is held against the quote that was read from it', (_, exchange, ticker, said) => {
    const text = JSON.stringify(said);
    const check = (quote: Record<string, unknown>): void => {
      checkAnswer(bundle(exchange, ticker, quote), text);
    };
    check({ yes_bid: 0.41, yes_ask: 0.43 });
    check({ yes_bid: null, yes_ask: 0.43 });
    expect(() => {
      check({ yes_bid: 0.21, yes_ask: 0.43 });
    }).toThrow('bundle d: yes_bid is 0.21, and the answer of its exchange that it names says 0.41');
    expect(() => {
      check({ yes_bid: 0.41, yes_ask: 0.63 });
    }).toThrow(/yes_ask is 0.63/);
  });

  it.each([
    ['polymarket', TICKER, BOOK],
    ['kalshi', 'KX-A', { ...KALSHI, yes_bid_size_fp: '9.00', yes_ask_size_fp: '2.00' }],
  ])('of %s is held against the size that is offered', (exchange, ticker, said) => {
    const check = (quote: Record<string, unknown>): void => {
      checkAnswer(bundle(exchange, ticker, quote), JSON.stringify(said));
    };
    check({ bid_size: 9, ask_size: 2 });
    check({ bid_size: null, ask_size: 2 });
    expect(() => {
      check({ bid_size: 9, ask_size: 20 });
    }).toThrow(/ask_size is 20, .* says 2/);
  });

  it('is held against the instant of an outcome, where it states one', () => {
    const said = { ...KALSHI, status: 'finalized', result: 'yes', settlement_ts: '2026-01-01T12:00:00Z' };
    const check = (resolvedAt: string, stated = true): void => {
      const members = {
        exchange: 'kalshi',
        ticker: 'KX-A',
        status: 'settled',
        settlement_yes_price: 1,
        outcome: 'YES',
      };
      const at = { resolved_at: resolvedAt, resolved_at_stated: stated };
      checkAnswer(document('settlement', { ...members, ...at }), JSON.stringify(said));
    };
    check('2026-01-01T12:00:00.000000Z');
    check('2026-01-01T13:00:00.000000Z', false);
    expect(() => {
      check('2026-01-01T13:00:00.000000Z');
    }).toThrow(/resolved_at is "2026-01-01T13:00:00.000000Z", .* says "2026-01-01T12:00:00.000000Z"/);
  });

  it('is of the market that names it', () => {
    expect(() => {
      checkAnswer(bundle('kalshi', 'KX-B', {}), JSON.stringify(KALSHI));
    }).toThrow(/about "KX-A"/);
  });

  it.each([
    ['kalshi', 'KX-A', { ...KALSHI, status: 'finalized', result: 'yes' }],
    ['polymarket', TICKER, { ...GAMMA, closed: true, umaResolutionStatus: 'resolved', outcomePrices: '["1", "0"]' }],
  ])('of %s is held against how a market ended', (exchange, ticker, said) => {
    const settled = (members: Record<string, unknown>): LoggedDocument =>
      document('settlement', {
        exchange,
        ticker,
        status: 'settled',
        settlement_yes_price: 1,
        outcome: 'YES',
        ...members,
      });
    checkAnswer(settled({}), JSON.stringify(said));
    expect(() => {
      checkAnswer(settled({ outcome: 'NO' }), JSON.stringify(said));
    }).toThrow(/outcome is "NO"/);
    expect(() => {
      checkAnswer(settled({ settlement_yes_price: 0 }), JSON.stringify(said));
    }).toThrow(/settlement_yes_price is 0/);
  });

  it.each(['not JSON', '{}', '[]', '{"markets":[]}', '[[[[[[[]]]]]]]'])('%s is compared with nothing', (text) => {
    checkAnswer(bundle('kalshi', 'KX-A', { yes_bid: 0.21, yes_ask: 0.43 }), text);
  });
});
