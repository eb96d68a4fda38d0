/**
 * Answers in the shapes of the exchanges' own newest SDKs: what their schemas and types take, ours read. Nothing is
 * cast: a field that an SDK renames or drops fails the check of types, or its schema.
 */
import { OrderBooksSchema } from '@polymarket/bindings/clob';
import { ListEventsKeysetResponseSchema, ListMarketsKeysetResponseSchema } from '@polymarket/bindings/gamma';
import type {
  EventData,
  FeeType,
  GetEventsResponse,
  GetMarketCandlesticksResponse,
  GetSeriesResponse,
  Market,
} from 'kalshi-typescript';
import { kalshiFeeRate, parseKalshiMarkets } from './kalshi/parse-markets';
import { parsePolymarketMarkets } from './polymarket/parse-markets';

const V1_ID = `0x${'ab'.repeat(32)}`;
const V2_ID = `0x01${'cd'.repeat(30)}`;

const gammaMarket = {
  id: '600001',
  slug: 'iran-deal',
  question: 'Will Iran sign a deal by March 31, 2027?',
  description: 'Yes if it is signed by March 31, 2027, 11:59 PM ET.',
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.62", "0.38"]',
  active: true,
  closed: false,
  archived: false,
  acceptingOrders: true,
  startDate: '2026-11-20T12:00:00Z',
  endDate: '2027-03-31T12:00:00Z',
  bestBid: 0.61,
  bestAsk: 0.63,
  marketMakerAddress: '',
  volume: '1200.5',
  volumeNum: 1200.5,
  feesEnabled: true,
  feeSchedule: { exponent: 1, rate: 0.04, takerOnly: true, rebateRate: 0.25 },
};
const ofV1 = { ...gammaMarket, version: 'v1', conditionId: V1_ID, clobTokenIds: '["71", "72"]' };
const ofV2 = {
  ...gammaMarket,
  id: '600002',
  version: 'v2',
  conditionId: V2_ID,
  clobTokenIds: null,
  positionIds: ['81', '82'],
  resolutionStatus: 'inactive',
};

describe('answers of Polymarket', () => {
  it.each([
    ['V1', ofV1, { ticker: V1_ID, yes_token: '71' }],
    ['V2', ofV2, { ticker: `${V2_ID}00`, yes_token: '81' }],
  ])('a market of %s is one to its SDK and to us', (_, market, expected) => {
    const answer = { markets: [market], next_cursor: 'b' };

    expect(ListMarketsKeysetResponseSchema.safeParse(answer).error).toBeUndefined();
    expect(parsePolymarketMarkets(answer)).toMatchObject({
      markets: [{ ...expected, status: 'open', yes_bid: 0.61, yes_ask: 0.63, yes_price: 0.62, fee_rate: 0.04 }],
      nextCursor: 'b',
    });
  });

  it('an event with markets of both protocols is one to its SDK and to us', () => {
    const event = { id: '1', slug: 'iran', title: 'Iran deal by …?', negRisk: false, markets: [ofV1, ofV2] };
    const answer = { events: [event], next_cursor: 'b' };

    expect(ListEventsKeysetResponseSchema.safeParse(answer).error).toBeUndefined();
    expect(parsePolymarketMarkets(answer).markets.map(({ event: of }) => of?.id)).toEqual(['iran', 'iran']);
  });

  it('books have the fields that we rely on', () => {
    const [book] = OrderBooksSchema.parse([
      {
        market: V1_ID,
        asset_id: '71',
        timestamp: '1795000000000',
        hash: 'a'.repeat(40),
        bids: [{ price: '0.61', size: '5' }],
        asks: [{ price: '0.63', size: '7' }],
        min_order_size: '5',
        tick_size: '0.01',
        neg_risk: false,
        last_trade_price: '0.62',
      },
    ]);

    expect(book).toMatchObject({ bids: [{ price: '0.61' }], asks: [{ size: '7' }] });
  });
});

const kalshiMarket: Market = {
  ticker: 'KXIRAN-27-MAR',
  event_ticker: 'KXIRAN-27',
  market_type: 'binary',
  yes_sub_title: 'Before Apr 1, 2027',
  no_sub_title: 'Before Apr 1, 2027',
  created_time: '2026-11-20T12:00:00Z',
  updated_time: '2026-11-20T12:00:00Z',
  open_time: '2026-11-20T12:00:00Z',
  close_time: '2027-04-01T03:59:00Z',
  latest_expiration_time: '2027-04-08T03:59:00Z',
  settlement_timer_seconds: 3600,
  status: 'active',
  yes_bid_dollars: '0.4100',
  yes_bid_size_fp: '12.00',
  yes_ask_dollars: '0.4300',
  yes_ask_size_fp: '9.50',
  no_bid_dollars: '0.5700',
  no_ask_dollars: '0.5900',
  last_price_dollars: '0.4200',
  volume_fp: '1200.50',
  volume_24h_fp: '20.00',
  result: '',
  can_close_early: true,
  open_interest_fp: '300.00',
  notional_value_dollars: '1.0000',
  previous_yes_bid_dollars: '0.4000',
  previous_yes_ask_dollars: '0.4200',
  previous_price_dollars: '0.4100',
  expiration_value: '',
  rules_primary: 'If a deal is signed before Apr 1, 2027, then the market resolves to Yes.',
  rules_secondary: '',
  price_level_structure: 'linear_cent',
  price_ranges: [{ start: '0.0100', end: '0.9900', step: '0.0100' }],
};
const kalshiEvent: EventData = {
  event_ticker: 'KXIRAN-27',
  series_ticker: 'HARBOURPACT',
  sub_title: 'Before Apr 1, 2027',
  title: 'Will Iran and the US sign a nuclear deal?',
  collateral_return_type: 'binary',
  mutually_exclusive: false,
  settlement_sources: [{ name: 'Reuters', url: 'https://example.com' }],
  markets: [kalshiMarket],
};

describe('answers of Kalshi', () => {
  it('an event with a market that has no title is worded by both', () => {
    const answer: GetEventsResponse = { events: [kalshiEvent], cursor: '' };

    expect(parseKalshiMarkets(answer).markets).toMatchObject([
      {
        question: 'Will Iran and the US sign a nuclear deal? Before Apr 1, 2027',
        titled: true,
        status: 'open',
        yes_bid: 0.41,
        yes_ask: 0.43,
        bid_size: 12,
        ask_size: 9.5,
        volume: 1200.5,
        category: null,
        resolution_source: 'Reuters',
        event: { id: 'KXIRAN-27', series: 'HARBOURPACT' },
      },
    ]);
  });

  it('a market alone is known for half of its wording', () => {
    expect(parseKalshiMarkets({ markets: [kalshiMarket] }).markets).toMatchObject([{ titled: false }]);
  });

  it('a settled market settles at the stated price', () => {
    const settled: Market = {
      ...kalshiMarket,
      status: 'finalized',
      result: 'scalar',
      settlement_value_dollars: '0.2500',
      settlement_ts: '2027-04-01T05:00:00Z',
    };
    expect(parseKalshiMarkets({ markets: [settled] }).markets).toMatchObject([
      { status: 'settled', settlement_yes_price: 0.25, resolved_at: '2027-04-01T05:00:00.000000Z' },
    ]);
  });

  it('candlesticks and series have the members that the client reads', () => {
    type Candle = GetMarketCandlesticksResponse['candlesticks'][number];
    type Read = [Candle['end_period_ts'], Candle['yes_bid']['close_dollars'], Candle['yes_ask']['close_dollars']];
    const read: Read = [1795000000, '0.4100', '0.4300'];
    const category: GetSeriesResponse['series']['category'] = 'World';

    expect([...read, category]).toHaveLength(4);
  });

  it.each<[FeeType, number, number | null]>([
    ['quadratic', 1, 0.07],
    ['quadratic_with_maker_fees', 0.5, 0.035],
    ['quadratic_with_combo_maker_fees', 2, 0.14],
    ['flat', 0, 0],
    ['flat', 1, null],
  ])('fees of type %s × %d are charged to takers at a rate of %s', (type, multiplier, rate) => {
    const series: Pick<GetSeriesResponse['series'], 'fee_type' | 'fee_multiplier'> = {
      fee_type: type,
      fee_multiplier: multiplier,
    };
    const event: EventData = { ...kalshiEvent, fee_type_override: type, fee_multiplier_override: multiplier };

    expect(kalshiFeeRate(series.fee_type, series.fee_multiplier)).toBe(rate);
    expect(parseKalshiMarkets({ events: [event] }).markets[0]?.fee_rate).toBe(rate);
  });
});
