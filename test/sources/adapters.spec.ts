import type { IncomingMessage, ServerResponse } from 'node:http';
import { readEnvironment, type Environment } from '../../src/platform/config/environment';
import { CalendarSource } from '../../src/ingestion/calendar/calendar.source';
import { FinancialSource } from '../../src/ingestion/financial/financial.source';
import { ManifoldSource } from '../../src/ingestion/forecaster/manifold.source';
import { MetaculusSource } from '../../src/ingestion/forecaster/metaculus.source';
import { SeismicSource } from '../../src/ingestion/seismic/seismic.source';
import { TelegramSource } from '../../src/ingestion/telegram/telegram.source';
import { TwitterSource } from '../../src/ingestion/twitter/twitter.source';
import { Purse } from '../support/purse';
import { UpstreamWorld } from '../support/upstream-world';
import { EMPTY_STATE } from '../../src/ingestion/source';
import { collect, collectAll, NOW, sourceOf, upstreamAt } from './collect';

const environment = (variables: Record<string, string> = {}): Environment => readEnvironment(variables);

const json = (body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const queryOf = (request: IncomingMessage): URLSearchParams => new URL(request.url ?? '', 'http://x').searchParams;

let world: UpstreamWorld;
beforeEach(async () => {
  world = await UpstreamWorld.open();
});
afterEach(() => world.close());

describe('TelegramSource', () => {
  const source = sourceOf('telegram', { channel: 'border_watch' });
  const adapter = new TelegramSource(environment());

  const post = (id: number, extra = ''): string =>
    `<div class="tgme_widget_message ${extra}" data-post="border_watch/${id}"><div class="tgme_widget_message_text">Post ${id}</div></div>`;

  /** A channel of posts 1 to `newest`, five a page. */
  const channel = (newest: number): void => {
    world.answer('t.me', (request, response) => {
      const before = Number(queryOf(request).get('before') ?? newest + 1);
      const ids = Array.from({ length: 5 }, (_, index) => before - 5 + index).filter((id) => id > 0);
      response.end(`<section class="tgme_channel_history">${ids.map((id) => post(id)).join('')}</section>`);
    });
  };

  it('reads one page at first and remembers the newest post', async () => {
    channel(20);

    const { items, state } = await collect(adapter, source, world.url);

    expect(items.map(({ key }) => key)).toEqual([16, 17, 18, 19, 20].map((id) => `telegram:border_watch/${id}`));
    expect(state.cursor).toBe(20);
    expect(world.askedOf('t.me')).toBe(1);
  });

  it('begins no older page after a long wait for its turn, and reports it', async () => {
    channel(20);
    const now = performance.now.bind(performance);
    const slow = jest
      .spyOn(performance, 'now')
      .mockImplementation(() => now() + (world.askedOf('t.me') === 0 ? 0 : 9_000));
    const { items, state, warnings } = await collect(adapter, source, world.url, { ...EMPTY_STATE, cursor: 3 });
    slow.mockRestore();

    expect([items.length, state.cursor, world.askedOf('t.me')]).toEqual([5, 20, 1]);
    expect(warnings).toEqual([expect.stringContaining('were not read')]);
  });

  it('reads back to where it was, and no further', async () => {
    channel(20);

    const { items } = await collect(adapter, source, world.url, {
      etag: null,
      lastModified: null,
      cursor: 12,
    });

    expect(items.map(({ key }) => Number(key.split('/')[1]))).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  });

  it('does not read a whole channel back after a long silence', async () => {
    channel(500);

    await collect(adapter, source, world.url, { etag: null, lastModified: null, cursor: 12 });

    expect(world.askedOf('t.me')).toBe(3);
  });

  it('leaves out notices of Telegram itself', async () => {
    world.answer('t.me', (_, response) => response.end(post(1, 'service_message') + post(2)));

    expect((await collect(adapter, source, world.url)).items).toHaveLength(1);
  });

  it('fails on a channel without preview, also when it is redirected to its landing page', async () => {
    world.answer('t.me', (request, response) => {
      if (request.url?.includes('/s/')) response.writeHead(302, { location: 'https://t.me/border_watch' }).end();
      else response.end('<div class="tgme_page"><div class="tgme_page_title">Border Watch</div></div>');
    });

    await expect(collect(adapter, source, world.url)).rejects.toThrow(/No public preview/);
  });
});

describe('TwitterSource', () => {
  const source = sourceOf('twitter', { account: 'newsdesk' });
  const twitter = (variables: Record<string, string> = {}, purse = new Purse(0.5), accounts = 20) =>
    new TwitterSource(environment(variables), purse, accounts);

  it('names the missing variables', () => {
    expect(twitter().disabledReason()).toBe('Neither X_BEARER_TOKEN nor X_RSS_BRIDGE_URL is set');
    expect(twitter({ X_BEARER_TOKEN: 'k'.repeat(20) }).disabledReason()).toBeNull();
  });

  it('looks an account up once, then asks for new posts', async () => {
    const asked: string[] = [];
    world.answer('api.x.com', (request, response) => {
      asked.push(request.url?.split('/').slice(4).join('/') ?? '');
      if (request.url?.includes('/by/username/')) json({ data: { id: '55', username: 'newsdesk' } })(request, response);
      else
        json({
          data: [{ id: '1900000000000000007', text: 'New', created_at: '2026-11-21T11:00:00.000Z' }],
          meta: { result_count: 1 },
        })(request, response);
    });
    const adapter = twitter({ X_BEARER_TOKEN: 'secret-token-of-a-test' });

    const first = await collect(adapter, source, world.url);
    const soon = await collect(adapter, source, world.url, first.state);
    const second = await collect(adapter, source, world.url, first.state, NOW + 5 * 3_600_000);

    expect(first.items.map(({ key }) => key)).toEqual(['x:1900000000000000007']);
    // One post of 0.005 is a day's share of 0.5 among twenty for 4.8 hours.
    expect(soon.notModified).toBe(true);
    expect(first.state.cursor).toEqual({
      user_id: '55',
      since_id: '1900000000000000007',
      next_at: NOW + 4.8 * 3_600_000,
    });
    expect(second.state.cursor).toMatchObject({ user_id: '55', since_id: '1900000000000000007' });
    expect(first.items[0]).toMatchObject({ url: 'https://x.com/newsdesk/status/1900000000000000007' });
    expect(asked.map((path) => path.split('?')[0])).toEqual([
      'users/by/username/newsdesk',
      'users/55/tweets',
      'users/55/tweets',
    ]);
    expect(asked[1]).toContain('max_results=5');
    expect(asked[1]).not.toMatch(/expansions|user\.fields/);
    expect(asked[2]).toContain('since_id=1900000000000000007');
    expect(world.requests[0]?.headers.authorization).toBe('Bearer secret-token-of-a-test');
  });

  it('asks nothing whose worst case passes the limit of the day, also when all accounts ask at once', async () => {
    world.answer('api.x.com', (request, response) => {
      if (request.url?.includes('/by/username/')) json({ data: { id: '55' } })(request, response);
      else json({ data: Array.from({ length: 5 }, (_, n) => ({ id: `19${n}`, text: 'New' })) })(request, response);
    });
    const purse = new Purse(0.1);
    const adapter = twitter({ X_BEARER_TOKEN: 'secret-token-of-a-test', X_DAILY_USD: '0.1' }, purse);
    const accounts = Array.from({ length: 8 }, (_, n) => ({ ...source, settings: { account: `desk${n}` } }));
    const looks = await Promise.allSettled(accounts.map((one) => collect(adapter, one, world.url)));

    expect(looks.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(looks.at(-1)).toMatchObject({
      reason: { message: expect.stringContaining('X_DAILY_USD (0.1)'), details: { retryAfterMs: 12 * 3_600_000 } },
    });
    expect(purse.mostUsd).toBeLessThanOrEqual(0.1);
  });

  it('pays for the number of an account once, also where its posts are refused, and keeps the words of X', async () => {
    world.answer('api.x.com', (request, response) => {
      if (request.url?.includes('/by/username/newsdesk')) json({ data: { id: '55' } })(request, response);
      else if (request.url?.includes('/by/username/'))
        json({ errors: [{ title: 'Not Found Error', detail: 'Could not find user.' }] })(request, response);
      else response.writeHead(403).end('{"title":"Forbidden","detail":"Not with your plan."}');
    });
    const purse = new Purse(0.5);
    const adapter = twitter({ X_BEARER_TOKEN: 'secret-token-of-a-test' }, purse);
    const unknown = { ...source, settings: { account: 'nobody' } };

    for (const words of ['Not with your plan.', 'Not with your plan.'])
      await expect(collect(adapter, source, world.url)).rejects.toThrow(`HTTP 403 from api.x.com:443: ${words}`);
    expect(purse.spentUsd).toBeCloseTo(0.01, 9);
    await expect(collect(adapter, unknown, world.url)).rejects.toThrow('X knows no such account: Could not find user.');
  });

  it('reserves nothing for an account that was given up while it waited for another, and waits in its own time', async () => {
    world.answer('api.x.com', () => undefined);
    const purse = new Purse(0.5);
    const adapter = twitter({ X_BEARER_TOKEN: 'secret-token-of-a-test' }, purse);
    const upstream = upstreamAt(world.url, NOW);
    let waits = 0;
    const lookOf = (account: string, { signal }: AbortController) =>
      adapter.collect(
        { ...source, settings: { account } },
        {
          upstream,
          now: NOW,
          state: EMPTY_STATE,
          signal,
          untimed: (wait) => {
            waits += 1;
            return wait();
          },
        },
      );
    const [one, other] = [new AbortController(), new AbortController()];
    const looks = Promise.allSettled([lookOf('one', one), lookOf('other', other)]);
    other.abort();
    while (purse.spentUsd === 0) await new Promise(setImmediate);
    one.abort();

    expect((await looks).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(waits).toBe(2);
    expect(purse.spentUsd).toBeCloseTo(0.01, 9);
  });

  it('pays nothing for a refusal, and stays away until the time that X names', async () => {
    const reset = NOW / 1000 + 600;
    world.answer('api.x.com', (_, response) => response.writeHead(429, { 'x-rate-limit-reset': String(reset) }).end());
    const purse = new Purse(0.5);

    await expect(
      collect(twitter({ X_BEARER_TOKEN: 'secret-token-of-a-test' }, purse), source, world.url),
    ).rejects.toMatchObject({ details: { status: 429, retryAfterMs: 600_000 } });
    expect(purse.spentUsd).toBeCloseTo(0, 9);
    expect(world.askedOf('api.x.com')).toBe(1);
  });

  it('reads a bridge when there is no token', async () => {
    world.answer('bridge.example', (_, response) =>
      response.end(
        '<rss version="2.0"><channel><title>N</title><item><title>Text</title><link>https://bridge.example/newsdesk/status/77#m</link></item></channel></rss>',
      ),
    );

    const { items } = await collect(twitter({ X_RSS_BRIDGE_URL: 'https://bridge.example' }), source, world.url);

    expect(items.map(({ key }) => key)).toEqual(['x:77']);
  });
});

describe('FinancialSource', () => {
  const DAY = 86_400;
  const source = {
    ...sourceOf('quotes', { entity: 'brent', symbol: 'BZ=F', finnhub_symbol: 'BRENT' }),
    name: 'Brent crude',
  };
  const closes = (last: number): number[] => [
    ...Array.from({ length: 60 }, (_, index) => 80 + Math.sin(index * 1.7)),
    last,
  ];

  const chart = (last: number) => {
    const prices = closes(last);
    const end = NOW / 1000 - 3600;
    return {
      chart: {
        result: [
          {
            meta: { symbol: 'BZ=F', currency: 'USD', regularMarketTime: end },
            timestamp: prices.map((_, index) => end - DAY * (prices.length - 1 - index)),
            indicators: { quote: [{ close: prices }] },
          },
        ],
        error: null,
      },
    };
  };

  it('reports a move, and nothing on a usual day', async () => {
    const adapter = new FinancialSource(environment());
    world.answer('query1.finance.yahoo.com', json(chart(90)));
    const moved = await collect(adapter, source, world.url);
    world.answer('query1.finance.yahoo.com', json(chart(80.4)));
    const calm = await collect(adapter, source, world.url);

    expect(moved.items).toMatchObject([
      {
        title: expect.stringMatching(/^Brent crude up .* to 90\.00$/),
        entityHints: ['brent'],
        publishedAt: NOW - 3_600_000,
      },
    ]);
    expect(calm.items).toEqual([]);
  });

  it('judges the quote of the fallback by the history that it remembers', async () => {
    const adapter = new FinancialSource(environment({ FINNHUB_TOKEN: 'token-of-a-test-finnhub' }));
    world.answer('query1.finance.yahoo.com', json(chart(80.4)));
    const { state } = await collect(adapter, source, world.url);
    world.answer('query1.finance.yahoo.com', (_, response) => response.writeHead(403).end());
    world.answer('finnhub.io', json({ c: 70, pc: 80.4, t: NOW / 1000 + DAY }));

    const { items, warnings } = await collect(adapter, source, world.url, state, NOW + DAY * 1000);

    expect(items[0]?.title).toMatch(/^Brent crude down 12\.\d % to 70\.00$/);
    expect(warnings).toEqual([expect.stringContaining('Finnhub')]);
  });

  it('asks another publisher when neither host of Yahoo answers, and compares its quote with its own close', async () => {
    const adapter = new FinancialSource(environment());
    const quoted = { ...source, settings: { ...source.settings, cnbc_symbol: '@LCO.1' } };
    world.answer('query1.finance.yahoo.com', json(chart(80.4)));
    const { state } = await collect(adapter, quoted, world.url);
    const refuse = (_: unknown, response: ServerResponse) => response.writeHead(403).end();
    world.answer('query1.finance.yahoo.com', refuse);
    world.answer('query2.finance.yahoo.com', refuse);
    const quote = (last: string, at: string) => ({
      FormattedQuoteResult: {
        FormattedQuote: [
          { symbol: '@LCO.1', code: 0, last, last_time: at, previous_day_closing: '1,090.00', currencyCode: 'USD' },
        ],
      },
    });
    const tomorrow = NOW + DAY * 1000;
    const at = new Date(tomorrow).toISOString().replace('Z', '+0000');
    const ask = () => collect(adapter, quoted, world.url, state, tomorrow);

    // Another contract of the same good: only its own change counts.
    world.answer('quote.cnbc.com', json(quote('1,094.00', at)));
    const calm = await ask();
    world.answer('quote.cnbc.com', json(quote('959.20', at)));
    const moved = await ask();

    expect(calm).toMatchObject({ items: [], warnings: [expect.stringContaining('CNBC')] });
    expect(moved.items[0]?.title).toMatch(/^Brent crude down 12\.0 % to 959\.20$/);
    world.answer('quote.cnbc.com', json({ FormattedQuoteResult: { FormattedQuote: [{ symbol: '@LCO.1', code: 1 }] } }));
    await expect(ask()).rejects.toThrow(/403/);
  });

  it('asks the second host of Yahoo when the first refuses, and reports it', async () => {
    const adapter = new FinancialSource(environment());
    world.answer('query1.finance.yahoo.com', (_, response) => response.writeHead(403).end());
    world.answer('query2.finance.yahoo.com', json(chart(90)));

    const { warnings, items } = await collect(adapter, source, world.url);

    expect(items.length).toBeGreaterThan(0);
    expect(warnings).toEqual([expect.stringContaining('second')]);
  });

  describe('of a price that is hard to believe', () => {
    const quoted = { ...source, settings: { ...source.settings, cnbc_symbol: '@LCO.1' } };
    const cnbc = (last: string) =>
      json({
        FormattedQuoteResult: {
          FormattedQuote: [{ last, last_time: new Date(NOW).toISOString(), previous_day_closing: '80.00' }],
        },
      });

    it.each([0, -37.63, 8_000, 0.8])('moves nothing at %d, and remembers it as doubted', async (last) => {
      world.answer('query1.finance.yahoo.com', json(chart(last)));
      world.answer('quote.cnbc.com', cnbc('80.20'));

      const { items, warnings, state } = await collect(new FinancialSource(environment()), quoted, world.url);

      expect(items).toEqual([]);
      expect(warnings).toEqual([expect.stringContaining('doubted')]);
      expect((state.cursor as unknown[]).at(-1)).toEqual([NOW - 3_600_000, last, 'doubted']);
    });

    it('moves when another publisher agrees', async () => {
      world.answer('query1.finance.yahoo.com', json(chart(-37.63)));
      world.answer('quote.cnbc.com', cnbc('-36.98'));

      const { items } = await collect(new FinancialSource(environment()), quoted, world.url);

      expect(items[0]?.title).toMatch(/ to -37\.63$/);
    });

    it('is not confirmed by its own publisher, nor a price of 0 by another', async () => {
      const adapter = new FinancialSource(environment());
      world.answer('query1.finance.yahoo.com', json(chart(0)));
      world.answer('quote.cnbc.com', cnbc('0.00'));
      const absent = await collect(adapter, quoted, world.url);
      for (const host of ['query1', 'query2'])
        world.answer(`${host}.finance.yahoo.com`, (_, response) => response.writeHead(403).end());
      world.answer('quote.cnbc.com', cnbc('8,000.00'));
      const hundredfold = await collect(adapter, quoted, world.url, absent.state, NOW);

      for (const { items, warnings } of [absent, hundredfold]) {
        expect(items).toEqual([]);
        expect(warnings.at(-1)).toContain('doubted');
      }
    });

    it('is not kept from a move by a bad price of weeks ago', async () => {
      const document = chart(90);
      document.chart.result[0]!.indicators.quote[0]!.close[20] = 0;
      document.chart.result[0]!.indicators.quote[0]!.close[30] = 8_000;
      world.answer('query1.finance.yahoo.com', json(document));

      expect((await collect(new FinancialSource(environment()), source, world.url)).items).toHaveLength(1);
    });
  });

  it('reports a move once when the running day is included twice, as a bar and as the last trade', async () => {
    const document = chart(88);
    const [result] = document.chart.result;
    result!.timestamp.push(NOW / 1000 - 60);
    result!.indicators.quote[0]!.close.push(88.5);
    world.answer('query1.finance.yahoo.com', json(document));

    const { items } = await collect(new FinancialSource(environment()), source, world.url);

    expect(items.map(({ title }) => title)).toEqual([expect.stringMatching(/^Brent crude up \d+\.\d % to 88\.50$/)]);
  });

  it('finds a move on the first day although Yahoo refuses, asked once a host for all instruments', async () => {
    const quoted = { ...source, settings: { ...source.settings, cnbc_symbol: '@LCO.1' } };
    for (const host of ['query1', 'query2'])
      world.answer(`${host}.finance.yahoo.com`, (_, response) => response.writeHead(429).end());
    world.answer(
      'quote.cnbc.com',
      json({
        FormattedQuoteResult: {
          FormattedQuote: [{ last: '90.00', last_time: new Date(NOW).toISOString(), previous_day_closing: '80.00' }],
        },
      }),
    );
    const bars = closes(80).map((close, index) => ({
      close: close.toFixed(2),
      tradeTimeinMills: String(NOW - DAY * 1000 * (61 - index)),
    }));
    world.answer('ts-api.cnbc.com', json({ barData: { priceBars: bars } }));
    const collected = await collectAll(new FinancialSource(environment()), [quoted, quoted, quoted], world.url);

    expect(collected.map(({ items }) => items[0]?.title)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^Brent crude up 12\.5 % to 90\.00$/)),
    );
    expect(world.askedOf('query1.finance.yahoo.com')).toBe(1);
    expect(world.askedOf('query2.finance.yahoo.com')).toBe(1);
    const again = await collect(new FinancialSource(environment()), quoted, world.url, collected[0]!.state, NOW);
    expect(again.items).toHaveLength(1);
    expect(world.askedOf('ts-api.cnbc.com')).toBe(3);
  });

  it('fails as Yahoo failed when there is no fallback', async () => {
    world.answer('query1.finance.yahoo.com', (_, response) => response.writeHead(403).end());

    await expect(collect(new FinancialSource(environment()), source, world.url)).rejects.toThrow(/403/);
  });
});

describe('forecasting sites', () => {
  it('are off without the token that they need', () => {
    expect(new MetaculusSource(environment()).disabledReason()).toBe('METACULUS_TOKEN is not set');
    const METACULUS_TOKEN = 'token-of-a-test-site';
    expect(new MetaculusSource(environment({ METACULUS_TOKEN })).disabledReason()).toMatch(
      /^METACULUS_PERMITTED is not/,
    );
    const permitted = environment({ METACULUS_TOKEN, METACULUS_PERMITTED: 'true' });
    expect(new MetaculusSource(permitted).disabledReason()).toBeNull();
  });

  it('report questions and moves of Metaculus, with the token in a header only', async () => {
    const post = (centre: number) => ({
      id: 7,
      title: 'Will it hold?',
      slug: 'hold',
      published_at: '2026-11-01T00:00:00Z',
      question: {
        id: 9,
        type: 'binary',
        status: 'open',
        aggregations: { recency_weighted: { latest: { centers: [centre], forecaster_count: 40 } } },
      },
    });
    const adapter = new MetaculusSource(environment({ METACULUS_TOKEN: 'token-of-a-test-site' }));
    const source = sourceOf('metaculus', { query: 'categories=geopolitics' });
    world.answer('www.metaculus.com', json({ results: [post(0.3)] }));
    const first = await collect(adapter, source, world.url);
    world.answer('www.metaculus.com', json({ results: [post(0.42)] }));
    const second = await collect(adapter, source, world.url, first.state);

    expect([first.items.length, second.items.length]).toEqual([1, 2]);
    expect(second.items[1]?.title).toBe('Consensus up from 30 % to 42 %: Will it hold?');
    expect(world.requests[0]?.headers.authorization).toBe('Token token-of-a-test-site');
    expect(world.requests[0]?.path).not.toContain('token-of-a-test-site');
  });

  it('leave out thin questions of Manifold', async () => {
    const question = (id: string, bettors: number) => ({
      id,
      question: `Q ${id}?`,
      outcomeType: 'BINARY',
      probability: 0.5,
      uniqueBettorCount: bettors,
    });
    world.answer('api.manifold.markets', json([question('a', 16), question('b', 17)]));

    const { items } = await collect(
      new ManifoldSource(environment()),
      sourceOf('manifold', { topic: 'wars', forecasters_min: 17 }),
      world.url,
    );

    expect(items.map(({ key }) => key)).toEqual(['manifold:b']);
  });
});

describe('SeismicSource', () => {
  const feature = (id: string, lon: number, lat: number, properties: Record<string, unknown> = {}) => ({
    id,
    properties: { mag: 4.6, place: 'P', time: NOW, updated: NOW, type: 'earthquake', ...properties },
    geometry: { coordinates: [lon, lat, 3] },
  });

  it('keeps events near a place of the ontology, explosions, and great events', async () => {
    const features = [
      feature('near', 51.73, 33.72),
      feature('far', -120, 36),
      feature('blast', -120, 36, { type: 'explosion' }),
      feature('great', -72, -35, { mag: 7.1 }),
    ];
    world.answer('earthquake.usgs.gov', json({ type: 'FeatureCollection', features }));

    const { items } = await collect(
      new SeismicSource(environment()),
      sourceOf('usgs', { summary: '2.5_day' }),
      world.url,
    );

    const watched = items.filter(({ revisesOnly }) => revisesOnly !== true);
    expect(watched.map(({ key }) => key)).toEqual(['seismic:near', 'seismic:blast', 'seismic:great']);
    expect(items[0]?.entityHints).toContain('natanz');
  });

  it('asks conditionally and believes an unchanged answer', async () => {
    world.answer('earthquake.usgs.gov', (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"' }).end('{"type":"FeatureCollection","features":[]}');
    });
    const adapter = new SeismicSource(environment());
    const source = sourceOf('usgs', { summary: '2.5_day' });

    const first = await collect(adapter, source, world.url);
    const second = await collect(adapter, source, world.url, first.state);

    expect([first.notModified, second.notModified]).toEqual([false, true]);
  });
});

describe('CalendarSource', () => {
  it('reports due entries without any request', async () => {
    const { items } = await collect(
      new CalendarSource(),
      sourceOf('calendar', {}),
      world.url,
      undefined,
      Date.parse('2026-12-31T12:00:00Z'),
    );

    expect(items.map(({ title }) => title)).toContain('Today: Mandate of UNIFIL ends for good');
    expect(world.requests).toEqual([]);
  });
});
