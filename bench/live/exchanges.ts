/**
 * Both exchanges with their limits, over simulated days: a server that rejects requests against the ledger of
 * upstreams, 2,000 markets of both Polymarket protocols and of Kalshi, and periods in which a host rejects, slows down
 * or is unavailable.
 *
 *   npm run bench live exchanges [-- --hours 48] [-- --markets 2000] [-- --latency 0]
 *
 * `--latency` is the milliseconds of each response (real ones take 200 to 1,200). Reports the maximum age of quotes of
 * open markets while their exchange was available, markets not quoted within three ticks, the longest read, rejected
 * requests, and the time until all markets had their price history. Kept in bench/results/exchanges.json.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ManualClock } from '../../test/support/manual-clock';
import { HOUR_MS, MINUTE_MS } from '../../src/platform/common/durations';
import { readEnvironment } from '../../src/platform/config/environment';
import { upstreamLedger } from '../../src/platform/upstream/ledger.provider';
import { RecentAnswers } from '../../src/platform/upstream/recent-answers.service';
import { UpstreamClient } from '../../src/platform/upstream/upstream.client';
import { KalshiClient } from '../../src/markets/kalshi/kalshi.client';
import { MarketRepository } from '../../src/markets/market.repository';
import { MarketsService } from '../../src/markets/markets.service';
import { PolymarketClient } from '../../src/markets/polymarket/polymarket.client';
import type { TagMarket } from '../../src/markets/tracked-market';
import type { Part } from '../support/bench';

const BEGIN = Date.parse('2026-11-26T00:00:00Z');
const TICK_MS = 10 * MINUTE_MS;
const TICKS_MAX = 3;

/** Hours from the start in which a host misbehaves. */
const TROUBLE = [
  { host: 'gamma-api.polymarket.com', from: 5, to: 6, how: 'away' },
  { host: 'clob.polymarket.com', from: 9, to: 10, how: 'refuses' },
  { host: 'external-api.kalshi.com', from: 13, to: 14, how: 'refuses' },
  { host: 'gamma-api.polymarket.com', from: 20, to: 21, how: 'slow' },
  { host: 'external-api.kalshi.com', from: 26, to: 27, how: 'away' },
] as const;

const price = (n: number, now: number): number => 0.05 + 0.9 * Math.abs(Math.sin(n + now / (20 * HOUR_MS)));

const gammaMarket = (n: number, now: number) => {
  const isV2 = n % 3 === 0;
  const digits = n.toString(16).padStart(60, '0');
  const bid = Number(price(n, now).toFixed(2));
  return {
    id: String(n),
    conditionId: isV2 ? `0x01${digits}` : `0x${digits.padStart(64, 'f')}`,
    ...(isV2
      ? { version: 'v2', clobTokenIds: null, positionIds: [`${n}1`, `${n}2`], resolutionStatus: 'inactive' }
      : { version: 'v1', clobTokenIds: JSON.stringify([`${n}1`, `${n}2`]) }),
    slug: `m-${n}`,
    question: `Will Iran sign deal ${n}?`,
    outcomes: '["Yes", "No"]',
    outcomePrices: JSON.stringify([String(bid), String(1 - bid)]),
    bestBid: bid,
    bestAsk: Number((bid + 0.02).toFixed(2)),
    active: true,
    closed: false,
    acceptingOrders: true,
    endDate: '2027-12-31T00:00:00Z',
  };
};

const kalshiMarket = (n: number, now: number) => ({
  ticker: `KXIRAN-${n}`,
  event_ticker: `KXIRAN-${n}E`,
  market_type: 'binary',
  yes_sub_title: `Deal ${n}`,
  status: 'active',
  yes_bid_dollars: price(n, now).toFixed(4),
  yes_ask_dollars: (price(n, now) + 0.02).toFixed(4),
  expected_expiration_time: '2027-12-31T00:00:00Z',
  result: '',
});

/** An exchange's response to a request in the ledger. */
const answerOf = (url: URL, body: string, now: number, count: number): unknown => {
  const polymarkets = Math.round(count * 0.7);
  const query = url.searchParams;
  const page = <T>(cursor: string, total: number, make: (n: number) => T): { rows: T[]; next: string | null } => {
    const begin = Number(query.get(cursor) ?? 0);
    const end = Math.min(total, begin + Number(query.get('limit')));
    return {
      rows: Array.from({ length: end - begin }, (_, n) => make(begin + n)),
      next: end < total ? String(end) : null,
    };
  };
  const numberOf = (id: string): number => parseInt(id.startsWith('0x01') ? id.slice(4, 64) : id.slice(-8), 16);
  if (url.pathname.startsWith('/tags/')) return { id: '42' };
  if (url.pathname === '/events/keyset') {
    const { rows, next } = page('after_cursor', polymarkets, (n) => gammaMarket(n, now));
    const tags = [{ slug: 'geopolitics' }];
    return { events: rows.map((market) => ({ slug: `e-${market.id}`, tags, markets: [market] })), next_cursor: next };
  }
  if (url.pathname === '/markets/keyset') {
    const ids = new Set(query.getAll('condition_ids'));
    const all = [...ids].map((id) => gammaMarket(numberOf(id), now));
    return { markets: query.get('closed') === 'true' ? [] : all.filter(({ conditionId }) => ids.has(conditionId)) };
  }
  if (url.pathname === '/books')
    return (JSON.parse(body) as { token_id: string }[]).map(({ token_id: token }) => {
      const { bestBid, bestAsk } = gammaMarket(Number(token.slice(0, -1)), now);
      const level = (value: number) => [{ price: String(value), size: '100' }];
      return { asset_id: token, bids: level(bestBid), asks: level(bestAsk) };
    });
  if (url.pathname === '/prices-history') return { history: [{ t: Number(query.get('endTs')) - 60, p: 0.4 }] };
  if (url.pathname.endsWith('/candlesticks'))
    return { candlesticks: [{ end_period_ts: Number(query.get('end_ts')) - 60, price: { close_dollars: '0.4' } }] };
  if (url.pathname.endsWith('/events')) {
    const { rows, next } = page('cursor', count - polymarkets, (n) => kalshiMarket(n, now));
    const events = rows.map((market) => ({
      event_ticker: market.event_ticker,
      series_ticker: 'PACT',
      title: 'Will Iran sign?',
      markets: [market],
    }));
    return { events, cursor: next ?? '' };
  }
  if (url.pathname.endsWith('/markets'))
    return {
      markets: (query.get('tickers') ?? '').split(',').map((ticker) => kalshiMarket(Number(ticker.slice(7)), now)),
    };
  return { series: { category: 'World' } };
};

export const exchanges: Part = async (bench) => {
  const [hours, count, latency] = [
    bench.number('hours', 48),
    bench.number('markets', 2000),
    bench.number('latency', 0),
  ];
  const clock = new ManualClock(BEGIN * 1000);
  const now = (): number => clock.nowMicros() / 1000;
  const refused = new Map<string, number>();
  let requests = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, scheme = '', host = '', ...rest] = (request.url ?? '').split('/');
    const url = new URL(`${scheme}://${host}/${rest.join('/')}`);
    const body = await text(request);
    requests += 1;
    const at = (now() - BEGIN) / HOUR_MS;
    const how = TROUBLE.find((one) => one.host === host && at >= one.from && at < one.to)?.how;
    const send = (status: number, answer: unknown): void => {
      setTimeout(
        () => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
        how === 'slow' ? 2_000 : latency,
      );
    };
    if (how === 'away') {
      response.destroy();
      return;
    }
    if (how === 'refuses') {
      send(429, { error: 'slow down' });
      return;
    }
    const made = { method: request.method ?? 'GET', url: url.href, headers: { 'user-agent': 'bench' } };
    const refusal = upstreamLedger().refusal({
      ...made,
      ...(body === '' ? {} : { body: JSON.parse(body) as unknown }),
    });
    if (refusal !== null) refused.set(refusal.reason, (refused.get(refusal.reason) ?? 0) + 1);
    send(refusal?.status ?? 200, refusal === null ? answerOf(url, body, now(), count) : { error: refusal.reason });
  };
  const world = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve));
  bench.atEnd(() => {
    world.closeAllConnections();
    world.close();
  });
  const { graph } = await bench.database();
  const upstream = new UpstreamClient(
    {
      replayUrl: `http://127.0.0.1:${(world.address() as AddressInfo).port}`,
      privateHosts: [],
      userAgent: 'bench',
      intervalMs: TICK_MS,
      random: () => 0.5,
    },
    clock,
  );
  const tag: TagMarket = () => ({
    entities: [],
    theater: 'iran',
    region: null,
    eventType: null,
    refused: null,
    conflict: 'names Iran',
  });
  const environment = readEnvironment({});
  const markets = new MarketsService(
    new PolymarketClient(upstream, environment, new RecentAnswers()),
    new KalshiClient(upstream, environment, new RecentAnswers()),
    new MarketRepository(graph),
    tag,
    { polymarketTags: ['geopolitics'], curated: [] },
    clock,
  );
  const worst = { age: 0, late: 0, look: 0, unasked: 0 };
  let histories: number | null = null;
  for (let tick = 0; tick < (hours * HOUR_MS) / TICK_MS; tick += 1) {
    const begun = performance.now();
    const report = await markets.refresh();
    const seconds = (performance.now() - begun) / 1000;
    worst.look = Math.max(worst.look, seconds);
    worst.unasked = Math.max(worst.unasked, report.unasked);
    const at = (now() - BEGIN) / HOUR_MS;
    const troubled = (exchange: string): boolean =>
      TROUBLE.some(({ host, from, to }) => host.includes(exchange) && at >= from && at < to + 0.5);
    const rows = (await graph.statement(
      `MATCH (m:Market {status: 'open'}) RETURN m.exchange AS exchange, m.quoted_at AS at, m.history_at AS history`,
      'READ',
    )) as { exchange: string; at: number | null; history: number | null }[];
    for (const row of rows.filter(({ exchange }) => !troubled(exchange))) {
      const age = Math.round((now() - (row.at ?? BEGIN)) / TICK_MS);
      worst.age = Math.max(worst.age, age);
      if (age > TICKS_MAX) worst.late += 1;
    }
    if (histories === null && rows.length >= count && rows.every(({ history }) => history !== null)) histories = tick;
    if (tick < 6 || report.failures.length > 0)
      bench.say(
        `${at.toFixed(1)} h: ${seconds.toFixed(1)} s, ${rows.length} open, ${report.quoted} quoted, ` +
          `${report.unasked} unasked, histories ${report.histories.read}; ${report.failures.join('; ').slice(0, 160)}`,
      );
    clock.advance(TICK_MS * 1000);
  }
  const results = {
    hours,
    markets: count,
    latency_ms: latency,
    oldest_quote_ticks: worst.age,
    quotes_over_three_ticks: worst.late,
    longest_look_seconds: Number(worst.look.toFixed(1)),
    most_unasked: worst.unasked,
    requests,
    refused: Object.fromEntries(refused),
    histories_complete_after_ticks: histories,
  };
  bench.say(JSON.stringify(results, null, 1));
  bench.keep('exchanges', results);
};
