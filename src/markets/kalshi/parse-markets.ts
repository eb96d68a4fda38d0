/**
 * Parses Kalshi's responses to {@link Market}s in document order: lists, one market, events with nested markets, the
 * historical tier. Both price formats are read: integer cents (`yes_bid`), and since 2026 decimal strings only
 * (`yes_bid_dollars`).
 *
 * An empty side of the book has bid 0 or ask 1. If only NO is quoted, YES follows from it: the books have bids only,
 * and a NO bid at 0.93 is a YES ask at 0.07.
 *
 * The question is the market's `title`. On older events it repeats across the strikes, and the YES sub-title
 * distinguishes them. Newer responses may omit it: then the question is the event's title with the YES sub-title.
 */
import { fieldsIn, fieldsOf, idOf, isFields, numberOf, textOf, type Fields } from '../../platform/common/foreign-json';
import { oneLine } from '../../platform/common/plain-text';
import { amountOf, publishedInstant, rulesText, shortText, type Market, type MarketEvent } from '../market';
import { complement, midOf, quotedPrice, roundPrice, type Quote } from '../quote';
import { marketsReader, type RawMarket } from '../market-document';
import { kalshiLife } from './parse-settlement';

/** Whether a market is a combination of others (a parlay), which are never about one question. */
export const isCombination = (market: Pick<Market, 'ticker'>): boolean => market.ticker.startsWith('KXMVE');

/** Trades, candles and order books have a ticker too, but neither title nor status. */
const isMarket = (value: Fields): boolean =>
  idOf(value['ticker']) !== null &&
  textOf(value['status']) !== null &&
  (textOf(value['title']) ?? subtitleOf(value)) !== null;

const marketOf = ({ market, event }: RawMarket): Omit<Market, 'raw_sha256'> => {
  const quote = quoteOf(market);
  const ticker = String(textOf(market['ticker'])).toUpperCase();
  const { status, settlement } = kalshiLife(market);
  const expected = publishedInstant(market['expected_expiration_time']);
  const closes = publishedInstant(market['close_time']);
  return {
    exchange: 'kalshi',
    ticker,
    ...questionOf(market, event),
    url: `https://kalshi.com/markets/${(textOf(market['event_ticker']) ?? ticker).toLowerCase()}`,
    status,
    binary: (textOf(market['market_type']) ?? 'binary') === 'binary',
    placeholder: false,
    yes_price: midOf(quote) ?? price(market, 'last_price'),
    yes_bid: quote.bid,
    yes_ask: quote.ask,
    resolves_at: expected ?? closes ?? publishedInstant(market['latest_expiration_time'] ?? market['expiration_time']),
    ...settlement,
    rules: rulesText(market['rules_primary']),
    rules_secondary: rulesText(market['rules_secondary']),
    resolution_source: shortText(
      fieldsIn(event?.['settlement_sources'])
        .flatMap(({ name }) => textOf(name) ?? [])
        .join('; '),
    ),
    opens_at: publishedInstant(market['open_time']),
    closes_at: closes,
    expected_resolution_at: expected,
    strike: strikeOf(market),
    group_title: shortText(subtitleOf(market)),
    group_order: null,
    event: eventOf(market, event),
    category: shortText(event?.['category'] ?? market['category']),
    tags: [],
    yes_token: null,
    volume: count(market, 'volume'),
    volume_24h: count(market, 'volume_24h'),
    // Deprecated by the exchange, always 0.
    liquidity: null,
    open_interest: count(market, 'open_interest'),
    bid_size: quote.bid === null ? null : count(market, 'yes_bid_size'),
    ask_size: quote.ask === null ? null : count(market, 'yes_ask_size'),
    fee_rate: kalshiFeeRate(event?.['fee_type_override'], event?.['fee_multiplier_override']),
    fee_exponent: null,
  };
};

/** Rate of the general schedule for takers. */
const TAKER_RATE = 0.07;

/**
 * Taker fee per contract × price × (1 − price) in USD: the general rate times the multiplier of the series, or of the
 * event if it has one. Null if none is stated, or if the fee is of another form (`flat`), whose amount is in no data.
 */
export const kalshiFeeRate = (type: unknown, multiplier: unknown): number | null => {
  const times = amountOf(multiplier);
  const isKnown = times === 0 || textOf(type)?.startsWith('quadratic') === true;
  return times === null || !isKnown || times * TAKER_RATE > 1 ? null : roundPrice(times * TAKER_RATE);
};

/** Contracts: the decimal string, else the older integer. */
const count = (market: Fields, name: string): number | null => amountOf(market[`${name}_fp`] ?? market[name]);

const eventOf = (market: Fields, event: Fields | null): MarketEvent | null => {
  const id = textOf(market['event_ticker'] ?? event?.['event_ticker'])?.toUpperCase() ?? null;
  if (id === null) return null;
  const exclusive = event?.['mutually_exclusive'];
  return {
    id,
    title: shortText(event?.['title']),
    mutually_exclusive: typeof exclusive === 'boolean' ? exclusive : null,
    // The series is the prefix of event tickers up to the first dash.
    series: textOf(event?.['series_ticker'])?.toUpperCase() ?? id.split('-')[0] ?? null,
  };
};

const STRIKES_MAX = 10;

const strikeOf = (market: Fields): string | null => {
  const type = textOf(market['strike_type']);
  if (type === null) return null;
  const bounds = (['floor', 'cap'] as const).flatMap((name) => {
    const value = numberOf(market[`${name}_strike`]);
    return value === null ? [] : [`${name} ${value}`];
  });
  const named = Object.entries(fieldsOf(market['custom_strike']))
    .slice(0, STRIKES_MAX)
    .flatMap(([name, value]) => {
      const text = textOf(value) ?? numberOf(value);
      return text === null ? [] : [`${name} ${text}`];
    });
  return shortText([type, ...bounds, ...named].join(', '));
};

const quoteOf = (market: Fields): Quote => ({
  bid: price(market, 'yes_bid') ?? complement(price(market, 'no_ask')),
  ask: price(market, 'yes_ask') ?? complement(price(market, 'no_bid')),
});

/** The decimal string, else integer cents. */
const price = (market: Fields, name: string): number | null => {
  const dollars = market[`${name}_dollars`];
  if (numberOf(dollars) !== null) return quotedPrice(dollars);
  const cents = numberOf(market[name]);
  return cents === null ? null : quotedPrice(cents / 100);
};

/** The market's title, else that of its event with the market's sub-title. */
const questionOf = (market: Fields, event: Fields | null): Pick<Market, 'question' | 'titled'> => {
  const title = textOf(market['title']);
  if (title !== null) return { question: oneLine(title), titled: true };
  const asked = textOf(event?.['title']);
  const part = subtitleOf(market) ?? '';
  if (asked === null) return { question: oneLine(part), titled: false };
  if (part === '' || /^yes$/i.test(part) || asked.includes(part)) return { question: oneLine(asked), titled: true };
  return { question: oneLine(`${asked}${/[?!.:…]$/.test(asked) ? ' ' : ': '}${part}`), titled: true };
};

const subtitleOf = (market: Fields): string | null => textOf(market['yes_sub_title']) ?? textOf(market['subtitle']);

export const { parse: parseKalshiMarkets, read: readKalshiMarkets } = marketsReader({
  exchange: 'Kalshi',
  members: ['events', 'event', 'markets', 'market', 'nested', 'single', 'data'],
  lists: ['markets', 'events'],
  isMarket,
  eventOf: (value, member, event) => {
    // The response for a single event has it next to its markets.
    if (member.startsWith('market') && isFields(value['event'])) return value['event'];
    return textOf(value['event_ticker']) === null ? event : value;
  },
  marketsOf: (raw) => [marketOf(raw)],
  cursorOf: (body) => textOf(body['cursor']),
});
