import { faultText, readCheckedLines, type LineFault } from '../platform/common/checked-lines';
import {
  importedPrediction,
  importedTrade,
  PREDICTION_LINE_SCHEMA,
  TRADE_LINE_SCHEMA,
  type PredictionLine,
  type TradeLine,
} from './prediction-lines';

const NOW = '2026-08-01T00:00:00.000000Z';

const PREDICTION = {
  exchange: 'kalshi',
  ticker: 'KX-1',
  question: 'Will it?',
  resolves_at: '2026-09-01T00:00:00Z',
  made_at: '2026-07-01T14:00:00+02:00',
  probability_yes: 0.62,
  confidence: 0.8,
  direction: 'YES',
  reasoning: 'Because.',
  market_yes_bid: 0.4,
  market_yes_ask: 0.42,
};

const TRADE = {
  exchange: 'polymarket',
  ticker: 'KX-1',
  side: 'YES',
  opened_at: '2026-07-01T12:00:00Z',
  entry_price: 0.42,
  size: 100,
  confidence: 0.8,
  closed_at: '2026-07-20T00:00:00Z',
  exit_price: 1,
  exit_reason: 'settled',
};

/** The stored row of one line, or its fault. */
const read = <T>(schema: object, text: string, store: (line: T) => object): unknown => {
  const faults: LineFault[] = [];
  const [stored] = readCheckedLines<T>(text, schema, faults).map(({ value }) => store(value));
  return stored ?? faults.map(faultText).join('\n');
};

const prediction = (text: string): unknown =>
  read<PredictionLine>(PREDICTION_LINE_SCHEMA, text, (line) => importedPrediction(line, 'import:test', NOW));

const trade = (change: object): unknown =>
  read<TradeLine>(TRADE_LINE_SCHEMA, JSON.stringify({ ...TRADE, ...change }), (line) =>
    importedTrade(line, 'import:test', null, NOW),
  );

describe('lines to import', () => {
  it('keep an instant in UTC', () => {
    expect(prediction(JSON.stringify(PREDICTION))).toMatchObject({
      made_at: '2026-07-01T12:00:00.000000Z',
    });
  });

  it.each(['+99:99', '+24:00', '-00:60'])('have no offset %s', (offset) => {
    const text = JSON.stringify({ ...PREDICTION, made_at: `2026-07-01T14:00:00${offset}` });
    expect(prediction(text)).toMatch(/^line 1: made_at: must be: RFC 3339/);
  });

  it.each([
    ['NUL', 'KX\0'],
    ['a line break', 'KX\n1'],
    ['a lone surrogate', 'KX\ud800'],
    ['a right-to-left override', 'KX\u202e1'],
    ['an isolate', '\u2066KX\u2069'],
    ['a byte order mark', '\ufeffKX'],
    ['a zero-width joiner', 'K\u200dX'],
    ['only a blank', ' '],
    ['a blank inside', 'KX 1'],
    ['a no-break space', 'KX\u00a0'],
    ['a filler that shows nothing', '\u3164'],
  ])('have no ticker with %s', (_, ticker) => {
    const text = JSON.stringify({ ...PREDICTION, ticker });
    expect(prediction(text)).toMatch(/^line 1: ticker: must be: The ticker/);
  });

  it.each(['KXFED-25DEC-T4.25', '0x9c1a', 'will-it-happen?', 'ÜBER/1'])('take %s', (ticker) => {
    expect(prediction(JSON.stringify({ ...PREDICTION, ticker }))).toMatchObject({ ticker });
  });

  it('refuse future outcomes', () => {
    const later = { ...PREDICTION, made_at: '2026-08-01T00:00:00.000001Z' };
    const message = 'is in the future';
    expect(prediction(JSON.stringify(later))).toEqual({ field: 'made_at', message });
    expect(trade({ opened_at: '2030-01-01T00:00:00Z' })).toEqual({ field: 'opened_at', message });
    expect(trade({ closed_at: '2030-01-01T00:00:00Z' })).toEqual({ field: 'closed_at', message });
  });

  it('have no bid above the ask', () => {
    expect(prediction(JSON.stringify({ ...PREDICTION, market_yes_bid: 0.43 }))).toEqual({
      field: 'market_yes_bid',
      message: 'is above market_yes_ask',
    });
  });

  it('have each key once, at any depth', () => {
    const text = JSON.stringify(PREDICTION);
    expect(prediction(text.replace('{', '{"made_at":"2026-07-01T12:00:00Z",'))).toBe('line 1: made_at: occurs twice');
    expect(prediction(text.replace('{', '{"m\\u0061de_at":"2026-07-01T12:00:00Z",'))).toBe(
      'line 1: made_at: occurs twice',
    );
  });

  it('have the gain that follows from their prices', () => {
    expect(trade({ net_pnl: 58 })).toMatchObject({ net_pnl: 58 });
    expect(trade({ net_pnl: 57, fee_usd: 1 })).toMatchObject({ net_pnl: 57 });
    expect(trade({ net_pnl: 580 })).toMatchObject({
      field: 'net_pnl',
      message: expect.stringContaining('which is 58;') as string,
    });
    const open = { closed_at: null, exit_price: null, exit_reason: null };
    expect(trade({ ...open, net_pnl: 1 })).toMatchObject({ field: 'net_pnl' });
  });

  it.each([
    ['a number beyond all numbers', /"size":100/, '"size":1e400', 'is not one JSON value'],
    ['a negative size', /"size":100/, '"size":-1', 'size: must be > 0'],
    ['a size of nothing', /"size":100/, '"size":-0.0', 'size: must be > 0'],
    ['a size written as a text', /"size":100/, '"size":"100"', 'size: must be number'],
    ['a price above one', /"entry_price":0.42/, '"entry_price":1.0000001', 'entry_price: must be <= 1'],
    ['an unknown member', /^\{/, '{"side_effect":1,', 'side_effect: is not a known field'],
    ['a member of every object', /^\{/, '{"__proto__":{"size":1},', '__proto__: is not a known field'],
    ['a second value behind it', /$/, ' {}', 'is not one JSON value'],
    ['a byte order mark inside', /^\{/, '{\ufeff', 'is not one JSON value'],
    ['NaN', /"size":100/, '"size":NaN', 'is not one JSON value'],
    ['ten megabytes', /^\{/, `{"note":"${'x'.repeat(10_000_000)}",`, 'is not one JSON value'],
    [
      'ten thousand lists in each other',
      /"size":100/,
      `"size":${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      'is not one JSON value',
    ],
  ])('are refused with %s', (_, found, put, said) => {
    const text = JSON.stringify(TRADE).replace(found, put);
    const told = read<TradeLine>(TRADE_LINE_SCHEMA, text, (line) => importedTrade(line, 'import:test', null, NOW));
    expect(told).toEqual(expect.stringContaining(`line 1: `));
    expect(told).toEqual(expect.stringContaining(said));
  });

  it('may begin with a byte order mark and end with CR LF', () => {
    expect(prediction(`\ufeff${JSON.stringify(PREDICTION)}\r\n`)).toMatchObject({ ticker: 'KX-1' });
  });
});
