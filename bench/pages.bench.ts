/**
 * Time to first byte of each page of the site, at several sizes of the log, alternating on parallel databases. Pages
 * are always rendered, never cached.
 *
 *   npm run bench pages [-- --sizes 10000,1000000 --rounds 15 --warm 5 --data FOLDER]
 *
 * `--data` keeps the finished stores for the next run, and shares them with `npm run bench graph`.
 */
import { ManualClock } from '../test/support/manual-clock';
import { readEnvironment } from '../src/platform/config/environment';
import { createApplication } from '../src/application';
import { openStore, type BenchStore } from './graph/store';
import { BUSIEST, NOW } from './support/generated-world';
import { quantiles, rounded } from './support/quantiles';
import type { Part } from './support/bench';

interface Site {
  readonly size: number;
  readonly url: string;
  readonly item: string;
  close(): Promise<void>;
}

const MARKET = 'kalshi/M0';

const addressesOf = ({ item }: Site): Readonly<Record<string, string>> => ({
  today: '/',
  markets: '/markets',
  'a market': `/markets/${MARKET}`,
  'places and actors': '/ontology',
  'the busiest entity': `/entities/${BUSIEST}`,
  log: '/log',
  'log of the busiest entity': `/log?entity=${BUSIEST}`,
  'an item': `/log/${item}`,
  alerts: '/alerts',
  search: '/search?q=missile',
  sources: '/sources',
  status: '/status',
  'track record': '/receipts',
  methods: '/methodology',
  data: '/data',
  about: '/about',
});

const pages: Part = async (bench) => {
  const sizes = bench.numbers('sizes', [10_000, 1_000_000]);
  const rounds = bench.number('rounds', 15);
  const sites: Site[] = [];
  for (const size of sizes) {
    const site = await openSite(await openStore(size, bench.option('data') ?? null));
    bench.atEnd(() => site.close());
    sites.push(site);
  }
  const results = await measure(sites, bench.number('warm', 5), rounds);
  for (const [name, bySize] of Object.entries(results)) bench.say(`${name.padEnd(28)} ${JSON.stringify(bySize)}`);
  bench.keep('pages', { sizes, rounds, results });
};

export const parts = { pages };

/** The whole service on a store, without polling, with the clock at the end of the generated world. */
const openSite = async (store: BenchStore): Promise<Site> => {
  const [row] = await store.graph.statement('MATCH (i:Item) RETURN i.id AS id LIMIT 1', 'READ');
  const app = await createApplication({
    environment: readEnvironment({
      POLLING: 'false',
      LOG_LEVEL: 'error',
      MODEL: 'off',
      ANSWER_CACHE_SECONDS: '0',
      LIMIT_PAGES: '1000000',
    }),
    clock: new ManualClock(NOW * 1000),
    connection: store.server.connection,
  });
  await app.listen(0, '127.0.0.1');
  return {
    size: store.size,
    url: await app.getUrl(),
    item: String(row?.['id']),
    close: async () => {
      await app.close();
      await store.close();
    },
  };
};

type BySize = Record<string, { readonly p50Ms: number; readonly p99Ms: number }>;

const measure = async (sites: readonly Site[], warm: number, rounds: number): Promise<Record<string, BySize>> => {
  const times = new Map<string, number[]>();
  for (let round = 0; round < warm + rounds; round += 1)
    for (const site of sites)
      for (const [name, path] of Object.entries(addressesOf(site))) {
        const measured = round >= warm;
        const ms = await firstByte(`${site.url}${path}`, measured);
        const key = `${name}|${site.size}`;
        if (measured) times.set(key, [...(times.get(key) ?? []), ms]);
      }
  const results: Record<string, BySize> = {};
  for (const [key, taken] of times) {
    const [name = '', size = ''] = key.split('|');
    results[name] = { ...results[name], [size]: quantiles(taken) };
  }
  return results;
};

/** Milliseconds to the response head; the body is read before the next request. */
const firstByte = async (url: string, measured: boolean): Promise<number> => {
  const begun = performance.now();
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  const ms = performance.now() - begun;
  await answer.arrayBuffer();
  // A first request may fail with a Retry-After while its queries are planned.
  if (measured && !answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return rounded(ms);
};
