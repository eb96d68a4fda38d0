import { UnreadableError } from '../../platform/common/foreign-json';
import { isCombination, parseKalshiMarkets, readKalshiMarkets } from './parse-markets';

/** A market of the wire since 2026: decimal strings only. */
const decimal = (changes: Record<string, unknown> = {}) => ({
  ticker: 'KXTRUCE-27-JUN',
  event_ticker: 'KXTRUCE-27',
  title: 'When will the truce be signed?',
  yes_sub_title: 'Before June',
  status: 'active',
  market_type: 'binary',
  yes_bid_dollars: '0.4100',
  yes_ask_dollars: '0.4300',
  no_bid_dollars: '0.5700',
  no_ask_dollars: '0.5900',
  last_price_dollars: '0.4000',
  volume_fp: '1200.50',
  close_time: '2099-01-01T00:00:00Z',
  expected_expiration_time: '2027-06-01T14:00:00Z',
  result: '',
  ...changes,
});

const parseOne = (changes: Record<string, unknown> = {}) =>
  parseKalshiMarkets({ markets: [decimal(changes)], cursor: '' }).markets[0];

const final = (changes: Record<string, unknown>) =>
  parseOne({ status: 'finalized', settlement_ts: '2027-06-01T14:03:45.764968Z', ...changes });

describe('parseKalshiMarkets', () => {
  it.each([
    ['too long for an index', 'K'.repeat(100_000)],
    ['with a zero byte', 'KX\u0000-27'],
    ['with half a character', 'KX\ud800-27'],
    ['with an invisible character', 'KX\u200b-27'],
    ['that is a list', ['KX-27']],
    ['that is nothing', null],
  ])('refuses a market whose ticker is one %s, and keeps the others', (_, ticker) => {
    const { markets } = parseKalshiMarkets({
      markets: [decimal({ ticker: 'KX-1' }), decimal({ ticker }), decimal({ ticker: 'KX-3' })],
      cursor: '',
    });

    expect(markets.map((market) => market.ticker)).toEqual(['KX-1', 'KX-3']);
  });

  it('reads a market in decimal strings', () => {
    expect(parseOne()).toEqual({
      exchange: 'kalshi',
      ticker: 'KXTRUCE-27-JUN',
      question: 'When will the truce be signed?',
      titled: true,
      fee_rate: null,
      fee_exponent: null,
      url: 'https://kalshi.com/markets/kxtruce-27',
      status: 'open',
      binary: true,
      yes_price: 0.42,
      yes_bid: 0.41,
      yes_ask: 0.43,
      resolves_at: '2027-06-01T14:00:00.000000Z',
      outcome: null,
      settlement_yes_price: null,
      resolved_at: null,
      placeholder: false,
      rules: null,
      rules_secondary: null,
      resolution_source: null,
      opens_at: null,
      closes_at: '2099-01-01T00:00:00.000000Z',
      expected_resolution_at: '2027-06-01T14:00:00.000000Z',
      strike: null,
      group_title: 'Before June',
      group_order: null,
      event: {
        id: 'KXTRUCE-27',
        title: null,
        mutually_exclusive: null,
        series: 'KXTRUCE',
      },
      category: null,
      tags: [],
      yes_token: null,
      volume: 1200.5,
      volume_24h: null,
      liquidity: null,
      open_interest: null,
      bid_size: null,
      ask_size: null,
      raw_sha256: null,
    });
  });

  it('reads the same in integer cents', () => {
    const cents = {
      ...decimal(),
      yes_bid_dollars: undefined,
      yes_ask_dollars: undefined,
      no_bid_dollars: undefined,
      no_ask_dollars: undefined,
      last_price_dollars: undefined,
      volume_fp: undefined,
      yes_bid: 41,
      yes_ask: 43,
      no_bid: 57,
      no_ask: 59,
      last_price: 40,
      volume: 1200,
    };

    expect(parseKalshiMarkets({ market: cents }).markets[0]).toMatchObject({
      yes_bid: 0.41,
      yes_ask: 0.43,
      yes_price: 0.42,
      volume: 1200,
    });
  });

  it('derives YES from the NO side where only that is given', () => {
    expect(parseOne({ yes_bid_dollars: null, yes_ask_dollars: '' })).toMatchObject({
      yes_bid: 0.41,
      yes_ask: 0.43,
    });
  });

  it.each([
    [
      {
        yes_bid_dollars: '0.0000',
        yes_ask_dollars: '1.0000',
        no_bid_dollars: '0.0000',
        no_ask_dollars: '1.0000',
      },
    ],
    [
      {
        yes_bid_dollars: '0.0000',
        yes_ask_dollars: '0.0000',
        no_bid_dollars: '1.0000',
        no_ask_dollars: '1.0000',
      },
    ],
    [{ yes_bid_dollars: null, yes_ask_dollars: null, no_bid_dollars: null, no_ask_dollars: null }],
  ])('reads an empty book as no quote', (book) => {
    expect(parseOne({ ...book, last_price_dollars: '0.0000' })).toMatchObject({
      yes_bid: null,
      yes_ask: null,
      yes_price: null,
    });
    expect(parseOne(book)?.yes_price).toBe(0.4);
  });

  it('uses the title alone as the question, and the sub-title to distinguish rungs', () => {
    expect(parseOne({ yes_sub_title: ' ', subtitle: 'In May' })).toMatchObject({
      question: 'When will the truce be signed?',
      group_title: 'In May',
    });
    expect(parseOne({ title: null })?.question).toBe('Before June');
  });

  it('keeps rules, strike, event and activity', () => {
    const market = decimal({
      rules_primary: 'If a truce is signed\nbefore Jun 1, 2027, then Yes.\u0007',
      rules_secondary: ' ',
      strike_type: 'between',
      floor_strike: 4,
      cap_strike: 5.5,
      custom_strike: { Place: 'Oslo', Nested: {} },
      open_time: '2026-01-01T00:00:00Z',
      volume_24h_fp: '12.5',
      open_interest: 40,
      liquidity_dollars: '0.0000',
      yes_bid_size_fp: '169.86',
      yes_ask_size_fp: '-3',
    });
    const event = {
      event_ticker: 'KXTRUCE-27',
      series_ticker: 'KXTRUCE',
      title: 'Truce by\u202E …?',
      category: 'World',
      mutually_exclusive: false,
      settlement_sources: [{ name: 'A', url: 'x' }, { name: ' ' }, { name: 'B' }],
    };

    expect(parseKalshiMarkets({ event, markets: [market] }).markets[0]).toMatchObject({
      rules: 'If a truce is signed\nbefore Jun 1, 2027, then Yes.',
      rules_secondary: null,
      resolution_source: 'A; B',
      strike: 'between, floor 4, cap 5.5, Place Oslo',
      opens_at: '2026-01-01T00:00:00.000000Z',
      volume_24h: 12.5,
      open_interest: 40,
      liquidity: null,
      bid_size: 169.86,
      ask_size: null,
      event: {
        id: 'KXTRUCE-27',
        title: 'Truce by …?',
        mutually_exclusive: false,
        series: 'KXTRUCE',
      },
      category: 'World',
    });
    expect(parseKalshiMarkets({ events: [{ ...event, markets: [market] }] }).markets[0]?.event?.title).toBe(
      'Truce by …?',
    );
    const long = parseOne({ rules_primary: 'x'.repeat(1e6), yes_sub_title: 'y'.repeat(1e6) });
    expect([long?.rules?.length, long?.group_title?.length]).toEqual([20_000, 500]);
  });

  it.each([
    ['yes', { result: 'yes', settlement_value_dollars: '1.0000' }, 'settled', 'YES', 1],
    ['no, older wire', { status: 'settled', result: 'no', settlement_value: 0 }, 'settled', 'NO', 0],
    ['scalar', { result: 'scalar', settlement_value_dollars: '0.2000' }, 'settled', 'NO', 0.2],
    ['scalar in cents', { result: 'scalar', settlement_value: 62 }, 'settled', 'YES', 0.62],
    ['void', { result: 'void' }, 'void', null, null],
    ['void at a fair price', { result: 'void', settlement_value_dollars: '0.5000' }, 'void', 'YES', 0.5],
    ['final without a result', { result: '', last_price_dollars: '0.9900' }, 'closed', null, null],
    ['determined', { status: 'determined', result: 'yes' }, 'closed', null, null],
    ['disputed', { status: 'disputed', result: 'yes' }, 'disputed', null, null],
    ['amended', { status: 'amended', result: 'no' }, 'disputed', null, null],
    ['unknown word', { status: 'hibernating', result: 'yes' }, 'closed', null, null],
  ])('settles by status and result: %s', (_, changes, status, outcome, settlement_yes_price) => {
    const market = final(changes);

    expect(market).toMatchObject({ status, outcome, settlement_yes_price });
    const isFinal = status === 'settled' || status === 'void';
    expect(market?.resolved_at).toBe(isFinal ? '2027-06-01T14:03:45.764968Z' : null);
  });

  it('falls back to the close of trading for the deadline', () => {
    expect(parseOne({ expected_expiration_time: null })?.resolves_at).toBe('2099-01-01T00:00:00.000000Z');
    expect(parseOne({ expected_expiration_time: '', close_time: '0001-01-01T00:00:00Z' })?.resolves_at).toBeNull();
  });

  it('finds markets in events and returns the cursor of the next page', () => {
    const page = parseKalshiMarkets({
      events: [{ event_ticker: 'KXTRUCE-27', markets: [decimal()] }],
      cursor: 'next',
    });

    expect([page.markets.length, page.nextCursor]).toEqual([1, 'next']);
    expect(parseKalshiMarkets({ events: [{ event_ticker: 'E' }], cursor: '' })).toEqual({
      markets: [],
      nextCursor: null,
    });
  });

  it('refuses errors, trades and books', () => {
    expect(() => parseKalshiMarkets({ error: { code: 'not_found', message: 'not found' } })).toThrow(/not found/);
    expect(() => parseKalshiMarkets({ trades: [{ ticker: 'X', yes_price: 3 }] })).toThrow(UnreadableError);
    expect(() => parseKalshiMarkets({ orderbook: { yes: null } })).toThrow(UnreadableError);
  });

  it('recognises a combination of markets by its ticker', () => {
    expect(isCombination({ ticker: 'KXMVENFLSINGLEGAME-S1-2' })).toBe(true);
    expect(isCombination({ ticker: 'KXTRUCE-27-JUN' })).toBe(false);
  });
});

describe('readKalshiMarkets', () => {
  it('answers as the parser does, and lets others have their turn', async () => {
    const page = { markets: Array.from({ length: 60 }, (_, n) => decimal({ ticker: `KX-${n % 55}` })), cursor: 'CgYI' };
    let turns = 0;
    const counted = setInterval(() => (turns += 1), 0);
    const hashOf = (): string => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return 'ab';
    };

    const read = await readKalshiMarkets(page, hashOf);
    clearInterval(counted);

    expect(read).toEqual(parseKalshiMarkets(page, () => 'ab'));
    expect(read.markets).toHaveLength(55);
    expect(turns).toBeGreaterThan(0);
  });
});
