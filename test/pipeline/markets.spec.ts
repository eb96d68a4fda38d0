import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sha256Hex } from '../../src/platform/common/sha256';
import { ManualClock } from '../support/manual-clock';
import { readEnvironment, type Environment } from '../../src/platform/config/environment';
import { WhaleSource } from '../../src/ingestion/whale/whale.source';
import { KalshiClient } from '../../src/markets/kalshi/kalshi.client';
import { MarketRepository } from '../../src/markets/market.repository';
import { MarketsService } from '../../src/markets/markets.service';
import { PolymarketClient } from '../../src/markets/polymarket/polymarket.client';
import type { TagMarket } from '../../src/markets/tracked-market';
import { RecentAnswers } from '../../src/platform/upstream/recent-answers.service';
import { UpstreamClient } from '../../src/platform/upstream/upstream.client';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { UpstreamWorld } from '../support/upstream-world';
import { collect, sourceOf } from '../sources/collect';

const START = Date.parse('2026-11-21T12:00:00Z') * 1000;
const MINUTE = 60_000_000;
const GAMMA = 'gamma-api.polymarket.com';
const CLOB = 'clob.polymarket.com';
const KALSHI = 'external-api.kalshi.com';

const condition = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;

const gamma = (n: number, changes: Record<string, unknown> = {}) => ({
  id: String(n),
  conditionId: condition(n),
  slug: `m-${n}`,
  question: `Will Iran sign deal ${n}?`,
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.3", "0.7"]',
  clobTokenIds: `["${n}1", "${n}2"]`,
  bestBid: 0.29,
  bestAsk: 0.31,
  active: true,
  closed: false,
  acceptingOrders: true,
  endDate: '2026-12-31T00:00:00Z',
  ...changes,
});

const kalshi = (ticker: string, changes: Record<string, unknown> = {}) => ({
  ticker,
  event_ticker: 'KXIRAN',
  title: 'When will Iran sign?',
  yes_sub_title: ticker.slice(-3),
  status: 'active',
  yes_bid_dollars: '0.4000',
  yes_ask_dollars: '0.4400',
  expected_expiration_time: '2026-12-01T00:00:00Z',
  result: '',
  ...changes,
});

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Both exchanges in their wire formats; a test changes their markets. */
class Exchanges {
  /** Open markets of Gamma by page. */
  gammaPages: unknown[][] = [[gamma(1), gamma(2)], [gamma(3)]];
  gammaByTicker = new Map<string, unknown>();
  book: Record<string, unknown> = {
    bids: [
      { price: '0.2', size: '5' },
      { price: '0.32', size: '9' },
    ],
    asks: [
      { price: '0.9', size: '5' },
      { price: '0.34', size: '2' },
    ],
  };
  /** Books of some tokens; the others have the one above. */
  readonly books = new Map<string, Record<string, unknown>>();
  readonly refusedHistories = new Set<string>();
  readonly cutHistories = new Set<string>();
  /** Earlier prices of every token, and the requests to the CLOB. */
  history: unknown[] = [];
  /** The topic that listed markets carry. */
  topics = ['geopolitics'];
  readonly asked: string[] = [];
  candlesticks: unknown[] = [];
  kalshiLive: unknown[] = [kalshi('KXIRAN-DEC'), kalshi('KXMVEX-1')];
  kalshiHistorical: unknown[] = [];
  kalshiDown = false;
  kalshiSeries: Record<string, unknown> = { fee_type: 'quadratic', fee_multiplier: 0.5 };
  kalshiEvent: Record<string, unknown> = {};
  /** Instead of the one event above. */
  kalshiEvents: unknown[] | null = null;
  /** Series with candlesticks; null for every one. */
  kalshiCharts: ReadonlySet<string> | null = null;

  constructor(readonly world: UpstreamWorld) {
    world.answer(GAMMA, (request, response) => {
      const url = request.url ?? '';
      if (url.includes('/tags/slug/')) json(response, { id: '42', slug: 'geopolitics' });
      else this.answerGamma(this.queryOf(url), response);
    });
    world.answer(CLOB, (request, response) => {
      const url = request.url ?? '';
      this.asked.push(url);
      if (url.includes('/prices-history')) {
        this.answerHistory(this.queryOf(url), response);
        return;
      }
      void text(request).then((body) => {
        const tokens = (JSON.parse(body) as { token_id: string }[]).map(({ token_id }) => token_id);
        json(
          response,
          tokens.map((token) => ({ asset_id: token, ...(this.books.get(token) ?? this.book) })),
        );
      });
    });
    world.answer(KALSHI, (request, response) => {
      this.answerKalshi(request.url ?? '', response);
    });
  }

  /** As the CLOB: no window of more than 15 days, whatever the step. */
  private answerHistory(query: URLSearchParams, response: ServerResponse): void {
    if (Number(query.get('endTs')) - Number(query.get('startTs')) > 15 * 86_400)
      json(response, { error: "invalid filters: 'startTs' and 'endTs' interval is too long" }, 400);
    else if (this.refusedHistories.has(query.get('market') ?? '')) json(response, { error: 'no such market' }, 400);
    else if (this.cutHistories.has(query.get('market') ?? '')) response.destroy();
    else json(response, { history: this.history });
  }

  private queryOf(url = ''): URLSearchParams {
    return new URL(url, 'http://x').searchParams;
  }

  private answerGamma(query: URLSearchParams, response: ServerResponse): void {
    const ids = query.getAll('condition_ids');
    if (ids.length > 0) {
      const closed = query.get('closed') === 'true';
      const all = this.gammaPages.flat() as { conditionId: string; closed: boolean }[];
      const rows = ids.flatMap((id) => this.gammaByTicker.get(id) ?? all.find((row) => row.conditionId === id) ?? []);
      json(response, {
        markets: (rows as { closed: boolean }[]).filter((row) => row.closed === closed),
      });
      return;
    }
    const page = Number(query.get('after_cursor') ?? '0');
    const last = page >= this.gammaPages.length - 1;
    if (query.get('tag_id') !== '42') {
      json(response, { error: 'no such filter' }, 422);
      return;
    }
    json(response, {
      events: (this.gammaPages[page] as { events?: Record<string, unknown>[] }[]).map((market) => ({
        ...(market.events?.[0] ?? { slug: 'iran' }),
        tags: this.topics.map((slug) => ({ slug })),
        markets: [market],
      })),
      ...(last ? {} : { next_cursor: String(page + 1) }),
    });
  }

  private answerKalshi(url: string, response: ServerResponse): void {
    if (this.kalshiDown) {
      json(response, { error: { message: 'too many requests' } }, 400);
      return;
    }
    if (url.includes('/candlesticks')) {
      const series = /\/series\/([^/]+)\//.exec(url)?.[1] ?? '';
      if (this.kalshiCharts?.has(series) === false) json(response, { error: { code: 'not_found' } }, 404);
      else json(response, { candlesticks: this.candlesticks });
      return;
    }
    if (url.endsWith('/series/KXIRAN')) {
      json(response, { series: { ticker: 'KXIRAN', category: 'World', ...this.kalshiSeries } });
      return;
    }
    const tickers = this.queryOf(url).get('tickers')?.split(',') ?? [];
    const among = (rows: unknown[]) => (rows as { ticker: string }[]).filter(({ ticker }) => tickers.includes(ticker));
    if (url.includes('/events')) {
      const event = { event_ticker: 'KXIRAN', markets: this.kalshiLive, ...this.kalshiEvent };
      json(response, { events: this.kalshiEvents ?? [event], cursor: '' });
      return;
    }
    if (url.includes('/historical')) {
      json(response, { markets: among(this.kalshiHistorical), cursor: '' });
      return;
    }
    json(response, { markets: among(this.kalshiLive), cursor: '' });
  }
}

const tag: TagMarket = ({ question }) => ({
  entities: question.includes('Iran') ? ['iran'] : [],
  theater: question.includes('Iran') ? 'iran' : null,
  region: null,
  eventType: null,
  refused: null,
  conflict: question.includes('Iran') ? 'names Iran' : null,
});

describe('MarketsService', () => {
  let graph: TestGraph;
  let world: UpstreamWorld;
  let exchanges: Exchanges;
  let clock: ManualClock;
  let service: MarketsService;
  let upstream: UpstreamClient;
  const none = new AbortController().signal;

  beforeAll(async () => {
    graph = await openTestGraph();
  });

  beforeEach(async () => {
    await graph.wipe();
    await graph.graph.statement("CREATE (:Entity {id: 'iran'})");
    world = await UpstreamWorld.open();
    exchanges = new Exchanges(world);
    clock = new ManualClock(START);
    const environment: Environment = readEnvironment({});
    upstream = new UpstreamClient(
      {
        replayUrl: world.url,
        privateHosts: [],
        userAgent: 'test',
        intervalMs: 600_000,
        random: () => 0,
      },
      clock,
    );
    service = new MarketsService(
      new PolymarketClient(upstream, environment, new RecentAnswers()),
      new KalshiClient(upstream, environment, new RecentAnswers()),
      new MarketRepository(graph.graph),
      tag,
      { polymarketTags: ['geopolitics'], curated: [] },
      clock,
    );
  });

  afterEach(() => world.close());
  afterAll(() => graph.close());

  const rows = (query: string) => graph.graph.statement(query, 'READ');
  const market = async (ticker: string) =>
    (await rows(`MATCH (m:Market {ticker: '${ticker}'}) RETURN properties(m) AS m`))[0]?.['m'];

  it('discovers conflict markets on all pages of both exchanges, without combinations', async () => {
    const report = await service.refresh();

    expect(report).toMatchObject({ discovered: 4, quoted: 4, changed: 4, failures: [] });
    expect((await service.trackedMarkets()).map(({ ticker, entities }) => [ticker, entities])).toEqual([
      ['KXIRAN-DEC', ['iran']],
      [condition(1), ['iran']],
      [condition(2), ['iran']],
      [condition(3), ['iran']],
    ]);
  });

  it('has the fee of a Kalshi series, of an event where it has its own, and follows it when it changes', async () => {
    const feeRate = async () => ((await market('KXIRAN-DEC')) as { fee_rate?: number }).fee_rate;
    await service.refresh();
    expect(await feeRate()).toBe(0.035);

    exchanges.kalshiSeries = { fee_type: 'quadratic_with_maker_fees', fee_multiplier: 2 };
    clock.advance(25 * 60 * MINUTE);
    await service.refresh();
    expect(await feeRate()).toBe(0.14);

    exchanges.kalshiEvent = { fee_type_override: 'quadratic', fee_multiplier_override: 0 };
    clock.advance(2 * 60 * MINUTE);
    await service.refresh();
    expect(await feeRate()).toBe(0);
  });

  it('does not begin to track ended markets', async () => {
    exchanges.kalshiLive = [kalshi('KXIRAN-NOV', { status: 'finalized', result: 'yes' })];

    expect((await service.refresh()).discovered).toBe(3);
  });

  it('keeps the pages that it read before an exchange failed', async () => {
    world.answer(GAMMA, (request, response) => {
      const after = new URL(request.url ?? '', 'http://x').searchParams.get('after_cursor');
      if (request.url?.includes('/tags/') === true) json(response, { id: 42 });
      else if (after === null) json(response, { events: [{ slug: 'e', markets: [gamma(1)] }], next_cursor: '1' });
      else json(response, { error: 'offset' }, 422);
    });

    const report = await service.refresh();

    expect(report.discovered).toBe(2);
    expect(report.failures).toEqual([expect.stringMatching(/^polymarket listing: .*422/)]);
  });

  it('prices an open market by its book, with the best level at either end', async () => {
    await service.refresh();

    expect(await market(condition(1))).toMatchObject({
      yes_bid: 0.32,
      yes_ask: 0.34,
      yes_price: 0.33,
      status: 'open',
      resolves_at: '2026-12-31T00:00:00.000000Z',
    });
    expect(await market('KXIRAN-DEC')).toMatchObject({
      yes_bid: 0.4,
      yes_ask: 0.44,
      yes_price: 0.42,
      question: 'When will Iran sign?',
      group_title: 'DEC',
    });
  });

  it('keeps terms, depth and the digest of the answer behind the quote', async () => {
    exchanges.gammaPages = [
      [
        gamma(1, {
          description: 'Yes if signed by December 5, 2026, 11:59 PM ET.',
          volume24hr: 7.5,
        }),
      ],
    ];
    await service.refresh();
    exchanges.gammaPages = [[gamma(1, { volume24hr: 9 })]];
    await service.refresh();

    expect(await market(condition(1))).toMatchObject({
      rules: 'Yes if signed by December 5, 2026, 11:59 PM ET.',
      deadline: '2026-12-06T04:59:00.000000Z',
      volume_24h: 9,
      bid_size: 9,
      ask_size: 2,
      raw_sha256: sha256Hex(JSON.stringify({ asset_id: '11', ...exchanges.book })),
      quoted_at: START / 1000,
    });
  });

  it('joins markets of one event', async () => {
    const event = { slug: 'iran-deal', title: 'Iran deal by …?' };
    exchanges.gammaPages = [
      [1, 2].map((n) => gamma(n, { events: [event], groupItemThreshold: String(n), negRisk: false })),
    ];
    await service.refresh();
    await service.refresh();

    expect(
      await rows(
        `MATCH (m:Market)-[r:RUNG_OF]->(v:Event {exchange: 'polymarket', id: 'iran-deal'})
         RETURN m.ticker AS ticker, r.order AS order, v.title AS title, v.mutually_exclusive AS exclusive ORDER BY order`,
      ),
    ).toEqual(
      [1, 2].map((n) => ({
        ticker: condition(n),
        order: n,
        title: 'Iran deal by …?',
        exclusive: false,
      })),
    );
  });

  it('keeps the price of the listing when the book cannot be read', async () => {
    world.answer(CLOB, (_, response) => {
      json(response, { error: 'No orderbook exists' }, 404);
    });

    await service.refresh();

    expect(await market(condition(1))).toMatchObject({
      yes_bid: 0.29,
      yes_ask: 0.31,
      yes_price: 0.3,
    });
  });

  it('keeps one quote a change, however often it looks', async () => {
    await service.refresh();
    clock.advance(10 * MINUTE);
    await service.refresh();
    clock.advance(10 * MINUTE);
    exchanges.kalshiLive = [kalshi('KXIRAN-DEC', { yes_bid_dollars: '0.4200' })];
    await service.refresh();
    await service.refresh();

    const quotes = await rows(`MATCH (q:Quote {ticker: 'KXIRAN-DEC'}) RETURN q.at AS at, q.yes_bid AS bid ORDER BY at`);
    expect(quotes).toEqual([
      { at: START / 1000, bid: 0.4 },
      { at: START / 1000 + 1_200_000, bid: 0.42 },
    ]);
  });

  it('detects an ignored filter, and reads no further', async () => {
    exchanges.topics = ['soccer'];

    const report = await service.refresh();

    expect(report.failures).toEqual([
      expect.stringMatching(/^polymarket listing: the filter by topic geopolitics was ignored: 2 of 2/),
    ]);
    expect(report.discovered).toBe(3);
  });

  it('fetches earlier prices of a new market once, and keeps its own quotes', async () => {
    const seconds = START / 1e6;
    exchanges.history = [
      { t: seconds - 3 * 86_400, p: 0.1 },
      { t: seconds - 7200, p: 0.25 },
      { t: seconds - 3600, p: 0.25 },
      { t: seconds + 3600, p: 0.9 },
      { t: 'soon', p: 2 },
    ];
    exchanges.candlesticks = [
      {
        end_period_ts: seconds - 3600,
        yes_bid: { close_dollars: '0.3000' },
        yes_ask: { close_dollars: '0.3200' },
      },
      {
        end_period_ts: seconds - 1800,
        price: { close: 35 },
        yes_bid: { close: 0 },
        yes_ask: { close: 100 },
      },
    ];
    exchanges.gammaPages = [[gamma(1)]];
    await service.refresh();
    const histories = () => exchanges.asked.filter((url) => url.includes('prices-history')).length;
    const before = histories();
    await service.refresh();

    expect([before, histories()]).toEqual([3, 3]);
    expect(
      new URL(exchanges.asked.find((url) => url.includes('fidelity=60')) ?? '', 'http://x').searchParams.get('market'),
    ).toBe('11');
    const quotes = (ticker: string) =>
      rows(
        `MATCH (q:Quote {ticker: '${ticker}'}) RETURN q.at / 1000 - ${seconds} AS at, q.yes_price AS price, q.origin AS origin ORDER BY q.at`,
      );
    expect(await quotes(condition(1))).toEqual([
      { at: -259_200, price: 0.1, origin: 'history' },
      { at: -7200, price: 0.25, origin: 'history' },
      { at: 0, price: 0.33, origin: null },
    ]);
    expect(await quotes('KXIRAN-DEC')).toEqual([
      { at: -3600, price: 0.31, origin: 'history' },
      { at: -1800, price: 0.35, origin: 'history' },
      { at: 0, price: 0.42, origin: null },
    ]);
  });

  it('asks the series of the event for its prices, whatever its tickers begin with', async () => {
    const series = [
      'HARBOURPACT',
      'KXSTRAIT',
      'IRAN',
      'KXIRAN',
      'KXIRANDEA',
      'KXIRANDEAL1',
      'PACT-2',
      'KX',
      'A',
      'GONE',
    ];
    exchanges.kalshiEvents = series.map((series_ticker, n) => ({
      event_ticker: `KXIRANDEAL-26DEC${n}`,
      series_ticker,
      markets: [kalshi(`KXIRANDEAL-26DEC${n}-A`, { event_ticker: `KXIRANDEAL-26DEC${n}` })],
    }));
    exchanges.kalshiCharts = new Set(series.slice(0, -1));
    exchanges.candlesticks = [{ end_period_ts: START / 1e6 - 3600, price: { close: 35 } }];
    const report = await service.refresh();

    expect(report).toMatchObject({ failures: [], histories: { refused: 1 } });
    expect(
      await rows("MATCH (q:Quote {origin: 'history', exchange: 'kalshi'}) RETURN q.ticker AS ticker ORDER BY q.ticker"),
    ).toEqual(series.slice(0, -1).map((_, n) => ({ ticker: `KXIRANDEAL-26DEC${n}-A` })));
  });

  it('lets the failure of one exchange not touch the other', async () => {
    exchanges.kalshiDown = true;

    const report = await service.refresh();

    expect(report.discovered).toBe(3);
    expect(report.failures).toEqual([expect.stringMatching(/^kalshi listing: /)]);
  });

  it('takes an edited question with its rules and deadline, and keeps the wording before', async () => {
    const worded = (by: string, endDate: string) =>
      gamma(1, { question: `Will Iran sign by ${by}?`, description: `Yes if by ${by}, 11:59 PM ET.`, endDate });
    exchanges.gammaPages = [[worded('December 31, 2026', '2026-12-31T12:00:00Z')]];
    await service.refresh();
    exchanges.gammaPages = [[worded('January 31, 2027', '2027-01-31T12:00:00Z')]];
    clock.advance(10 * MINUTE);
    await service.refresh();

    expect(await market(condition(1))).toMatchObject({
      question: 'Will Iran sign by January 31, 2027?',
      rules: 'Yes if by January 31, 2027, 11:59 PM ET.',
      deadline: '2027-02-01T04:59:00.000000Z',
      resolves_at: '2027-01-31T12:00:00.000000Z',
      tracked_since: START / 1000,
    });
    expect(
      await rows('MATCH (:Market)-[:WORDED_BEFORE]->(w:Wording) RETURN w.question AS question, w.deadline AS deadline'),
    ).toEqual([{ question: 'Will Iran sign by December 31, 2026?', deadline: '2027-01-01T04:59:00.000000Z' }]);
  });

  it('moves nothing by a hollow book, and marks it as doubted', async () => {
    exchanges.gammaPages = [[gamma(1, { bestBid: 0.61, bestAsk: 0.63, outcomePrices: '["0.62", "0.38"]' })]];
    const level = (price: string) => [{ price, size: '100' }];
    exchanges.book = { bids: level('0.01'), asks: level('0.99') };
    await service.refresh();
    const report = await service.refresh();

    expect(report.doubted).toBe(1);
    const kept = await market(condition(1));
    expect(kept).toMatchObject({
      yes_price: 0.62,
      yes_bid: 0.61,
      yes_ask: 0.63,
      doubted_bid: 0.01,
      quote_doubt: '0.01/0.99 against 0.61/0.63 of the listing',
    });
    expect(kept).not.toHaveProperty('bid_size');
    expect(await service.bookOf({ exchange: 'polymarket', yes_token: '11', yes_bid: 0.61, yes_ask: 0.63 }, none)).toBe(
      null,
    );
  });

  it('believes a book far from the listing when the next look hears the same', async () => {
    exchanges.gammaPages = [[gamma(1, { bestBid: 0.61, bestAsk: 0.63 })]];
    const level = (price: string) => [{ price, size: '100' }];
    exchanges.book = { bids: level('0.20'), asks: level('0.22') };
    await service.refresh();
    expect(await market(condition(1))).toMatchObject({ yes_bid: 0.61 });
    await service.refresh();
    expect(await market(condition(1))).toMatchObject({ yes_bid: 0.2, yes_ask: 0.22, bid_size: 100 });
  });

  it.each([
    ['refused', [1, 1, 1, 0, 0]],
    // Alone, it may be the exchange that is away.
    ['cut', [1, 0, 0, 0, 0]],
  ] as const)(
    'asks the others where the history of a market is %s, and stops after some tries',
    async (how, refused) => {
      exchanges.gammaPages = [[gamma(1), gamma(2)]];
      exchanges.history = [{ t: START / 1e6 - 3600, p: 0.2 }];
      exchanges[`${how}Histories`].add('11');
      const reports = [];
      for (let look = 0; look < 5; look += 1) reports.push(await service.refresh());

      expect(reports.map(({ histories }) => histories.refused)).toEqual(refused);
      expect(reports.flatMap(({ failures }) => failures)).toEqual([]);
      expect(
        await rows(
          "MATCH (q:Quote {origin: 'history', ticker: $ticker}) RETURN q".replace('$ticker', `'${condition(2)}'`),
        ),
      ).toHaveLength(1);
    },
  );

  it('has the history of 320 new markets after one look', async () => {
    exchanges.gammaPages = [Array.from({ length: 320 }, (_, n) => gamma(n + 1))];
    exchanges.history = [{ t: START / 1e6 - 3600, p: 0.2 }];
    const { histories } = await service.refresh();

    expect(histories).toEqual({ read: 321, refused: 0 });
    expect(
      await rows("MATCH (q:Quote {origin: 'history', exchange: 'polymarket'}) RETURN count(DISTINCT q.ticker) AS n"),
    ).toEqual([{ n: 320 }]);
  });

  it('takes back quotes dated by a clock that was ahead', async () => {
    clock.set(Date.parse('2027-06-01T00:00:00Z') * 1000);
    await service.refresh();
    clock.set(START);
    exchanges.kalshiLive = [kalshi('KXIRAN-DEC', { yes_bid_dollars: '0.4100' })];
    await service.refresh();

    expect(await rows(`MATCH (q:Quote {ticker: 'KXIRAN-DEC'}) RETURN q.at AS at, q.yes_bid AS bid`)).toEqual([
      { at: START / 1000, bid: 0.41 },
    ]);
  });

  it('follows markets of Protocol V2 under one ticker, whichever width their id has', async () => {
    const id = `0x01${'cd'.repeat(30)}`;
    const v2 = (changes: Record<string, unknown>) =>
      gamma(7, {
        version: 'v2',
        clobTokenIds: null,
        positionIds: ['71', '72'],
        resolutionStatus: 'inactive',
        ...changes,
      });
    exchanges.gammaPages = [[v2({ conditionId: id })]];
    exchanges.kalshiLive = [];
    await service.refresh();
    const closed = { closed: true, closedTime: '2026-11-21 12:05:00+00', outcomePrices: '["1", "0"]' };
    exchanges.gammaPages = [[]];
    exchanges.gammaByTicker.set(id, v2({ conditionId: `${id}00`, ...closed, resolutionStatus: 'active' }));
    clock.advance(10 * MINUTE);
    await service.refresh();
    expect(await rows('MATCH (m:Market) RETURN m.ticker AS ticker, m.yes_token AS token, m.status AS status')).toEqual([
      { ticker: `${id}00`, token: '71', status: 'closed' },
    ]);
    exchanges.gammaByTicker.set(id, v2({ conditionId: id, ...closed, resolutionStatus: 'resolved' }));
    await service.pollSettlements(none, 1);
    await service.pollSettlements(none, 2);
    expect(await market(`${id}00`)).toMatchObject({ status: 'settled', outcome: 'YES' });
  });

  it('counts a market once that two topics list', async () => {
    const twice = new MarketsService(
      new PolymarketClient(upstream, readEnvironment({}), new RecentAnswers()),
      new KalshiClient(upstream, readEnvironment({}), new RecentAnswers()),
      new MarketRepository(graph.graph),
      tag,
      { polymarketTags: ['geopolitics', 'iran'], curated: [] },
      clock,
    );
    exchanges.topics = ['geopolitics', 'iran'];

    expect((await twice.refresh()).discovered).toBe(4);
  });

  it('asks for half of a page that is too large, and steps over an event that is', async () => {
    const pad = 'x'.repeat(9 * 1024 * 1024);
    const sizes: string[] = [];
    world.answer(GAMMA, (request, response) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams;
      if (request.url?.includes('/tags/') === true) json(response, { id: 42 });
      else if (query.has('condition_ids')) json(response, { markets: [] });
      else {
        sizes.push(query.get('limit') ?? '');
        if (query.get('after_cursor') === null) json(response, { events: [{ pad }], next_cursor: 'b' });
        else json(response, { events: [{ slug: 'e', markets: [gamma(1)] }] });
      }
    });
    const failures = [];
    for (let look = 0; look < 3; look += 1) failures.push(...(await service.refresh()).failures);

    expect(sizes.slice(0, 4)).toEqual(['100', '50', '25', '12']);
    expect(failures).toContainEqual(expect.stringMatching(/^polymarket listing: one event .* stepped over/));
    expect(await market(condition(1))).toMatchObject({ status: 'open' });
  });

  it('learns a settlement, and never changes one', async () => {
    await service.refresh();
    const closed = {
      closed: true,
      closedTime: '2026-11-21 12:05:00+00',
      umaResolutionStatus: 'resolved',
    };
    exchanges.gammaPages = [[gamma(2), gamma(3)]];
    exchanges.gammaByTicker.set(condition(1), gamma(1, { ...closed, outcomePrices: '["1", "0"]' }));
    clock.set(Date.parse('2027-01-02T00:00:00Z') * 1000);

    const first = await service.pollSettlements(none, 1);
    expect(await market(condition(1))).toMatchObject({ status: 'closed' });
    const same = await service.pollSettlements(none, 1);
    const { settled } = await service.pollSettlements(none, 2);
    exchanges.gammaByTicker.set(condition(1), gamma(1, { ...closed, outcomePrices: '["0", "1"]' }));
    const again = await service.pollSettlements(none, 3);

    expect([first.settled, same.settled]).toEqual([[], []]);

    expect(settled.map(({ ticker }) => ticker)).toEqual([condition(1)]);
    expect(again.settled).toEqual([]);
    expect(await market(condition(1))).toMatchObject({
      status: 'settled',
      outcome: 'YES',
      settlement_yes_price: 1,
      resolved_at: '2026-11-21T12:05:00.000000Z',
    });
  });

  it('believes no settlement of more than a third of the markets of an exchange at once', async () => {
    const all = [1, 2, 3, 4, 5, 6].map((n) => gamma(n));
    exchanges.gammaPages = [all];
    await service.refresh(none, 1);
    const settled = { closed: true, umaResolutionStatus: 'resolved', outcomePrices: '["1", "0"]' };
    exchanges.gammaPages = [[]];
    for (const n of [1, 2, 3, 4, 5, 6]) exchanges.gammaByTicker.set(condition(n), gamma(n, settled));
    const report = await service.refresh(none, 2);
    const next = await service.refresh(none, 3);

    for (const { failures } of [report, next])
      expect(failures).toEqual([
        expect.stringMatching(/^polymarket settlements: 6 of 6 markets are said to be settled/),
      ]);
    const states = () => rows("MATCH (m:Market {exchange: 'polymarket'}) RETURN DISTINCT m.status AS status");
    expect(await states()).toEqual([{ status: 'open' }]);
    await service.refresh(none, 2 + 86_400_001);
    expect(await states()).toEqual([{ status: 'settled' }]);
  });

  it('notices a market that closes before its deadline', async () => {
    await service.refresh();
    exchanges.gammaPages = [[gamma(2), gamma(3)]];
    exchanges.gammaByTicker.set(
      condition(1),
      gamma(1, {
        closed: true,
        closedTime: '2026-11-21 12:05:00+00',
        umaResolutionStatus: 'proposed',
      }),
    );
    clock.advance(10 * MINUTE);

    await service.refresh();

    expect(await market(condition(1))).toMatchObject({ status: 'closed' });
  });

  it.each([
    [
      'a price that is not final',
      { umaResolutionStatus: 'proposed', outcomePrices: '["0.9995", "0.0005"]' },
      { status: 'closed', outcome: undefined },
    ],
    [
      'a dispute',
      { umaResolutionStatus: 'disputed', outcomePrices: '["1", "0"]' },
      { status: 'disputed', outcome: undefined },
    ],
    [
      'a void',
      { umaResolutionStatus: 'resolved', outcomePrices: '["0.5", "0.5"]' },
      { status: 'void', outcome: 'YES', settlement_yes_price: 0.5 },
    ],
    [
      'a split',
      { umaResolutionStatus: 'resolved', outcomePrices: '["0.25", "0.75"]' },
      { status: 'settled', outcome: 'NO', settlement_yes_price: 0.25 },
    ],
  ])('reads %s correctly', async (_, changes, expected) => {
    await service.refresh();
    exchanges.gammaPages = [[gamma(2), gamma(3)]];
    exchanges.gammaByTicker.set(
      condition(1),
      gamma(1, { closed: true, closedTime: '2026-11-21 12:05:00+00', ...changes }),
    );
    clock.set(Date.parse('2027-01-02T00:00:00Z') * 1000);

    await service.pollSettlements(none, 1);
    await service.pollSettlements(none, 2);

    const { status, outcome, settlement_yes_price } = (await market(condition(1))) as Record<string, unknown>;
    expect({ status, outcome, settlement_yes_price }).toEqual({
      settlement_yes_price: undefined,
      ...expected,
    });
  });

  it('finds a late settlement in the historical tier', async () => {
    await service.refresh();
    exchanges.kalshiLive = [];
    exchanges.kalshiHistorical = [
      kalshi('KXIRAN-DEC', {
        status: 'finalized',
        result: 'no',
        settlement_ts: '2026-12-01T00:10:00.5Z',
        settlement_value_dollars: '0.0000',
      }),
    ];
    clock.set(Date.parse('2027-04-02T00:00:00Z') * 1000);

    await service.pollSettlements(none, 1);
    const { settled } = await service.pollSettlements(none, 2);

    expect(settled).toMatchObject([
      { ticker: 'KXIRAN-DEC', outcome: 'NO', resolved_at: '2026-12-01T00:10:00.500000Z' },
    ]);
    expect(await market('KXIRAN-DEC')).toMatchObject({
      status: 'settled',
      settlement_yes_price: 0,
    });
  });

  describe('WhaleSource', () => {
    const trade = (n: number, usd: number, secondsAgo: number) => ({
      proxy_wallet: '0xaa',
      side: 'BUY',
      token_id: '11',
      condition_id: condition(n),
      size: usd * 2,
      price: 0.5,
      timestamp: START / 1e6 - secondsAgo,
      title: `Will Iran sign deal ${n}?`,
      slug: `m-${n}`,
      event_slug: 'iran',
      outcome: 'Yes',
      transaction_hash: `0x${n}${usd}${secondsAgo}`,
    });

    it('reports large trades on tracked markets, each touching the entities of its market', async () => {
      await service.refresh();
      const asked: URLSearchParams[] = [];
      world.answer('data-api.polymarket.com', (request, response) => {
        const query = new URL(request.url ?? '', 'http://x').searchParams;
        asked.push(query);
        const rows = [
          trade(1, 25_000, 60),
          trade(1, 9_000, 90),
          trade(9, 50_000, 100),
          { ...trade(2, 30_000, 120), token_id: null, positionId: '21' },
          trade(2, 12_000, 7200),
        ];
        // Two trades arrived between the pages, so the second page begins with the last trades of the first.
        if (request.url?.startsWith('/https/data-api.polymarket.com/v2/trades') !== true) json(response, {}, 410);
        else if (query.get('cursor') === null)
          json(response, { data: rows, pagination: { has_more: true, next_cursor: 'p2' } });
        else json(response, { data: rows.slice(-2), pagination: { has_more: false, next_cursor: null } });
      });
      const environment = readEnvironment({});
      const adapter = new WhaleSource(
        service,
        new PolymarketClient(upstream, environment, new RecentAnswers()),
        environment,
      );

      const first = await collect(adapter, sourceOf('whale', {}), world.url);
      const second = await collect(adapter, sourceOf('whale', {}), world.url, first.state);

      expect(first.items.map(({ title, entityHints }) => [title, entityHints])).toEqual([
        ['$25,000 bought Yes at 0.50: Will Iran sign deal 1?', ['iran']],
        ['$12,000 bought Yes at 0.50: Will Iran sign deal 2?', ['iran']],
      ]);
      expect(first.warnings).toEqual(['2 trades without a readable token_id were left out']);
      expect(second.items.map(({ key }) => key)).toEqual([first.items[0]?.key]);
      expect(Object.fromEntries(asked[0] ?? [])).toEqual({
        condition_id: [condition(1), condition(2), condition(3)].join(','),
        taker_only: 'true',
        filter_type: 'CASH',
        filter_amount: '10000',
        limit: '500',
      });
    });
  });
});
