/**
 * Parses quotes to price points in document order: Yahoo's chart (`/v8/finance/chart`, spark) and quote list
 * (`/v7/finance/quote`), Finnhub's `/quote`, CNBC's quotes and bars, and the daily files of Yahoo, yfinance and Stooq.
 * A bar without a price (a holiday, a halted market) is kept with nulls.
 */
import {
  decodeUtf8,
  fieldsIn,
  fieldsOf,
  isFields,
  listOf,
  microsOf,
  microsOfMillis,
  microsOfSeconds,
  millisOfMicros,
  numberOf,
  readJson,
  textOf,
  UnreadableError,
  type Fields,
} from '../../platform/common/foreign-json';
import { recordedBody } from '../../markets/recorded-body';
import { parsePriceTable } from './parse-price-table';
import type { PricePoint } from './price-point';

/** Maximum size of a response; a year of days has 30 KB. */
export const QUOTES_BYTES_MAX = 256 * 1024;

/**
 * @param symbol used where the document has none (Finnhub, a file)
 * @throws UnreadableError when the document is an error or of another kind
 */
export const parseQuotes = (bytes: Uint8Array, symbol: string | null = null): readonly PricePoint[] => {
  const start = decodeUtf8(bytes.subarray(0, 64)).trimStart();
  if (!start.startsWith('{') && !start.startsWith('[')) return parsePriceTable(bytes, symbol);
  return parseQuoteDocument(readJson(bytes), symbol);
};

export const parseQuoteDocument = (document: unknown, symbol: string | null = null): readonly PricePoint[] => {
  const body = recordedBody(document);
  if (typeof body === 'string') return parsePriceTable(Buffer.from(body), symbol);
  if (Array.isArray(body)) return body.flatMap((each) => parseQuoteDocument(each, symbol));
  const fields = fieldsOf(body);
  const answer = [fields['chart'], fields['spark'], fields['quoteResponse'], fields['finance']].find(isFields);
  if (answer !== undefined) {
    refuseError(answer);
    return fieldsIn(answer['result']).flatMap((result) => pointsOf(result));
  }
  if (isFields(fields['meta']) && Array.isArray(fields['timestamp'])) return chartPoints(fields);
  if ('c' in fields && 'pc' in fields) return finnhubPoints(fields, symbol);
  if (isFields(fields['FormattedQuoteResult'])) return cnbcQuotes(fields).flatMap(cnbcPoints);
  if (isFields(fields['barData'])) return cnbcBars(fieldsOf(fields['barData']), symbol);
  const said = textOf(fields['error'] ?? fields['message']);
  throw new UnreadableError(
    said === null ? 'No quotes in this document' : `The upstream answered with an error: ${said}`,
  );
};

const refuseError = (answer: Fields): void => {
  const error = answer['error'];
  if (!isFields(error) && textOf(error) === null) return;
  const said = isFields(error) ? textOf(error['description'] ?? error['code']) : textOf(error);
  throw new UnreadableError(`Yahoo answered with an error: ${said ?? 'no reason'}`);
};

/** A result is a chart, a wrapper of charts (spark), or one quote of a list. */
const pointsOf = (result: Fields): readonly PricePoint[] => {
  if (Array.isArray(result['response'])) return fieldsIn(result['response']).flatMap(chartPoints);
  return isFields(result['meta']) ? chartPoints(result) : quotePoints(result);
};

const chartPoints = (chart: Fields): readonly PricePoint[] => {
  const meta = fieldsOf(chart['meta']);
  const bars = fieldsOf(fieldsIn(fieldsOf(chart['indicators'])['quote'])[0]);
  const bar = (name: string, index: number) => numberOf(listOf(bars[name])[index]);
  const series = { symbol: textOf(meta['symbol']), currency: textOf(meta['currency']) };
  return listOf(chart['timestamp']).flatMap((stamp, index) =>
    pointAt(millisOfMicros(microsOfSeconds(stamp)), series, BAR_NAMES, (name) => bar(name, index)),
  );
};

const quotePoints = (quote: Fields): readonly PricePoint[] =>
  quoteAt(
    millisOfMicros(microsOfSeconds(quote['regularMarketTime'])),
    { symbol: textOf(quote['symbol']), currency: textOf(quote['currency']) },
    YAHOO_QUOTE_NAMES,
    (name) => numberOf(quote[name]),
  );

/** For an unknown symbol Finnhub returns zeros and the time 0: no data, not a price of 0. */
const finnhubPoints = (quote: Fields, symbol: string | null): readonly PricePoint[] => {
  const seconds = numberOf(quote['t']);
  const at = seconds === 0 ? null : millisOfMicros(microsOfSeconds(seconds));
  return quoteAt(at, { symbol, currency: null }, FINNHUB_NAMES, (name) => numberOf(quote[name]));
};

const cnbcQuotes = (document: Fields): readonly Fields[] =>
  fieldsIn(fieldsOf(document['FormattedQuoteResult'])['FormattedQuote']);

/** `11,204.50`, as CNBC writes numbers; null for an unknown symbol. */
const writtenNumber = (value: unknown): number | null => numberOf(textOf(value)?.replaceAll(',', '') ?? value);

const cnbcPoints = (quote: Fields): readonly PricePoint[] => {
  const stated: Fields = { ...quote, close: quote['last'], volume: quote['fullVolume'] ?? quote['volume'] };
  return quoteAt(
    millisOfMicros(microsOf(quote['last_time'])),
    { symbol: textOf(quote['symbol']), currency: textOf(quote['currencyCode']) },
    BAR_NAMES,
    (name) => writtenNumber(stated[name]),
  );
};

/** Daily bars of CNBC: numbers as text, times in milliseconds. */
const cnbcBars = (data: Fields, symbol: string | null): readonly PricePoint[] =>
  fieldsIn(data['priceBars']).flatMap((bar) =>
    pointAt(millisOfMicros(microsOfMillis(bar['tradeTimeinMills'])), { symbol, currency: null }, BAR_NAMES, (name) =>
      writtenNumber(bar[name]),
    ),
  );

/** Names of price, open, high, low and volume in one kind of document. */
type PriceNames = readonly [price: string, open: string, high: string, low: string, volume?: string];

const BAR_NAMES: PriceNames = ['close', 'open', 'high', 'low', 'volume'];
const YAHOO_QUOTE_NAMES: PriceNames = [
  'regularMarketPrice',
  'regularMarketOpen',
  'regularMarketDayHigh',
  'regularMarketDayLow',
  'regularMarketVolume',
];
const FINNHUB_NAMES: PriceNames = ['c', 'o', 'h', 'l'];

/** The point at an instant; none without an instant. */
const pointAt = (
  at: number | null,
  series: Pick<PricePoint, 'symbol' | 'currency'>,
  [price, open, high, low, volume]: PriceNames,
  numberIn: (name: string) => number | null,
): readonly PricePoint[] => {
  if (at === null) return [];
  return [
    {
      ...series,
      at,
      price: numberIn(price),
      open: numberIn(open),
      high: numberIn(high),
      low: numberIn(low),
      volume: volume === undefined ? null : numberIn(volume),
    },
  ];
};

/** A live quote is a point only with a price. */
const quoteAt = (...stated: Parameters<typeof pointAt>): readonly PricePoint[] =>
  pointAt(...stated).filter(({ price }) => price !== null);

/** The previous close stated in a quote of Finnhub or CNBC, or null. */
export const previousClose = (document: unknown): number | null => {
  const fields = fieldsOf(recordedBody(document));
  const [quote = {}] = cnbcQuotes(fields);
  return numberOf(fields['pc']) ?? writtenNumber(quote['previous_day_closing']);
};

/** UTC ms of the last trade, or null. The bar of a running session has the session's start as its time. */
export const lastTradeTime = (document: unknown): number | null => {
  const chart = fieldsOf(fieldsOf(recordedBody(document))['chart']);
  const meta = fieldsOf(fieldsOf(fieldsIn(chart['result'])[0])['meta']);
  return millisOfMicros(microsOfSeconds(meta['regularMarketTime']));
};
