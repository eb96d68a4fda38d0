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
  return listOf(chart['timestamp']).flatMap((stamp, index) => {
    const time = millisOfMicros(microsOfSeconds(stamp));
    if (time === null) return [];
    return [
      {
        symbol: textOf(meta['symbol']),
        currency: textOf(meta['currency']),
        at: time,
        price: bar('close', index),
        open: bar('open', index),
        high: bar('high', index),
        low: bar('low', index),
        volume: bar('volume', index),
      },
    ];
  });
};

const quotePoints = (quote: Fields): readonly PricePoint[] => {
  const at = millisOfMicros(microsOfSeconds(quote['regularMarketTime']));
  const price = numberOf(quote['regularMarketPrice']);
  if (at === null || price === null) return [];
  return [
    {
      symbol: textOf(quote['symbol']),
      currency: textOf(quote['currency']),
      at,
      price,
      open: numberOf(quote['regularMarketOpen']),
      high: numberOf(quote['regularMarketDayHigh']),
      low: numberOf(quote['regularMarketDayLow']),
      volume: numberOf(quote['regularMarketVolume']),
    },
  ];
};

/** For an unknown symbol Finnhub returns zeros and the time 0: no data, not a price of 0. */
const finnhubPoints = (quote: Fields, symbol: string | null): readonly PricePoint[] => {
  const seconds = numberOf(quote['t']);
  const at = seconds === null || seconds === 0 ? null : millisOfMicros(microsOfSeconds(seconds));
  const price = numberOf(quote['c']);
  if (at === null || price === null) return [];
  return [
    {
      symbol,
      currency: null,
      at,
      price,
      open: numberOf(quote['o']),
      high: numberOf(quote['h']),
      low: numberOf(quote['l']),
      volume: null,
    },
  ];
};

const cnbcQuotes = (document: Fields): readonly Fields[] =>
  fieldsIn(fieldsOf(document['FormattedQuoteResult'])['FormattedQuote']);

/** `11,204.50`, as CNBC writes numbers; null for an unknown symbol. */
const writtenNumber = (value: unknown): number | null => numberOf(textOf(value)?.replaceAll(',', '') ?? value);

const cnbcPoints = (quote: Fields): readonly PricePoint[] => {
  const at = millisOfMicros(microsOf(quote['last_time']));
  const price = writtenNumber(quote['last']);
  if (at === null || price === null) return [];
  return [
    {
      symbol: textOf(quote['symbol']),
      currency: textOf(quote['currencyCode']),
      at,
      price,
      open: writtenNumber(quote['open']),
      high: writtenNumber(quote['high']),
      low: writtenNumber(quote['low']),
      volume: writtenNumber(quote['fullVolume'] ?? quote['volume']),
    },
  ];
};

/** Daily bars of CNBC: numbers as text, times in milliseconds. */
const cnbcBars = (data: Fields, symbol: string | null): readonly PricePoint[] =>
  fieldsIn(data['priceBars']).flatMap((bar) => {
    const at = millisOfMicros(microsOfMillis(bar['tradeTimeinMills']));
    if (at === null) return [];
    return [
      {
        symbol,
        currency: null,
        at,
        price: writtenNumber(bar['close']),
        open: writtenNumber(bar['open']),
        high: writtenNumber(bar['high']),
        low: writtenNumber(bar['low']),
        volume: writtenNumber(bar['volume']),
      },
    ];
  });

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
