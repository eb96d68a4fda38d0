import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nowMillis, type Clock } from '../platform/common/clock';
import { sha256Hex } from '../platform/common/sha256';
import { replayChannel, replayFeed, type ReplayDocument } from './replay-documents';
import { conditionTicker } from '../markets/polymarket/condition-id';
import { ReplayMarkets, type PricePoint } from './replay-markets';
import { pathsOfKalshi, pathsOfPolymarket } from './replay-paths';
import { INVENTED_MODELS, isDemoVoice, ReplayModel } from './replay-model';
import { upstreamLedger } from '../platform/upstream/ledger.provider';
import { refusalOf, refused, wireOf } from './strict-models';
import { chartUntil, manifoldAt, metaculusAt, postsUntil, quakesUntil, rowsUntil } from './replay-series';
import { SampleFiles } from './sample-files.service';
import { shiftDates, type SampleTime, type SampleWorld } from './sample-world';

type Json = Record<string, unknown>;

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer | string;
}

const HANG_MS = 120_000;
const MAX_REQUEST_BYTES = 2 * 1024 * 1024;

const json = (value: unknown, status = 200): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});
/** The topic of every sample market. */
const GEOPOLITICS = { id: '1', slug: 'geopolitics', label: 'Geopolitics' };
const notFound: Reply = { status: 404, type: 'text/plain', body: 'not in the samples' };

/** Handles requests unknown to {@link ReplayServer}: the web archive and the external clocks. */
type ReplayExtension = (
  host: string,
  path: string,
  request: { method: string; query: URLSearchParams; body: string; bytes: Buffer },
) => Promise<Reply | null>;

/** The series of all Kalshi samples; their tickers do not begin with it. */
const DEMO_SERIES = 'KXDEMO';

/** Every upstream, replayed at the clock's time; `https://host/path` arrives as `/https/host/path`. */
export class ReplayServer {
  private readonly documents = new Map<string, ReplayDocument>();
  private readonly posts = new Map<string, Json>();
  private readonly charts = new Map<string, unknown>();
  private readonly world: SampleWorld;
  private readonly polymarket: ReplayMarkets;
  private readonly kalshi: ReplayMarkets;
  private readonly trades: Json[];
  private readonly model: ReplayModel;
  private readonly quakes: Json;
  private readonly manifold: { markets: Json[]; bets: Json[] };
  private readonly metaculus: Json;
  private server: Server | null = null;

  constructor(
    files: SampleFiles,
    private readonly time: SampleTime,
    private readonly clock: Clock,
    private readonly extension: ReplayExtension = () => Promise.resolve(null),
    /** While true, hosts that fail on purpose respond as absent, which is not retried. */
    private readonly inThePast: () => boolean = () => false,
  ) {
    this.world = files.world();
    for (const name of files.names('feed'))
      this.documents.set(`${name.replace('.xml', '')}.example.org`, replayFeed(files.bytes('feed', name), time));
    for (const name of files.names('telegram'))
      this.documents.set(`t.me/${name.replace('.html', '')}`, replayChannel(files.bytes('telegram', name), time));
    for (const name of files.names('twitter')) {
      const document = files.json<Json>('twitter', name);
      const [user] = (document['includes'] as { users: { id: string }[] }).users;
      this.posts.set(name.replace('.json', ''), document);
      this.posts.set(user?.id ?? '', document);
    }
    for (const name of files.names('quotes')) this.charts.set(name.replace('.json', ''), files.json('quotes', name));
    const settlements = files.settlements();
    const gamma = files.json<{ markets: Json[] }>('polymarket-markets', 'markets.json').markets;
    const kalshi = files.json<{ markets: Json[] }>('kalshi-markets', 'markets.json').markets;
    this.polymarket = new ReplayMarkets(gamma, pathsOfPolymarket(files, gamma), settlements, time);
    this.kalshi = new ReplayMarkets(kalshi, pathsOfKalshi(files, kalshi), settlements, time);
    const trades = files.json<Json[]>('polymarket-trades', 'trades.json');
    // A trade names the question, which names a day.
    this.trades = trades.map((trade) => ({ ...trade, title: shiftDates(String(trade['title']), time.shiftMs) }));
    this.model = new ReplayModel(files.answers(), time);
    this.quakes = files.json('usgs', 'all.geojson');
    this.manifold = { markets: files.json('manifold', 'markets.json'), bets: files.json('manifold', 'bets.json') };
    this.metaculus = files.json('metaculus', 'posts.json');
  }

  /** Starts on a free loopback port; resolves to its address. */
  async start(): Promise<string> {
    const server = createServer((request, response) => {
      // The date of the demo's clock, which clients of the demo use.
      response.sendDate = false;
      response.setHeader('date', new Date(nowMillis(this.clock)).toUTCString());
      void this.serve(request, response);
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise<void>((resolve) => {
      if (this.server === null) resolve();
      else
        this.server.close(() => {
          resolve();
        });
    });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', 'http://replay');
      const [, scheme = '', host = '', ...rest] = url.pathname.split('/');
      const path = `/${rest.map(decodeURIComponent).join('/')}`;
      const bytes = await readBody(request);
      const body = bytes.toString('utf8');
      if (scheme === 'model') {
        send(request, response, this.answerModel(host, rest.join('/'), body));
        return;
      }
      if (this.world.faults[host] !== undefined && this.inThePast()) {
        send(request, response, notFound);
        return;
      }
      if (this.world.faults[host] === 'hang') {
        setTimeout(() => {
          response.destroy();
        }, HANG_MS).unref();
        return;
      }
      const refusal = this.refusalOf(request, `${scheme}://${host}/${rest.join('/')}${url.search}`, body);
      const reply =
        refusal ??
        (await this.extension(host, path, { method: request.method ?? 'GET', query: url.searchParams, body, bytes })) ??
        this.answer(host, path, url.searchParams, body);
      send(request, response, reply);
    } catch (error) {
      send(request, response, { status: 500, type: 'text/plain', body: (error as Error).message });
    }
  }

  /** Rejects requests that the real upstream would reject, by the ledger, to find such errors early. */
  private refusalOf({ method = 'GET', headers }: IncomingMessage, url: string, text: string): Reply | null {
    const ledger = upstreamLedger();
    if (!ledger.knows(new URL(url).host)) return null;
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const parsed: unknown = isForm
      ? Object.fromEntries(new URLSearchParams(text))
      : text === ''
        ? null
        : JSON.parse(text);
    const refusal = ledger.refusal({ method, url, headers, ...(text !== '' && { body: parsed }) });
    return refusal === null ? null : json({ error: refusal.reason }, refusal.status);
  }

  private answerModel(provider: string, path: string, body: string): Reply {
    const voice = isDemoVoice(provider) && path.split('/').slice(-2).join('/') === 'chat/completions' ? provider : null;
    if (voice === null && !(provider === 'anthropic' && path === 'v1/messages')) return notFound;
    const refusal = refusalOf(path, body, new Set(Object.values(INVENTED_MODELS)));
    if (refusal !== null) return json(refusal.body, refusal.status);
    const answer = this.model.answer(path, body, nowMillis(this.clock), voice);
    if (answer !== null) return json(answer);
    const { status, body: said } = refused(wireOf(path), 400, 'no sample for this market');
    return json(said, status);
  }

  private answer(host: string, path: string, query: URLSearchParams, body: string): Reply {
    const now = nowMillis(this.clock);
    if (this.world.faults[host] === 'error_500') return { status: 500, type: 'text/plain', body: 'broken on purpose' };
    if (this.world.faults[host] === 'html_page')
      return { status: 200, type: 'text/html', body: '<!doctype html><title>Portal</title><p>We have moved.</p>' };
    if (host === 't.me') return this.page(`t.me/${path.split('/').at(-1) ?? ''}`, 'text/html; charset=utf-8', now);
    if (host.endsWith('.example.org')) return this.page(host, 'application/xml', now);
    if (host.startsWith('api.x.')) return this.answerPosts(path, query, now);
    if (host.includes('finance.yahoo')) return this.answerChart(path, query, now);
    if (host.startsWith('gamma-api')) return this.answerGamma(path, query, now);
    if (host.startsWith('clob')) return this.answerBook(path, query, body, now);
    if (host.startsWith('data-api')) return this.answerTrades(query, now);
    if (host.includes('kalshi')) return this.answerKalshi(path, query, now);
    if (host.includes('usgs')) return json(quakesUntil(this.quakes, now, this.time));
    if (host.includes('manifold')) return this.answerManifold(path, query, now);
    if (host.includes('metaculus')) return this.answerMetaculus(path, query, now);
    return notFound;
  }

  private page(key: string, type: string, now: number): Reply {
    const document = this.documents.get(key);
    return document === undefined ? notFound : { status: 200, type, body: document.at(now) };
  }

  private answerPosts(path: string, query: URLSearchParams, now: number): Reply {
    const segments = path.split('/');
    if (segments.includes('by')) {
      const [user] =
        (this.posts.get(segments.at(-1) ?? '')?.['includes'] as { users: Json[] } | undefined)?.users ?? [];
      return user === undefined ? notFound : json({ data: user });
    }
    const document = segments.map((segment) => this.posts.get(segment)).find((found) => found !== undefined);
    if (document === undefined) return notFound;
    return json(postsUntil(document, query.get('since_id'), Number(query.get('max_results') ?? 40), now, this.time));
  }

  private answerChart(path: string, query: URLSearchParams, now: number): Reply {
    const chart = this.charts.get(path.split('/').at(-1) ?? '');
    const bars = query.get('range') === '5d' ? 60 : 360;
    return chart === undefined
      ? json({ chart: { result: null, error: { code: 'Not Found', description: 'No data found' } } }, 404)
      : json(chartUntil(chart, bars, now, this.time));
  }

  private answerGamma(path: string, query: URLSearchParams, now: number): Reply {
    const wanted = query.get('closed');
    const closed = wanted === null ? null : wanted === 'true';
    const ids = query.getAll('condition_ids').flatMap((value) => value.split(',').map(conditionTicker));
    const tag = query.get('tag_id');
    const slug = /^\/tags\/slug\/([\w-]+)$/.exec(path)?.[1];
    if (slug !== undefined) return slug === GEOPOLITICS.slug ? json(GEOPOLITICS) : json({ id: '2', slug, label: slug });
    const markets = this.polymarket
      .gamma(now, closed)
      .filter((market) => ids.length === 0 || ids.includes(conditionTicker(String(market['conditionId']))))
      // The samples have one topic; others are empty.
      .filter(() => tag === null || tag === GEOPOLITICS.id);
    if (path.startsWith('/markets/keyset')) return json({ markets });
    if (path.startsWith('/events/keyset'))
      return json({
        events: markets.map((market) => ({
          ...(market['events'] as Json[])[0],
          tags: [GEOPOLITICS],
          markets: [market],
        })),
      });
    return notFound;
  }

  private answerBook(path: string, query: URLSearchParams, body: string, now: number): Reply {
    if (path === '/prices-history') {
      const points = this.pastPrices(this.polymarket, query.get('market') ?? '', query, now);
      return json({ history: points.map(({ at, price }) => ({ t: at / 1000, p: price })) });
    }
    if (path !== '/books') return notFound;
    const asked = JSON.parse(body) as { readonly token_id: string }[];
    return json(asked.flatMap(({ token_id: token }) => this.polymarket.book(token, now) ?? []));
  }

  private pastPrices(exchange: ReplayMarkets, name: string, query: URLSearchParams, now: number): PricePoint[] {
    const number = (...names: string[]): number =>
      Number(names.map((each) => query.get(each)).find((value) => value !== null) ?? 0);
    return exchange.pastPrices(
      name,
      number('startTs', 'start_ts'),
      number('endTs', 'end_ts'),
      number('fidelity', 'period_interval'),
      now,
    );
  }

  private answerTrades(query: URLSearchParams, now: number): Reply {
    const wanted = query.get('condition_id')?.split(',') ?? [];
    const offset = Number(query.get('cursor') ?? 0);
    const next = offset + Number(query.get('limit') ?? 100);
    const trades = rowsUntil(this.trades, 'timestamp', 1000, now, this.time).filter((trade) =>
      wanted.includes(String(trade['condition_id'])),
    );
    const hasMore = next < trades.length;
    return json({
      data: trades.slice(offset, next),
      pagination: { has_more: hasMore, next_cursor: hasMore ? String(next) : null },
    });
  }

  private answerKalshi(path: string, query: URLSearchParams, now: number): Reply {
    const markets = this.kalshi.kalshi(now, query.get('status'));
    const tickers = query.get('tickers')?.split(',');
    const candles = new RegExp(`/series/${DEMO_SERIES}/markets/([^/]+)/candlesticks$`).exec(path)?.[1];
    if (candles !== undefined)
      return json({
        ticker: candles,
        candlesticks: this.pastPrices(this.kalshi, candles, query, now).map(({ at, price }) => ({
          end_period_ts: at / 1000,
          price: { close_dollars: price.toFixed(4) },
        })),
      });
    if (path.endsWith(`/series/${DEMO_SERIES}`))
      return json({
        series: { ticker: DEMO_SERIES, category: 'World', fee_type: 'quadratic', fee_multiplier: 1 },
      });
    if (path.endsWith('/historical/markets')) return json({ markets: [], cursor: '' });
    if (path.endsWith('/markets'))
      return json({
        markets: markets.filter(({ ticker }) => tickers === undefined || tickers.includes(String(ticker))),
        cursor: '',
      });
    if (path.endsWith('/events'))
      return json({
        events: markets.map((market) => ({
          event_ticker: market['event_ticker'],
          series_ticker: DEMO_SERIES,
          title: market['title'],
          sub_title: '',
          mutually_exclusive: false,
          markets: [market],
        })),
        cursor: '',
      });
    return json({ error: { code: 'not_found', message: 'not found' } }, 404);
  }

  private answerManifold(path: string, query: URLSearchParams, now: number): Reply {
    const markets = manifoldAt(this.manifold.markets, this.manifold.bets, now, this.time);
    if (path.includes('/market/')) return json(markets.find(({ id }) => path.endsWith(String(id))) ?? null);
    // Every topic search would return the same markets; only one topic has them.
    const topic = query.get('topicSlug');
    return json(topic === null || topic === 'wars' || topic === 'geopolitics' ? markets : []);
  }

  private answerMetaculus(path: string, query: URLSearchParams, now: number): Reply {
    const document = metaculusAt(this.metaculus, now, this.time);
    const posts = document['results'] as Json[];
    const one = posts.find(({ id }) => path.endsWith(`/posts/${String(id)}/`));
    if (one !== undefined) return json(one);
    return json(Number(query.get('offset') ?? 0) > 0 ? { ...document, results: [] } : document);
  }
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_REQUEST_BYTES) throw new Error('request too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
};

const send = (request: IncomingMessage, response: ServerResponse, reply: Reply): void => {
  const etag = `"${sha256Hex(reply.body).slice(0, 24)}"`;
  if (reply.status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  response.writeHead(reply.status, { 'content-type': reply.type, etag }).end(reply.body);
};
