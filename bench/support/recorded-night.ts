/**
 * One recorded night in the upstreams' wire formats: captured feeds, Polymarket's open markets, Manifold's questions,
 * daily quotes. Everything else gets 404, like an unavailable service.
 */
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../src/platform/common/durations';
import { fieldsIn, fieldsOf, listOf, numberOf, readJson, textOf } from '../../src/platform/common/foreign-json';
import { parseFeed } from '../../src/ingestion/feeds/parse-feed';
import { parsePriceTable } from '../../src/ingestion/financial/parse-price-table';
import type { Source } from '../../src/ingestion/source';
import { serveLocally, type LocalServer } from './local-server';

type Json = Record<string, unknown>;

/** A feed whose newest item is older was captured on another night. */
const NIGHT_MS = 36 * HOUR_MS;
/** Crowd questions were recorded at most this long after the night. */
const CROWD_LAG_MS = 2 * DAY_MS;
const PAGE = 100;

export interface RecordedNight {
  /** Captures by the address of their source. */
  readonly feeds: ReadonlyMap<string, Buffer>;
  /** Number of captures served at another publisher's address that has no capture. */
  readonly feedsElsewhere: number;
  /** As in Gamma's lists, each with its event. */
  readonly markets: readonly Json[];
  readonly priced: number;
  readonly questions: readonly Json[];
  readonly quotes: ReadonlyMap<string, Json>;
  /** The response to a request, or null for 404. */
  answer(host: string, path: string, query: URLSearchParams): Json | Json[] | Buffer | null;
}

/**
 * @param folder of the captures (`payloads`)
 * @param night UTC ms
 * @param sources feeds of the seed
 */
export const readNight = (folder: string, night: number, sources: readonly Source[]): RecordedNight => {
  const { feeds, elsewhere } = feedsOf(join(folder, 'feeds', 'captures'), night, sources);
  const crowd = crowdOf(join(folder, 'forecastbench'), night);
  const prices = new Map(
    crowd.map((row): [string, number | null] => [textOf(row['id']) ?? '', numberOf(row['freeze_datetime_value'])]),
  );
  const markets = marketsOf(join(folder, 'polymarket'), night, prices);
  const questions = crowd.filter(({ source }) => source === 'manifold').map(manifoldOf);
  const quotes = quotesOf(join(folder, 'quotes'), night);
  return {
    feeds,
    feedsElsewhere: elsewhere,
    markets: markets.map(asListed),
    priced: markets.filter(({ outcomePrices }) => outcomePrices !== null).length,
    questions,
    quotes,
    answer: (host, path, query) => {
      if (host.startsWith('gamma')) return gamma(markets, path, query);
      if (host.includes('kalshi'))
        return path.endsWith('/events') ? { events: [], cursor: '' } : { markets: [], cursor: '' };
      if (host.startsWith('data-api')) return [];
      if (host.includes('manifold')) return query.get('topicSlug') === 'geopolitics' ? questions : [];
      if (host.includes('yahoo')) return quotes.get(decodeURIComponent(path.split('/').at(-1) ?? '')) ?? null;
      const address = [...feeds.keys()].find((url) => sameAddress(url, host, path, query));
      return address === undefined ? null : (feeds.get(address) ?? null);
    },
  };
};

const sameAddress = (url: string, host: string, path: string, query: URLSearchParams): boolean => {
  const parsed = new URL(url);
  return parsed.host === host && parsed.pathname === path && parsed.searchParams.toString() === query.toString();
};

/** The last two labels of a host name, which are the same for all hosts of a publisher. */
const publisherOf = (host: string): string => host.split('.').slice(-2).join('.');

const feedsOf = (
  folder: string,
  night: number,
  sources: readonly Source[],
): { feeds: Map<string, Buffer>; elsewhere: number } => {
  const feeds = new Map<string, Buffer>();
  const homeless: { bytes: Buffer; lang: string | null }[] = [];
  const free = (of: (source: Source) => boolean): string | undefined =>
    sources.find((source) => source.url !== null && !feeds.has(source.url) && of(source))?.url ?? undefined;
  for (const name of readdirSync(folder).sort()) {
    const bytes = readFileSync(join(folder, name));
    const feed = parseFeed(bytes);
    if (feed.kind === 'unreadable') continue;
    const newest = Math.max(...feed.items.map(({ publishedAt }) => publishedAt ?? 0));
    if (newest < night - NIGHT_MS || newest > night + NIGHT_MS) continue;
    const link = feed.items.find(({ url }) => url !== null)?.url ?? null;
    const home = link === null ? null : publisherOf(new URL(link).host);
    const url = free((source) => home !== null && publisherOf(new URL(source.url ?? '').host) === home);
    if (url === undefined) homeless.push({ bytes, lang: feed.feedLang });
    else feeds.set(url, bytes);
  }
  let elsewhere = 0;
  for (const { bytes, lang } of homeless) {
    const url = free((source) => source.lang === (lang ?? 'en'));
    if (url === undefined) continue;
    feeds.set(url, bytes);
    elsewhere += 1;
  }
  return { feeds, elsewhere };
};

/** Questions of the last round frozen before the night, or shortly after it. */
const crowdOf = (folder: string, night: number): readonly Json[] => {
  if (!existsSync(folder)) return [];
  const rounds = readdirSync(folder)
    .filter((name) => name.startsWith('question_set.'))
    .map((name) => fieldsIn(fieldsOf(readJson(readFileSync(join(folder, name))))['questions']))
    .map((rows) => ({ rows, at: Date.parse(textOf(rows[0]?.['freeze_datetime']) ?? '') }))
    .filter(({ at }) => at <= night + CROWD_LAG_MS)
    .sort((a, b) => b.at - a.at);
  return rounds[0]?.rows ?? [];
};

const manifoldOf = (row: Json): Json => ({
  id: row['id'],
  question: row['question'],
  url: row['url'],
  textDescription: row['background'],
  outcomeType: 'BINARY',
  isResolved: false,
  probability: numberOf(row['freeze_datetime_value']),
  // Not in the data: large enough for the question to be read.
  uniqueBettorCount: 20,
  createdTime: Date.parse(textOf(row['market_info_open_datetime']) ?? ''),
});

/** Markets that were open then, without their results. */
const marketsOf = (folder: string, night: number, prices: ReadonlyMap<string, number | null>): Json[] => {
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => fieldsIn(readJson(readFileSync(join(folder, name)))));
  return rows.flatMap((row): Json[] => {
    const opened = Date.parse(textOf(row['startDate'] ?? row['createdAt']) ?? '');
    const closed = Date.parse(
      (textOf(row['closedTime'] ?? row['endDate']) ?? '').replace(' ', 'T').replace(/\+00$/, 'Z'),
    );
    const ticker = textOf(row['conditionId']);
    if (ticker === null || !(opened < night) || !(closed > night)) return [];
    const price = prices.get(ticker) ?? null;
    return [
      {
        conditionId: ticker,
        question: row['question'],
        startDate: row['startDate'] ?? row['createdAt'],
        endDate: row['endDate'],
        outcomes: row['outcomes'],
        volume: row['volume'],
        closed: false,
        active: true,
        acceptingOrders: true,
        outcomePrices: price === null ? null : JSON.stringify([String(price), String(1 - price)]),
        event: textOf(row['eventTitle']) ?? textOf(row['question']),
        tags: listOf(row['tags']),
      },
    ];
  });
};

const slugged = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const gamma = (markets: readonly Json[], path: string, query: URLSearchParams): Json | null => {
  const topic = /^\/tags\/slug\/([\w-]+)$/.exec(path)?.[1];
  // A topic's slug is used as its number.
  if (topic !== undefined)
    return markets.some(({ tags }) => listOf(tags).includes(topic)) ? { id: topic, slug: topic } : null;
  if (path === '/markets/keyset') {
    const wanted = new Set(query.getAll('condition_ids'));
    const open = query.get('closed') !== 'true';
    return { markets: open ? markets.filter(({ conditionId }) => wanted.has(String(conditionId))).map(asListed) : [] };
  }
  if (path !== '/events/keyset') return null;
  const events = new Map<string, Json[]>();
  for (const market of markets)
    if (listOf(market['tags']).includes(query.get('tag_id')))
      events.set(String(market['event']), [...(events.get(String(market['event'])) ?? []), market]);
  const from = Number(query.get('after_cursor') ?? 0);
  const page = [...events].slice(from, from + PAGE).map(([title, rungs]) => ({
    ...eventAround(title, rungs[0]),
    markets: rungs.map(asListed),
  }));
  return {
    events: page,
    ...(from + PAGE < events.size ? { next_cursor: String(from + PAGE) } : {}),
  };
};

const eventAround = (title: string, market: Json | undefined): Json => ({
  slug: slugged(title),
  title,
  tags: listOf(market?.['tags']).map((slug) => ({ slug })),
});

const asListed = (market: Json): Json => {
  return { ...market, events: [eventAround(String(market['event']), market)] };
};

/** Daily tables as the chart API would have returned them then. */
const quotesOf = (folder: string, night: number): Map<string, Json> => {
  const charts = new Map<string, Json>();
  if (!existsSync(folder)) return charts;
  for (const name of readdirSync(folder)) {
    const symbol = /^yf-(.+)-daily/.exec(name)?.[1];
    if (symbol === undefined) continue;
    const points = parsePriceTable(readFileSync(join(folder, name)), symbol)
      .filter(({ at, price }) => price !== null && at < night - DAY_MS && at > night - 365 * DAY_MS)
      .sort((a, b) => a.at - b.at);
    const last = points.at(-1);
    if (last === undefined || last.at < night - 7 * DAY_MS) continue;
    charts.set(symbol, {
      chart: {
        result: [
          {
            meta: { symbol, currency: 'USD', regularMarketTime: last.at / 1000, regularMarketPrice: last.price },
            timestamp: points.map(({ at }) => at / 1000),
            indicators: { quote: [{ close: points.map(({ price }) => price) }] },
          },
        ],
        error: null,
      },
    });
  }
  return charts;
};

/** The night behind a local server, for `UPSTREAM_REPLAY_URL`. */
export const serveNight = (night: RecordedNight): Promise<LocalServer> =>
  serveLocally((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, , host = '', ...path] = url.pathname.split('/');
    const answer = night.answer(host, `/${path.join('/')}`, url.searchParams);
    if (answer === null) response.writeHead(404).end('no capture');
    else if (Buffer.isBuffer(answer)) response.writeHead(200, { 'content-type': 'application/xml' }).end(answer);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
