import { readJson, readJsonLines, timestampOf, UnreadableError, decodeUtf8 } from '../../platform/common/foreign-json';
import type { ParsedItem } from '../../event-log/item';
import { parseKalshiMarkets } from '../../markets/kalshi/parse-markets';
import { marketRecord, type Market } from '../../markets/market';
import { parsePolymarketMarkets } from '../../markets/polymarket/parse-markets';
import { parsePolymarketTrades } from '../../markets/polymarket/parse-trades';
import { readCalendar } from '../../ingestion/calendar/calendar-entry';
import { entryItem, entryRecord } from '../../ingestion/calendar/due-events';
import { parseFeed } from '../../ingestion/feeds/parse-feed';
import { parseQuotes } from '../../ingestion/financial/parse-quotes';
import { pricePointItem, pricePointRecord } from '../../ingestion/financial/price-point';
import { parseManifold } from '../../ingestion/forecaster/parse-manifold';
import { parseMetaculus } from '../../ingestion/forecaster/parse-metaculus';
import { questionItem, questionRecord, type Question } from '../../ingestion/forecaster/question';
import type { LanguageDetector } from '../../ingestion/language';
import { parseUsgs, seismicRecord } from '../../ingestion/seismic/parse-usgs';
import { parseChannel } from '../../ingestion/telegram/parse-channel';
import { parseTweets } from '../../ingestion/twitter/parse-tweets';
import { tradeItems, tradeRecord } from '../../ingestion/whale/whale';

export const CAPTURE_KINDS = [
  'feed',
  'telegram',
  'twitter',
  'quotes',
  'polymarket-markets',
  'polymarket-trades',
  'kalshi-markets',
  'metaculus',
  'manifold',
  'usgs',
  'calendar',
] as const;

export type CaptureKind = (typeof CAPTURE_KINDS)[number];

export const isCaptureKind = (value: string): value is CaptureKind =>
  (CAPTURE_KINDS as readonly string[]).includes(value);

type CaptureRecord = Readonly<Record<string, unknown>>;

type CaptureResult =
  | { readonly kind: 'records'; readonly records: readonly CaptureRecord[]; readonly warnings: readonly string[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Maximum size in bytes: the limit for upstreams, plus the envelope of a recorder. */
const CAPTURE_BYTES_MAX = 64 * 1024 * 1024;

/** @param detect distinguishes languages of one script; without it, the feed's own language is used */
export const parseCapture = (kind: CaptureKind, bytes: Uint8Array, detect?: LanguageDetector): CaptureResult => {
  if (bytes.byteLength > CAPTURE_BYTES_MAX) {
    return { kind: 'unreadable', reason: `it is larger than ${CAPTURE_BYTES_MAX} bytes` };
  }
  try {
    const { records, warnings = [] } = PARSERS[kind](bytes, detect);
    return { kind: 'records', records, warnings };
  } catch (error) {
    if (error instanceof UnreadableError) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
};

interface Parsed {
  readonly records: readonly CaptureRecord[];
  readonly warnings?: readonly string[];
}

type Parser = (bytes: Uint8Array, detect?: LanguageDetector) => Parsed;

const PARSERS: Readonly<Record<CaptureKind, Parser>> = {
  feed: (bytes, detect) => {
    // The capture's address is unknown, so relative links stay relative.
    const feed = parseFeed(bytes, { detectLanguage: detect, keepsRelativeLinks: true });
    if (feed.kind === 'unreadable') throw new UnreadableError(feed.reason);
    return {
      records: feed.items.map((item) => itemRecord(item)),
      warnings: feed.truncated ? ['the document ends before its root element does'] : [],
    };
  },
  telegram: (bytes) => ({
    records: parseChannel(decodeUtf8(bytes)).map((item) => ({
      ...itemRecord(item),
      id: item.url?.replace('https://t.me/', '') ?? idOf(item),
    })),
  }),
  twitter: (bytes) => {
    const { items, warnings } = parseTweets(bytes);
    return { records: items.map((item) => itemRecord(item)), warnings };
  },
  quotes: (bytes) => ({
    records: parseQuotes(bytes).map((point) => ({ ...itemRecord(pricePointItem(point)), ...pricePointRecord(point) })),
  }),
  'polymarket-markets': (bytes) => marketRecords(bytes, (body) => parsePolymarketMarkets(body).markets),
  'kalshi-markets': (bytes) => marketRecords(bytes, (body) => parseKalshiMarkets(body).markets),
  'polymarket-trades': (bytes) => {
    const trades = parsePolymarketTrades(readJson(bytes));
    const items = tradeItems(trades);
    return {
      records: trades.flatMap((trade, index) => {
        const item = items[index];
        return item === undefined ? [] : [{ ...itemRecord(item), ...tradeRecord(trade) }];
      }),
    };
  },
  metaculus: (bytes) => questionRecords(bytes, parseMetaculus),
  manifold: (bytes) => questionRecords(bytes, parseManifold),
  usgs: (bytes) => ({ records: parseUsgs(bytes).map((item) => ({ ...itemRecord(item), ...seismicRecord(item) })) }),
  calendar: (bytes) => {
    const { entries, warnings } = readCalendar(readJson(bytes));
    return { records: entries.map((entry) => ({ ...itemRecord(entryItem(entry)), ...entryRecord(entry) })), warnings };
  },
};

const marketRecords = (bytes: Uint8Array, parse: (body: unknown) => readonly Market[]): Parsed => {
  const { body, warnings } = documentOf(bytes);
  return { records: parse(body).map((market) => marketRecord(market)), warnings };
};

const questionRecords = (bytes: Uint8Array, parse: (body: unknown) => readonly Question[]): Parsed => {
  const { body, warnings } = documentOf(bytes);
  return {
    records: parse(body).map((question) => ({ ...itemRecord(questionItem(question)), ...questionRecord(question) })),
    warnings,
  };
};

const documentOf = (bytes: Uint8Array): { body: unknown; warnings: readonly string[] } => {
  const { values, badLines } = readJsonLines(bytes);
  return {
    body: values.length === 1 ? values[0] : values,
    warnings: badLines === 0 ? [] : [`${badLines} lines are not JSON`],
  };
};

const idOf = (item: ParsedItem): string => item.key.slice(item.key.indexOf(':') + 1);

const itemRecord = (item: ParsedItem): CaptureRecord => ({
  id: idOf(item),
  title: item.title,
  url: item.url,
  published_at: item.publishedAt === null ? null : timestampOf(item.publishedAt * 1000),
  lang: item.lang,
  summary: item.summary,
  publisher: item.publisher,
  ...(Object.keys(item.attributes).length === 0 ? {} : { attributes: item.attributes }),
});
