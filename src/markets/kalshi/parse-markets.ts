/**
 * Kalshi's answers about markets → {@link Market}s in document order: lists, one market, events with
 * nested markets, the historical tier. Both generations of the wire are read: integer cents
 * (`yes_bid`), and since 2026 decimal strings only (`yes_bid_dollars`).
 *
 * An empty side of the book is written as bid 0 or ask 1 and means that nobody quotes. Where only the
 * NO side is given, YES follows from it: the books list bids only, and a NO bid at 0.93 is a YES ask
 * at 0.07. The title repeats across the strikes of an event; a market that is one of several (its
 * ticker goes on after the event's) therefore has its strike added to the question, unless the title
 * already asks about it ("Will Denver win …?").
 */
import {
  isFields,
  numberOf,
  textOf,
  UnreadableError,
  type Fields,
} from '../../common/foreign-json';
import { oneLine } from '../../common/plain-text';
import { distinctMarkets, publishedInstant, type Market } from '../market';
import { complement, midOf, quotedPrice, type Quote } from '../quote';
import { recordedBody } from '../recorded-body';
import { kalshiLife } from './parse-settlement';

/** One page of a listing. */
export interface KalshiPage {
  readonly markets: readonly Market[];
  /** What to send as `cursor` for the next page; null at the end. */
  readonly nextCursor: string | null;
}

/** @throws UnreadableError when the document is an error answer or not about markets */
export const parseKalshiMarkets = (document: unknown): KalshiPage => {
  const body = recordedBody(document);
  if (isFields(body) && 'error' in body && !('markets' in body)) {
    throw new UnreadableError(`Kalshi answered with an error: ${errorText(body['error'])}`);
  }
  const found = [...rawMarkets(body, 0)];
  if (found.length === 0 && !isEmptyListing(body)) {
    throw new UnreadableError('No Kalshi markets in this document');
  }
  return {
    markets: distinctMarkets(found.map((market) => marketOf(market))),
    nextCursor: isFields(body) ? textOf(body['cursor']) : null,
  };
};

/**
 * Whether a market is a combination of others (a parlay): they swamp unfiltered listings and are
 * never about one question.
 */
export const isCombination = (market: Pick<Market, 'ticker'>): boolean =>
  market.ticker.startsWith('KXMVE');

const DEPTH_MAX = 6;

function* rawMarkets(value: unknown, depth: number): Generator<Fields> {
  if (depth > DEPTH_MAX) return;
  if (Array.isArray(value)) {
    for (const element of value) yield* rawMarkets(element, depth + 1);
  } else if (isFields(value)) {
    if (isMarket(value)) {
      yield value;
      return;
    }
    for (const member of ['events', 'event', 'markets', 'market', 'nested', 'single', 'data']) {
      yield* rawMarkets(value[member], depth + 1);
    }
  }
}

/** Trades, candles and order books carry a ticker too, but neither title nor status. */
const isMarket = (value: Fields): boolean =>
  textOf(value['ticker']) !== null &&
  textOf(value['status']) !== null &&
  (textOf(value['title']) ?? subtitleOf(value)) !== null;

const isEmptyListing = (body: unknown): boolean =>
  (Array.isArray(body) && body.length === 0) ||
  (isFields(body) && (Array.isArray(body['markets']) || Array.isArray(body['events'])));

const errorText = (error: unknown): string =>
  (isFields(error) ? textOf(error['message'] ?? error['code']) : textOf(error)) ?? 'no reason';

const marketOf = (market: Fields): Market => {
  const quote = quoteOf(market);
  const ticker = String(textOf(market['ticker'])).toUpperCase();
  const { status, settlement } = kalshiLife(market);
  return {
    exchange: 'kalshi',
    ticker,
    question: questionOf(market, ticker),
    url: `https://kalshi.com/markets/${(textOf(market['event_ticker']) ?? ticker).toLowerCase()}`,
    status,
    binary: (textOf(market['market_type']) ?? 'binary') === 'binary',
    yesPrice: midOf(quote) ?? price(market, 'last_price'),
    yesBid: quote.bid,
    yesAsk: quote.ask,
    resolvesAt:
      publishedInstant(market['expected_expiration_time']) ??
      publishedInstant(market['close_time']) ??
      publishedInstant(market['latest_expiration_time'] ?? market['expiration_time']),
    ...settlement,
    event: textOf(market['event_ticker']),
    yesToken: null,
    volume: numberOf(market['volume_fp'] ?? market['volume']),
  };
};

const quoteOf = (market: Fields): Quote => ({
  bid: price(market, 'yes_bid') ?? complement(price(market, 'no_ask')),
  ask: price(market, 'yes_ask') ?? complement(price(market, 'no_bid')),
});

/** The decimal string where there is one, else the integer cents. */
const price = (market: Fields, name: string): number | null => {
  const dollars = market[`${name}_dollars`];
  if (numberOf(dollars) !== null) return quotedPrice(dollars);
  const cents = numberOf(market[name]);
  return cents === null ? null : quotedPrice(cents / 100);
};

const subtitleOf = (market: Fields): string | null =>
  textOf(market['yes_sub_title']) ?? textOf(market['subtitle']);

const questionOf = (market: Fields, ticker: string): string => {
  const title = oneLine(textOf(market['title']) ?? '');
  const strike = oneLine(subtitleOf(market) ?? '');
  if (title === '') return strike;
  const oneOfSeveral = ticker !== textOf(market['event_ticker'])?.toUpperCase();
  const named = strike === '' || title === strike || title.startsWith(`Will ${strike} `);
  return oneOfSeveral && !named ? `${title} — ${strike}` : title;
};
