/** Bodies of upstreams at their size limits, as a hostile one would fill them, and how long reading one takes. */
import { readFileSync } from 'node:fs';
import { decodeUtf8, readJson } from '../../src/platform/common/foreign-json';
import { packagePath } from '../../src/platform/common/package-root';
import { BODY_BYTES_MAX } from '../../src/platform/upstream/upstream-request';
import { parseQuoteDocument, QUOTES_BYTES_MAX } from '../../src/ingestion/financial/parse-quotes';
import { MANIFOLD_BYTES_MAX, parseManifold } from '../../src/ingestion/forecaster/parse-manifold';
import { parseMetaculus } from '../../src/ingestion/forecaster/parse-metaculus';
import { parseUsgs, USGS_BYTES_MAX } from '../../src/ingestion/seismic/parse-usgs';
import { parseChannel, TELEGRAM_BYTES_MAX } from '../../src/ingestion/telegram/parse-channel';
import { parseTweets } from '../../src/ingestion/twitter/parse-tweets';
import { readKalshiMarkets } from '../../src/markets/kalshi/parse-markets';
import { readPolymarketMarkets } from '../../src/markets/polymarket/parse-markets';
import { readTrades } from '../../src/markets/polymarket/parse-trades';
import { RecentAnswers } from '../../src/platform/upstream/recent-answers.service';

interface Kind {
  readonly name: string;
  /** Of the sample under test/fixtures/payloads/. */
  readonly file: string;
  /** Limit in bytes. */
  readonly limit: number;
  readonly read: (bytes: Uint8Array) => unknown;
}

export interface Reading {
  readonly kind: string;
  readonly body: string;
  readonly bytes: number;
  /** Processor time in milliseconds of the longest turn of the event loop, the best of three. */
  readonly ms: number;
}

const answers = new RecentAnswers();
const keep = (said: object): string => answers.keep(said);

/** Feeds are parsed in a separate thread; calendars are the operator's files. */
const KINDS: readonly Kind[] = [
  {
    name: 'Telegram',
    file: 'telegram.html',
    limit: TELEGRAM_BYTES_MAX,
    read: (bytes) => parseChannel(decodeUtf8(bytes)),
  },
  { name: 'X', file: 'twitter.json', limit: BODY_BYTES_MAX, read: (bytes) => parseTweets(bytes) },
  {
    name: 'quotes',
    file: 'quotes.json',
    limit: QUOTES_BYTES_MAX,
    read: (bytes) => parseQuoteDocument(readJson(bytes), null),
  },
  {
    name: 'markets of Polymarket',
    file: 'polymarket-markets.json',
    limit: BODY_BYTES_MAX,
    read: (bytes) => readPolymarketMarkets(readJson(bytes), keep),
  },
  {
    name: 'trades',
    file: 'polymarket-trades.json',
    limit: BODY_BYTES_MAX,
    read: (bytes) => readTrades(readJson(bytes)),
  },
  {
    name: 'markets of Kalshi',
    file: 'kalshi-markets.json',
    limit: BODY_BYTES_MAX,
    read: (bytes) => readKalshiMarkets(readJson(bytes), keep),
  },
  {
    name: 'Metaculus',
    file: 'metaculus.json',
    limit: BODY_BYTES_MAX,
    read: (bytes) => parseMetaculus(readJson(bytes)),
  },
  {
    name: 'Manifold',
    file: 'manifold.json',
    limit: MANIFOLD_BYTES_MAX,
    read: (bytes) => parseManifold(readJson(bytes)),
  },
  { name: 'earthquakes', file: 'usgs.geojson', limit: USGS_BYTES_MAX, read: parseUsgs },
];

/** Yahoo's chart, which is asked instead of the table among the samples. */
const chart = (days: number): string =>
  JSON.stringify({
    chart: {
      result: [
        {
          meta: { symbol: 'CL=F', currency: 'USD', regularMarketTime: 1_790_000_000, regularMarketPrice: 71.25 },
          timestamp: Array.from({ length: days }, (_, day) => 1_000_000_000 + day * 86_400),
          indicators: { quote: [{ close: Array.from({ length: days }, (_, day) => 70 + (day % 100) / 10) }] },
        },
      ],
    },
  });

const sample = ({ file }: Kind): string =>
  file === 'quotes.json' ? chart(5) : readFileSync(packagePath('test', 'fixtures', 'payloads', file), 'utf8');

const filled = (part: string, bytes: number): string =>
  part.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(part))));

/** Lists of objects grown by copies with other ids to the limit. */
const manyRows = (kind: Kind): string => {
  const text = sample(kind);
  if (isMarkup(kind)) return filled(text, kind.limit);
  if (kind.file === 'quotes.json') return chart(Math.floor(kind.limit / 16));
  const document = JSON.parse(text) as object;
  const [holder, rows] = longestList(document);
  const row = JSON.stringify(rows).slice(1, -1);
  const copies = Math.floor((kind.limit * 0.9 - text.length) / (Buffer.byteLength(row) + 8 * rows.length));
  const grown = Array.from({ length: copies }, (_, copy) =>
    row.replaceAll(/("(?:id|ticker|conditionId)":"?[^",}]+)/g, `$1${copy}`),
  ).join(',');
  if (holder === null) return `[${grown}]`;
  return JSON.stringify(document).replace(JSON.stringify(rows), () => `[${grown}]`);
};

const longestList = (document: object): [object | null, readonly object[]] => {
  if (Array.isArray(document)) return [null, document as object[]];
  const lists = Object.values(document).filter((one): one is object[] => Array.isArray(one));
  return [document, lists.sort((left, right) => right.length - left.length)[0] ?? []];
};

/** The texts of the first rows, six together as long as the limit. */
const longTexts = (kind: Kind, filler: string): string => {
  const room = filled(filler, kind.limit / 7);
  let left = 6;
  return sample(kind).replaceAll(
    /("(?:title|question|text|place|description|summary)":\s*")[^"]*"/g,
    (whole, head: string) => ((left -= 1) < 0 ? whole : `${head}${room}"`),
  );
};

const members = (bytes: number): string =>
  `{${Array.from({ length: Math.floor(bytes / 17) }, (_, n) => `"k${n}":${n}`).join(',')}}`;

const BODIES: readonly (readonly [string, (kind: Kind) => string | null])[] = [
  ['rows as usual', manyRows],
  ['long texts', (kind) => (isMarkup(kind) ? null : longTexts(kind, 'Iran strikes Israel, Gaza; '))],
  ['long texts of signs', (kind) => (isMarkup(kind) ? null : longTexts(kind, '&amp;<b>\\u200f. '))],
  ['open brackets', (kind) => (isMarkup(kind) ? null : filled('[', kind.limit))],
  ['quotation marks', (kind) => (isMarkup(kind) ? null : filled('\\"', kind.limit))],
  ['members of one object', (kind) => (isMarkup(kind) ? null : members(kind.limit))],
  ['tags never closed', (kind) => (isMarkup(kind) ? filled('<div class="tgme_widget_message">', kind.limit) : null)],
  ['signs of tags', (kind) => (isMarkup(kind) ? sample(kind) + filled('<', kind.limit) : null)],
  ['attributes', (kind) => (isMarkup(kind) ? `${sample(kind)}<div ${filled('a=b ', kind.limit)}>` : null)],
  [
    'entities',
    (kind) => (isMarkup(kind) ? sample(kind).replace(/>([^<]{10,})</, `>${filled('&amp;', kind.limit)}<`) : null),
  ],
];

const isMarkup = ({ file }: Kind): boolean => file.endsWith('.html');

/** Processor time of each turn while a document is read; an unreadable document is an answer too. */
const longestTurn = async (read: () => unknown): Promise<number> => {
  let most = 0;
  let begun = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(begun);
    most = Math.max(most, (user + system) / 1_000);
    begun = process.cpuUsage();
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await Promise.resolve()
    .then(read)
    .catch(() => undefined);
  look();
  clearImmediate(next);
  return most;
};

/** Every kind with every body that it can have. */
export const readLongest = async (say: (line: string) => void): Promise<readonly Reading[]> => {
  const readings: Reading[] = [];
  for (const kind of KINDS)
    for (const [body, make] of BODIES) {
      const text = make(kind);
      if (text === null) continue;
      const bytes = Buffer.from(text).subarray(0, kind.limit);
      const runs: number[] = [];
      for (let run = 0; run < 3; run++) runs.push(await longestTurn(() => kind.read(bytes)));
      const ms = Math.round(Math.min(...runs));
      readings.push({ kind: kind.name, body, bytes: bytes.length, ms });
      say(`${String(ms).padStart(6)} ms  ${kind.name}: ${body}, ${bytes.length} bytes`);
    }
  return readings;
};
