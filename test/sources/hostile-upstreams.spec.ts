/**
 * Upstreams that mean harm, as real servers on this machine, met by the real client and the real parsers.
 * `npm test` plays a share of the cases by chance; `npm run test:faults` plays all.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createRawServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { ManualClock } from '../support/manual-clock';
import { readEnvironment, type Environment } from '../../src/platform/config/environment';
import { FeedParserPool } from '../../src/ingestion/feeds/feed-parser.pool';
import { FeedSource } from '../../src/ingestion/feeds/feed.source';
import { FinancialSource } from '../../src/ingestion/financial/financial.source';
import { ManifoldSource } from '../../src/ingestion/forecaster/manifold.source';
import { MetaculusSource } from '../../src/ingestion/forecaster/metaculus.source';
import { SeismicSource } from '../../src/ingestion/seismic/seismic.source';
import type { Source, SourceAdapter } from '../../src/ingestion/source';
import { TelegramSource } from '../../src/ingestion/telegram/telegram.source';
import { TwitterSource } from '../../src/ingestion/twitter/twitter.source';
import { KalshiClient } from '../../src/markets/kalshi/kalshi.client';
import { PolymarketClient } from '../../src/markets/polymarket/polymarket.client';
import { RecentAnswers } from '../../src/platform/upstream/recent-answers.service';
import { UpstreamClient } from '../../src/platform/upstream/upstream.client';
import { shareOf } from '../support/chance';
import { Purse } from '../support/purse';
import { UpstreamWorld } from '../support/upstream-world';
import { collect, NOW, sourceOf } from './collect';

const MB = 1 << 20;
const WITHIN_MS = 2_000;

const signal = new AbortController().signal;

const listening = (server: Server | ReturnType<typeof createRawServer>): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port);
    }),
  );

const clientOf = (privateHosts: readonly string[]): UpstreamClient =>
  new UpstreamClient(
    { replayUrl: null, privateHosts, userAgent: 'test', intervalMs: 600_000, random: () => 0 },
    new ManualClock(NOW * 1_000),
  );

/** How it ended: a code of the client, or the bytes that came. */
const outcome = async (port: number, more: { readonly maxBytes?: number } = {}): Promise<string | Buffer> => {
  const request = {
    url: `http://127.0.0.1:${port}/`,
    retries: 0,
    totalTimeoutMs: WITHIN_MS,
    ...more,
  };
  return clientOf([`127.0.0.1:${port}`])
    .get(request)
    .then(
      ({ body }) => body,
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    );
};

describe('redirects to where nobody from outside may lead', () => {
  let inner: Server;
  let outer: Server;
  let innerAsked = 0;
  let location = '';
  let innerPort = 0;
  let outerPort = 0;

  beforeAll(async () => {
    inner = createServer((_, response) => {
      innerAsked += 1;
      response.end('secret');
    });
    outer = createServer((_, response) => response.writeHead(302, { Location: location }).end());
    innerPort = await listening(inner);
    outerPort = await listening(outer);
  });
  afterAll(() => {
    for (const server of [inner, outer]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const places = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1.',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'a.localhost',
    '0',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    'metadata.google.internal',
    'printer',
    'db.corp',
    'router.lan',
  ];

  it.each(shareOf('redirects', places, 0.4))('never leads to %s', async (host) => {
    innerAsked = 0;
    for (const place of [
      `http://${host}/latest/meta-data/`,
      `http://${host}:${innerPort}/`,
      `https://${host}/`,
      `//${host}:${innerPort}/x`,
      `http://user:word@${host}:${innerPort}/`,
    ]) {
      location = Buffer.from(place).toString('latin1');
      expect([place, await outcome(outerPort)]).toEqual([place, 'refused']);
    }
    expect(innerAsked).toBe(0);
  });

  it.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
    'http:\\\\127.0.0.1\\',
    'http://',
    'http://%31%32%37.0.0.1/',
  ])('never leads to %s', async (place) => {
    location = place;
    expect(await outcome(outerPort)).toBe('refused');
  });
});

describe('bodies of another form', () => {
  const size = 64 * MB;
  const zeros = Buffer.alloc(size);
  const bombs: readonly (readonly [string, string, () => Buffer])[] = [
    ['gzip', 'gzip', () => gzipSync(zeros)],
    ['brotli', 'br', () => brotliCompressSync(zeros, { params: { 1: 3 } })],
    ['deflate', 'deflate', () => deflateSync(zeros)],
    ['bare deflate', 'deflate', () => deflateRawSync(zeros)],
    ['gzip in gzip', 'gzip, gzip', () => gzipSync(gzipSync(zeros))],
  ];

  it.each(bombs)('stops a bomb of %s at its limit', async (_, encoding, bomb) => {
    const body = bomb();
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': encoding }).end(body),
    );
    const port = await listening(server);
    const before = process.memoryUsage();
    const ends = await Promise.all(Array.from({ length: 8 }, () => outcome(port, { maxBytes: MB })));
    const { arrayBuffers } = process.memoryUsage();

    expect(new Set(ends)).toEqual(new Set([encoding.includes(',') ? 'encoding' : 'too-large']));
    // Unpacked as a whole they would be 512 MB.
    expect(arrayBuffers - before.arrayBuffers).toBeLessThan(64 * MB);
    server.close();
    server.closeAllConnections();
  });

  const endlessly =
    (head: string, piece: string, everyMs: number) =>
    (socket: Socket): void => {
      socket.write(head);
      const timer = setInterval(() => socket.write(piece), everyMs);
      socket.on('close', () => {
        clearInterval(timer);
      });
    };
  const once =
    (text: string) =>
    (socket: Socket): void => {
      socket.end(text);
    };
  const ok = 'HTTP/1.1 200 OK\r\n';
  const speeches: readonly (readonly [string, (socket: Socket) => void, readonly string[]])[] = [
    ['never ends', endlessly(`${ok}\r\n`, 'x'.repeat(100_000), 1), ['too-large']],
    [
      'never ends its chunks',
      endlessly(`${ok}Transfer-Encoding: chunked\r\n\r\n`, `186a0\r\n${'x'.repeat(100_000)}\r\n`, 1),
      ['too-large'],
    ],
    ['drips', endlessly(`${ok}\r\n`, ' ', 20), ['timeout']],
    ['never ends its headers', endlessly(ok, `X-Word: ${'y'.repeat(500)}\r\n`, 1), ['network']],
    ['drips its headers', endlessly(ok, 'X-Word: y\r\n', 20), ['timeout', 'network']],
    ['drips its status line', endlessly('HTTP/1.1 2', '0', 20), ['timeout', 'network']],
    ['says nothing', () => undefined, ['timeout']],
    ['hangs up at once', (socket) => socket.destroy(), ['network']],
    ['promises more than it sends', once(`${ok}Content-Length: 100000\r\n\r\nshort`), ['network']],
    ['promises a terabyte', once(`${ok}Content-Length: 1000000000000\r\n\r\nshort`), ['network', 'too-large']],
    ['promises less than nothing', once(`${ok}Content-Length: -5\r\n\r\nshort`), ['network']],
    ['promises two lengths', once(`${ok}Content-Length: 5\r\nContent-Length: 50\r\n\r\nshort`), ['network']],
    [
      'promises a length and chunks',
      once(`${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      ['network'],
    ],
    ['sends a chunk without end', once(`${ok}Transfer-Encoding: chunked\r\n\r\nfffffffffffff\r\nx`), ['network']],
    ['is not HTTP', once('SSH-2.0-OpenSSH_9.9\r\n'), ['network']],
  ];

  it.each(speeches)('is done with a server that %s', async (_, speak, allowed) => {
    const server = createRawServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        speak(socket);
      });
    });
    const port = await listening(server);
    const begun = performance.now();
    const end = await outcome(port, { maxBytes: MB });

    expect(allowed).toContain(end);
    expect(performance.now() - begun).toBeLessThan(WITHIN_MS + 1_500);
    server.close();
  });

  it('takes no byte behind the length that was promised', async () => {
    const server = createRawServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(`${ok}Content-Length: 5\r\n\r\nshort and more`));
    });
    const end = await outcome(await listening(server));

    expect([String(end), 'network']).toContain(String(end));
    expect(String(end)).not.toContain('more');
    server.close();
  });
});

describe('documents that mean harm to their reader', () => {
  let world: UpstreamWorld;
  const pool = new FeedParserPool();

  beforeAll(async () => {
    world = await UpstreamWorld.open();
  });
  afterAll(async () => {
    await pool.onApplicationShutdown();
    await world.close();
  });

  const environment: Environment = readEnvironment({
    METACULUS_TOKEN: 'token-of-a-test-site',
    X_BEARER_TOKEN: 'token-of-a-test-site',
  });
  const feed: Source = { ...sourceOf('feed', {}), url: 'https://feed.example.com/rss' };
  const readers: readonly (readonly [string, SourceAdapter, Source, readonly string[]])[] = [
    ['feed', new FeedSource(pool), feed, ['feed.example.com']],
    ['telegram', new TelegramSource(environment), sourceOf('telegram', { channel: 'border_watch' }), ['t.me']],
    [
      'twitter',
      new TwitterSource(environment, new Purse(1), 1),
      sourceOf('twitter', { account: 'newsdesk' }),
      ['api.x.com'],
    ],
    [
      'quotes',
      new FinancialSource(environment),
      sourceOf('quotes', { entity: 'brent', symbol: 'BZ=F' }),
      ['query1.finance.yahoo.com', 'query2.finance.yahoo.com'],
    ],
    [
      'metaculus',
      new MetaculusSource(environment),
      sourceOf('metaculus', { query: 'categories=geopolitics' }),
      ['www.metaculus.com'],
    ],
    ['manifold', new ManifoldSource(environment), sourceOf('manifold', { topic: 'wars' }), ['api.manifold.markets']],
    ['usgs', new SeismicSource(environment), sourceOf('usgs', { summary: '2.5_day' }), ['earthquake.usgs.gov']],
  ];

  const deep = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);
  const poison =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"id":1,"id":{"__proto__":{"polluted":1}},"results":[{"__proto__":{"polluted":1},"id":7,"id":8,"title":"A","title":"B"}],"features":[{"__proto__":{"polluted":1}}],"data":[{"__proto__":null}]}';
  const documents: readonly (readonly [string, string])[] = [
    ['a million nested elements', `<rss version="2.0"><channel>${'<a>'.repeat(1_000_000)}`],
    [
      'a million nested elements of a page',
      `<!doctype html><div class="tgme_widget_message" data-post="border_watch/1">${'<b>'.repeat(1_000_000)}`,
    ],
    ['a million elements side by side', `<rss version="2.0"><channel>${'<item/>'.repeat(1_000_000)}</channel></rss>`],
    [
      'entities that double',
      `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha">${Array.from({ length: 40 }, (_, n) => `<!ENTITY a${n} "&a${n === 0 ? '' : n - 1};&a${n === 0 ? '' : n - 1};">`).join('')}]><rss version="2.0"><channel><item><title>&a39;</title></item></channel></rss>`,
    ],
    [
      'an entity that is a file',
      '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><item><title>&x;</title><link>https://a.example.com/</link></item></channel></rss>',
    ],
    ['arrays of depth 100,000', deep('[', ']')],
    ['objects of depth 100,000', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    [
      'depth where a list is expected',
      `{"results":${deep('[', ']')},"features":${deep('[', ']')},"data":${deep('[', ']')},"chart":{"result":${deep('[', ']')}}}`,
    ],
    ['doubled keys and __proto__', poison],
    ['a list of them', `[${poison},${poison}]`],
    [
      'a number beyond all numbers',
      '{"results":[{"id":1e999999}],"data":[{"id":"1","text":1e400}],"chart":{"result":[{"timestamp":[1e308,-1e308],"indicators":{"quote":[{"close":[1e308,-1e308,"NaN"]}]}}]}}',
    ],
    ['half a character at every end', `{"results":[{"title":"\\ud800"}],"data":[{"text":"\\udfff"}]}`],
    ['a line of eight megabytes', `"${'a'.repeat(7_900_000)}"`],
    ['nothing', ''],
    ['only white space', ' '.repeat(1_000_000)],
    ['zero bytes', '\0'.repeat(100_000)],
  ];
  const cases = readers.flatMap(([name, adapter, source, hosts]) =>
    documents.map(([what, body]) => ({ name, what, adapter, source, hosts, body })),
  );

  it.each(shareOf('documents', cases, 0.25))(
    '$name is done with $what, in time and within limits',
    async ({ adapter, source, hosts, body }) => {
      for (const host of hosts)
        world.answer(host, (_: IncomingMessage, response: ServerResponse) => response.end(body));
      const begun = performance.now();
      const [items, error] = await collect(adapter, source, world.url).then(
        (result) => [result.items, null] as const,
        (reason: unknown) => [[], reason as Error] as const,
      );

      expect(performance.now() - begun).toBeLessThan(15_000);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      expect(items.length).toBeLessThanOrEqual(2);
      expect(JSON.stringify(items)).not.toMatch(/root:|(ha){50}/);
      // A sentence that an operator can read, and no excerpt of the document.
      if (error !== null) expect(error.message).toMatch(/^.{3,300}$/s);
    },
    30_000,
  );
});

describe('exchanges that lie', () => {
  let world: UpstreamWorld;
  let upstream: UpstreamClient;
  const environment = readEnvironment({});

  beforeAll(async () => {
    world = await UpstreamWorld.open();
    upstream = new UpstreamClient(
      { replayUrl: world.url, privateHosts: [], userAgent: 'test', intervalMs: 600_000, random: () => 0 },
      new ManualClock(NOW * 1_000),
    );
  });
  afterAll(() => world.close());

  const answer = (host: string, body: unknown): void => {
    world.answer(host, (_, response) => response.end(typeof body === 'string' ? body : JSON.stringify(body)));
  };
  const isUnit = (value: number | null | undefined): boolean =>
    value === null || value === undefined || (value >= 0 && value <= 1);
  const prices = ['-1', -1, 'NaN', NaN, '1.5', 1.5, 1e9, '0x1', 'Infinity', '', null, {}, []];

  it('returns no price of Polymarket outside 0 to 1', async () => {
    for (const price of prices) {
      answer('gamma-api.polymarket.com', {
        markets: [
          {
            conditionId: '0xabc',
            question: 'Will it?',
            outcomes: '["Yes","No"]',
            clobTokenIds: '["1","2"]',
            outcomePrices: JSON.stringify([price, price]),
            bestBid: price,
            bestAsk: price,
            lastTradePrice: price,
            active: true,
            closed: false,
            endDate: '9999-12-31T00:00:00Z',
            volume: price,
            liquidity: price,
          },
        ],
      });
      const markets = await new PolymarketClient(upstream, environment, new RecentAnswers()).marketsByTicker(
        ['0xabc'],
        false,
        signal,
      );
      for (const { yes_price: yesPrice, yes_bid: yesBid, yes_ask: yesAsk } of markets)
        expect([price, ...[yesPrice, yesBid, yesAsk].map(isUnit)]).toEqual([price, true, true, true]);
      const levels = [{ price, size: price }];
      answer('clob.polymarket.com', [{ asset_id: '1', bids: levels, asks: levels }]);
      const [book] = await new PolymarketClient(upstream, environment, new RecentAnswers()).books(['1'], signal);
      expect([price, isUnit(book?.bid ?? null), isUnit(book?.ask ?? null)]).toEqual([price, true, true]);
      answer('clob.polymarket.com', { history: [{ t: NOW / 1_000, p: price }] });
      const history = await new PolymarketClient(upstream, environment, new RecentAnswers()).priceHistory(
        '1',
        0,
        NOW + 1,
        60,
        signal,
      );
      for (const past of history) expect([price, isUnit(past.price)]).toEqual([price, true]);
    }
  });

  it('returns no price of Kalshi outside 0 to 1', async () => {
    for (const price of prices) {
      answer('external-api.kalshi.com', {
        markets: [
          {
            ticker: 'KX-1',
            event_ticker: 'KX',
            title: 'Will it?',
            status: 'active',
            close_time: '9999-12-31T00:00:00Z',
            yes_bid_dollars: price,
            yes_ask_dollars: price,
            last_price_dollars: price,
            volume: price,
          },
        ],
      });
      const markets = await new KalshiClient(upstream, environment, new RecentAnswers()).marketsByTicker(
        ['KX-1'],
        signal,
      );
      for (const { yes_price: yesPrice, yes_bid: yesBid, yes_ask: yesAsk } of markets)
        expect([price, ...[yesPrice, yesBid, yesAsk].map(isUnit)]).toEqual([price, true, true, true]);
    }
  });

  it.each(['[', '{"markets":'.repeat(50_000), `{"markets":${'['.repeat(100_000)}${']'.repeat(100_000)}}`])(
    'fails with a sentence for other documents in place of a listing',
    async (body) => {
      for (const host of ['gamma-api.polymarket.com', 'external-api.kalshi.com']) answer(host, body);
      const ends = await Promise.allSettled([
        new PolymarketClient(upstream, environment, new RecentAnswers()).marketsByTicker(['a'], false, signal),
        new KalshiClient(upstream, environment, new RecentAnswers()).marketsByTicker(['a'], signal),
      ]);

      for (const end of ends)
        if (end.status === 'rejected') expect((end.reason as Error).message.length).toBeLessThan(300);
        else expect(end.value).toEqual([]);
    },
  );
});
