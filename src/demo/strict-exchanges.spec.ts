import { ManualClock } from '../../test/support/manual-clock';
import { readEnvironment } from '../platform/config/environment';
import { KalshiClient } from '../markets/kalshi/kalshi.client';
import { PolymarketClient } from '../markets/polymarket/polymarket.client';
import { upstreamLedger } from '../platform/upstream/ledger.provider';
import { RecentAnswers } from '../platform/upstream/recent-answers.service';
import { UpstreamClient } from '../platform/upstream/upstream.client';
import type { UpstreamPost, UpstreamRequest, UpstreamResponse } from '../platform/upstream/upstream-request';
import { ReplayServer } from './replay-server.service';
import { SampleFiles } from './sample-files.service';
import { SampleTime } from './sample-world';

const NOW = Date.UTC(2027, 4, 3, 12, 34, 56);
const DAY = 86_400_000;
const CONDITION = `0x${'ab'.repeat(32)}`;

/** Notes which entries of the ledger its requests fit. */
class NotingClient extends UpstreamClient {
  readonly fitted = new Set<string>();

  override get(request: UpstreamRequest): Promise<UpstreamResponse> {
    this.note('GET', request.url);
    return super.get(request);
  }

  override post(request: UpstreamPost): Promise<UpstreamResponse> {
    this.note('POST', request.url);
    return super.post(request);
  }

  private note(method: string, url: string): void {
    const found = upstreamLedger().fit(method, url);
    this.fitted.add(found === null ? `${method} ${url}` : `${found.upstream.id}/${found.call.id}`);
  }
}

describe('the replay of the exchanges', () => {
  const files = new SampleFiles();
  const clock = new ManualClock(NOW * 1000);
  const server = new ReplayServer(files, SampleTime.endingAt(files.world(), NOW), clock);
  const { signal } = new AbortController();
  let base: string;

  beforeAll(async () => {
    base = await server.start();
  });

  afterAll(() => server.stop());

  it('answers every call of the clients, each of which the ledger has, and no entry is without a call', async () => {
    const upstream = new NotingClient(
      { replayUrl: base, privateHosts: [], userAgent: 'test', intervalMs: 600_000, random: () => 0 },
      clock,
    );
    const polymarket = new PolymarketClient(upstream, readEnvironment({}), new RecentAnswers());
    const kalshi = new KalshiClient(upstream, readEnvironment({}), new RecentAnswers());
    const topic = (await polymarket.topicId('geopolitics', signal)) ?? '';
    const [first] = (await polymarket.openMarkets(topic, null, 100, signal)).markets;
    const token = first?.yes_token ?? '';
    await polymarket.marketsByTicker([first?.ticker ?? ''], false, signal);
    await polymarket.trades([first?.ticker ?? ''], 10_000, NOW - 30 * DAY, signal);
    await polymarket.cursorBehind(topic, null, signal);
    const [listed] = (await kalshi.openMarkets(null, 200, signal)).markets;
    const ticker = listed?.ticker ?? '';

    expect(await polymarket.books([token], signal)).toHaveLength(1);
    expect(await polymarket.priceHistory(token, NOW - 14 * DAY, NOW, 60, signal)).not.toHaveLength(0);
    expect(await kalshi.seriesOf(listed?.event?.series ?? '', signal)).toEqual({ category: 'World', feeRate: 0.07 });
    expect(await kalshi.marketsByTicker([ticker, 'KXGONE'], signal)).toHaveLength(1);
    expect(await kalshi.priceHistory('KXDEMO', ticker, NOW - 2 * DAY, NOW, 60, signal)).not.toHaveLength(0);
    expect([...upstream.fitted].sort()).toEqual(
      upstreamLedger()
        .upstreams.filter(({ id }) => id === 'polymarket' || id === 'kalshi')
        .flatMap(({ id, calls = [] }) => calls.map((call) => `${id}/${call.id}`))
        .sort(),
    );
  });

  it.each([
    [
      'a window of more than 15 days',
      'clob.polymarket.com/prices-history?market=1&startTs=0&endTs=1296001&fidelity=60',
      400,
    ],
    ['the trades of the first version', `data-api.polymarket.com/trades?market=${CONDITION}`, 404],
    [
      'a key that comes twice',
      `data-api.polymarket.com/v2/trades?condition_id=${CONDITION}&condition_id=${CONDITION}&taker_only=true&filter_type=CASH&filter_amount=1&limit=10`,
      400,
    ],
    [
      'a page of more trades than are given',
      `data-api.polymarket.com/v2/trades?condition_id=${CONDITION}&taker_only=true&filter_type=CASH&filter_amount=1&limit=1001`,
      400,
    ],
    [
      'a parameter that nobody knows',
      'gamma-api.polymarket.com/events/keyset?limit=10&closed=false&tag_id=1&offset=3',
      400,
    ],
    [
      'a page of more events than are given',
      'external-api.kalshi.com/trade-api/v2/events?status=open&with_nested_markets=true&limit=201',
      400,
    ],
    [
      'a candlestick of another length',
      'external-api.kalshi.com/trade-api/v2/series/KXDEMO/markets/A/candlesticks?start_ts=1&end_ts=2&period_interval=5',
      400,
    ],
    [
      'a series that is not the event\u2019s',
      'external-api.kalshi.com/trade-api/v2/series/KXOTHER/markets/A/candlesticks?start_ts=1&end_ts=2&period_interval=60',
      404,
    ],
  ])('refuses %s', async (_, address, status) => {
    expect((await fetch(`${base}/https/${address}`)).status).toBe(status);
  });
});
