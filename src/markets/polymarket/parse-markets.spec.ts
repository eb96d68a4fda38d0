import { UnreadableError } from '../../platform/common/foreign-json';
import { parsePolymarketMarkets, readPolymarketMarkets } from './parse-markets';

const CONDITION = `0x${'ab'.repeat(32)}`;

/** A Gamma market in the wire format; each test changes one field. */
const gamma = (changes: Record<string, unknown> = {}) => ({
  id: '900001',
  conditionId: CONDITION,
  slug: 'will-the-strait-be-closed-by-march',
  question: 'Will the strait be closed by March 31?',
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.235", "0.765"]',
  clobTokenIds: '["111", "222"]',
  bestBid: 0.23,
  bestAsk: 0.24,
  active: true,
  closed: false,
  archived: false,
  acceptingOrders: true,
  endDate: '2027-03-31T12:00:00Z',
  volumeNum: 1234.5,
  ...changes,
});

const parseOne = (changes: Record<string, unknown> = {}) => parsePolymarketMarkets([gamma(changes)]).markets[0];

describe('parsePolymarketMarkets', () => {
  it("keeps the market's own fee schedule, and none where fees are off", () => {
    const feeSchedule = { exponent: 1, rate: '0.04', takerOnly: true, rebateRate: '0.25' };
    expect(parseOne({ feesEnabled: true, feeSchedule })).toMatchObject({ fee_rate: 0.04, fee_exponent: 1 });
    expect(parseOne({ feesEnabled: false, feeSchedule })).toMatchObject({ fee_rate: 0, fee_exponent: 1 });
  });

  it('reads a market of a Gamma list', () => {
    expect(parseOne({ events: [{ slug: 'strait-closure' }] })).toEqual({
      exchange: 'polymarket',
      ticker: CONDITION,
      question: 'Will the strait be closed by March 31?',
      titled: true,
      fee_rate: null,
      fee_exponent: null,
      url: 'https://polymarket.com/event/strait-closure/will-the-strait-be-closed-by-march',
      status: 'open',
      binary: true,
      yes_price: 0.235,
      yes_bid: 0.23,
      yes_ask: 0.24,
      resolves_at: '2027-03-31T12:00:00.000000Z',
      outcome: null,
      settlement_yes_price: null,
      resolved_at: null,
      placeholder: false,
      rules: null,
      rules_secondary: null,
      resolution_source: null,
      opens_at: null,
      closes_at: null,
      expected_resolution_at: '2027-03-31T12:00:00.000000Z',
      strike: null,
      group_title: null,
      group_order: null,
      event: { id: 'strait-closure', title: null, mutually_exclusive: null, series: null },
      category: null,
      tags: [],
      yes_token: '111',
      volume: 1234.5,
      volume_24h: null,
      liquidity: null,
      open_interest: null,
      bid_size: null,
      ask_size: null,
      raw_sha256: null,
    });
  });

  it('keeps rules, event, topics and activity', () => {
    const changes = {
      description: 'Resolves to Yes if …\n\nOtherwise No.\u0000',
      resolutionSource: 'https://example.org/closures',
      startDate: '2026-11-01T00:00:00Z',
      groupItemTitle: 'March 31',
      groupItemThreshold: '2',
      negRisk: false,
      volume24hr: 12.25,
      liquidity: '900.5',
      tags: ['iran', { slug: 'geopolitics' }, 7],
      events: [
        {
          slug: 'strait-closure',
          title: 'Strait closed by …?',
          series: [{ slug: 'straits' }],
          tags: [{ slug: 'iran' }],
        },
      ],
    };

    expect(parseOne(changes)).toMatchObject({
      rules: 'Resolves to Yes if …\n\nOtherwise No.',
      resolution_source: 'https://example.org/closures',
      opens_at: '2026-11-01T00:00:00.000000Z',
      group_title: 'March 31',
      group_order: 2,
      volume_24h: 12.25,
      liquidity: 900.5,
      event: {
        id: 'strait-closure',
        title: 'Strait closed by …?',
        mutually_exclusive: false,
        series: 'straits',
      },
      tags: ['geopolitics', 'iran'],
    });
  });

  it.each([
    [{ archived: true }, true],
    [{ negRiskOther: true }, true],
    [{ groupItemTitle: 'Person B' }, true],
    [{ groupItemTitle: 'Candidate 12' }, true],
    [{ groupItemTitle: 'Other' }, true],
    [{ groupItemTitle: 'Person of the Year' }, false],
    [{ groupItemTitle: 'Another deal' }, false],
    [{ groupItemTitle: 'March 31' }, false],
    [{ groupItemTitle: 'US' }, false],
    [{ question: 'Will Party D win the most seats?' }, true],
    [{ question: 'Will ae be the next Supreme Leader?' }, true],
    [{ question: 'Will k be the next Supreme Leader?' }, true],
    [{ question: 'Will the envoys meet next in Country E?' }, true],
    [{ question: 'archWill the envoys meet in Oman?' }, true],
    [{ question: 'Will the archive be opened?' }, false],
    [{ question: 'Will an envoy be sent?' }, false],
    [{ question: 'Will he be sent?' }, false],
  ])('recognises a placeholder by %j', (changes, placeholder) => {
    expect(parseOne(changes)?.placeholder).toBe(placeholder);
  });

  it('matches outcomes by name and turns the book round when Yes is the second', () => {
    const market = parseOne({
      outcomes: '["No", "Yes"]',
      outcomePrices: '["0.765", "0.235"]',
      bestBid: 0.76,
      bestAsk: 0.77,
    });

    expect(market).toMatchObject({ yes_price: 0.235, yes_bid: 0.23, yes_ask: 0.24, yes_token: '222' });
  });

  it('keeps a market whose sides are not Yes and No, without prices', () => {
    const market = parseOne({
      outcomes: '["Up", "Down"]',
      closed: true,
      umaResolutionStatus: 'resolved',
      outcomePrices: '["1", "0"]',
    });

    expect(market).toMatchObject({
      binary: false,
      status: 'settled',
      yes_price: null,
      yes_bid: null,
      yes_ask: null,
      outcome: null,
      settlement_yes_price: null,
    });
  });

  it('reads an empty book as no price, not as 0', () => {
    const market = parseOne({
      outcomePrices: undefined,
      bestBid: 0,
      bestAsk: 1,
      lastTradePrice: 0,
    });

    expect(market).toMatchObject({ status: 'open', yes_price: null, yes_bid: null, yes_ask: null });
  });

  it('reads the keyset envelope and its cursor', () => {
    const page = parsePolymarketMarkets({ markets: [gamma()], next_cursor: 'abc' });

    expect([page.markets.length, page.nextCursor]).toEqual([1, 'abc']);
  });

  it('finds markets nested in events and in search results, each once', () => {
    const event = { slug: 'strait-closure', title: 'Strait', markets: [gamma()] };

    expect(parsePolymarketMarkets({ events: [event, event] }).markets).toHaveLength(1);
    expect(parsePolymarketMarkets(event).markets[0]?.event?.id).toBe('strait-closure');
  });

  it.each([
    ['final', { umaResolutionStatus: 'resolved', outcomePrices: '["0", "1"]' }, 'settled', 'NO', 0],
    ['answered by the oracle', { umaResolutionStatus: 'settled', outcomePrices: '["1", "0"]' }, 'settled', 'YES', 1],
    [
      'answered, not taken over',
      { umaResolutionStatus: 'settled', outcomePrices: '["0.9", "0.1"]' },
      'closed',
      null,
      null,
    ],
    ['final before the status existed', { outcomePrices: '["1", "0"]' }, 'settled', 'YES', 1],
    [
      'disputed earlier, resolved now',
      {
        umaResolutionStatus: 'resolved',
        umaResolutionStatuses: '["proposed","disputed"]',
        outcomePrices: '["1", "0"]',
      },
      'settled',
      'YES',
      1,
    ],
    ['not final', { umaResolutionStatus: 'proposed', outcomePrices: '["0.9995", "0.0005"]' }, 'closed', null, null],
    ['not final, status missing', { outcomePrices: '["0.9995", "0.0005"]' }, 'closed', null, null],
    [
      'resolved with last prices',
      { umaResolutionStatus: 'resolved', outcomePrices: '["0.9995", "0.0005"]' },
      'closed',
      null,
      null,
    ],
    ['disputed', { umaResolutionStatus: 'disputed', outcomePrices: '["1", "0"]' }, 'disputed', null, null],
    ['void', { umaResolutionStatus: 'resolved', outcomePrices: '["0.5", "0.5"]' }, 'void', 'YES', 0.5],
    ['half and half without a resolution', { outcomePrices: '["0.5", "0.5"]' }, 'closed', null, null],
    ['split', { umaResolutionStatus: 'resolved', outcomePrices: '["0.2", "0.8"]' }, 'settled', 'NO', 0.2],
    ['never traded', { umaResolutionStatus: 'resolved', outcomePrices: '["0", "0"]' }, 'closed', null, null],
    ['without prices', { outcomePrices: null }, 'closed', null, null],
  ])('reads a closed market as %s', (_, changes, status, outcome, settlement_yes_price) => {
    const market = parseOne({ closed: true, closedTime: '2027-04-01 07:32:39+00', ...changes });

    expect(market).toMatchObject({ status, outcome, settlement_yes_price });
    expect(market?.resolved_at).toBe(outcome === null ? null : '2027-04-01T07:32:39.000000Z');
  });

  it('lets only a winner settle a market of the CLOB', () => {
    const clob = (yes: object, no: object) =>
      parsePolymarketMarkets({
        condition_id: CONDITION,
        question: 'Q?',
        active: true,
        closed: true,
        end_date_iso: '2027-01-01T00:00:00Z',
        tokens: [
          { outcome: 'Yes', token_id: '1', ...yes },
          { outcome: 'No', token_id: '2', ...no },
        ],
      }).markets[0];

    expect(clob({ price: 1, winner: false }, { price: 0, winner: false })).toMatchObject({
      status: 'closed',
      outcome: null,
    });
    expect(clob({ price: 0, winner: false }, { price: 1, winner: true })).toMatchObject({
      status: 'settled',
      outcome: 'NO',
      settlement_yes_price: 0,
      resolved_at: null,
    });
    expect(clob({ price: 0, winner: false }, { price: 0, winner: false })?.yes_price).toBeNull();
  });

  it('accepts an empty page and refuses other documents', () => {
    expect(parsePolymarketMarkets([]).markets).toEqual([]);
    expect(() => parsePolymarketMarkets({ bids: [], asks: [] })).toThrow(UnreadableError);
    expect(() => parsePolymarketMarkets({ type: 'validation error', error: 'id is invalid' })).toThrow(/id is invalid/);
    expect(() => parsePolymarketMarkets({ status: 503, body: 'no healthy upstream' })).toThrow(/503/);
  });
});

describe('readPolymarketMarkets', () => {
  it('answers as the parser does, and lets others have their turn', async () => {
    const page = {
      markets: Array.from({ length: 60 }, (_, n) => gamma({ conditionId: `0x${String(n % 55).padStart(64, '0')}` })),
      next_cursor: 'CgYI',
    };
    let turns = 0;
    const counted = setInterval(() => (turns += 1), 0);
    const hashOf = (): string => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return 'ab';
    };

    const read = await readPolymarketMarkets(page, hashOf);
    clearInterval(counted);

    expect(read).toEqual(parsePolymarketMarkets(page, () => 'ab'));
    expect(read.markets).toHaveLength(55);
    expect(turns).toBeGreaterThan(0);
  });
});
