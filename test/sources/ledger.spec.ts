import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ManualClock } from '../support/manual-clock';
import { readEnvironment } from '../../src/platform/config/environment';
import { upstreamLedger } from '../../src/platform/upstream/ledger.provider';
import { userAgent } from '../../src/platform/upstream/public-address';
import { UpstreamClient } from '../../src/platform/upstream/upstream.client';
import { FinancialSource } from '../../src/ingestion/financial/financial.source';
import { FeedParserPool } from '../../src/ingestion/feeds/feed-parser.pool';
import { FeedSource } from '../../src/ingestion/feeds/feed.source';
import { ManifoldSource } from '../../src/ingestion/forecaster/manifold.source';
import { MetaculusSource } from '../../src/ingestion/forecaster/metaculus.source';
import { SeismicSource } from '../../src/ingestion/seismic/seismic.source';
import { EMPTY_STATE, type SourceAdapter } from '../../src/ingestion/source';
import { SourceCatalogue } from '../../src/ingestion/source-catalogue.service';
import { TelegramSource } from '../../src/ingestion/telegram/telegram.source';
import { TwitterSource } from '../../src/ingestion/twitter/twitter.source';
import { WebArchiveClient } from '../../src/registry/captures/web-archive.client';
import { Purse } from '../support/purse';
import { UpstreamWorld } from '../support/upstream-world';
import { NOW } from './collect';

/** Upstreams whose requests are made elsewhere: the markets have their own tests, models their own clients. */
const ELSEWHERE = new Set(['polymarket', 'kalshi', 'anthropic', 'openai', 'google']);

const environment = readEnvironment({
  CONTACT: 'ops@vedette.example',
  METACULUS_TOKEN: 'token-of-a-test-site',
  FINNHUB_TOKEN: 'token-of-a-test-site',
  X_BEARER_TOKEN: 'token-of-a-test-site',
  WEB_ARCHIVE_ACCESS_KEY: 'key-of-a-test-site',
  WEB_ARCHIVE_SECRET_KEY: 'key-of-a-test-site',
});

const ledger = upstreamLedger();

describe('requests of the service', () => {
  let world: UpstreamWorld;
  const pool = new FeedParserPool();

  beforeAll(async () => {
    world = await UpstreamWorld.open();
    const json = (body: unknown) => (_: unknown, response: ServerResponse) => response.end(JSON.stringify(body));
    world.answer('api.x.com', json({ data: { id: '55' }, meta: { result_count: 0 } }));
    // A channel whose newest page begins long after the last post seen, so the previous page is requested too.
    world.answer('t.me', (_, response) => response.end('<div class="tgme_widget_message" data-post="a/90"></div>'));
    // The first quote asks for a history; without one a further publisher is asked.
    const quote = { last: '80', last_time: '2026-11-21T11:00:00Z' };
    const quotes = [{ FormattedQuoteResult: { FormattedQuote: [quote] } }];
    world.answer('quote.cnbc.com', (_, response) => response.end(JSON.stringify(quotes.pop() ?? {})));
    const upstream = new UpstreamClient(
      {
        replayUrl: world.url,
        privateHosts: [],
        userAgent: userAgent(environment),
        intervalMs: 600_000,
        random: () => 0,
      },
      new ManualClock(NOW * 1000),
    );
    const adapters: readonly SourceAdapter[] = [
      new FeedSource(pool),
      new TelegramSource(environment),
      new TwitterSource(environment, new Purse(1_000), 20),
      new FinancialSource(environment),
      new MetaculusSource(environment),
      new ManifoldSource(environment),
      new SeismicSource(environment),
    ];
    const { sources } = SourceCatalogue.fromFolder();
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const state = { ...EMPTY_STATE, cursor: 5 };
    for (const adapter of adapters)
      await Promise.allSettled(
        sources
          .filter(({ kind }) => kind === adapter.kind)
          .map((source) => adapter.collect(source, { upstream, now: NOW, state, signal })),
      );
    const archive = new WebArchiveClient(upstream, environment);
    await archive.capture('https://vedette.example/api/registry/2026-11-20.json');
    await archive.status('spn2-1');
    await archive.find('https://vedette.example/a.json', '20261120').catch(() => null);
    await archive.rawCopy('https://vedette.example/a.json', '20261120000000');
  }, 60_000);
  afterAll(async () => {
    await pool.onApplicationShutdown();
    await world.close();
  });

  const made = () =>
    world.requests.map(({ method, host, path, headers, body }) => ({
      method,
      url: `https://${host}${path}`,
      headers,
      body: body === '' ? undefined : (Object.fromEntries(new URLSearchParams(body)) as unknown),
    }));

  it('are all in the ledger, with address, parameters, headers and agent', () => {
    const refused = made().flatMap((request) => ledger.refusal(request) ?? []);

    expect(refused).toEqual([]);
    expect(made().length).toBeGreaterThan(250);
  });

  it('use every entry of it', () => {
    const used = new Set(made().map(({ method, url }) => ledger.fit(method, url)?.call));
    const unused = ledger.upstreams
      .filter(({ id }) => !ELSEWHERE.has(id))
      .flatMap(({ id, calls = [] }) => calls.filter((call) => !used.has(call)).map((call) => `${id}/${call.id}`));

    expect(unused).toEqual([]);
  });
});
