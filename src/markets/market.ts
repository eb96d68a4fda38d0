/**
 * A market of either exchange: one binary question with price, deadline and, finally, settlement.
 *
 * The ticker is the exchange's identifier of a market and never changes:
 * - Polymarket: the condition id, `0x` and 64 hex digits in lower case. Trades, books and settlements
 *   use it on all three hosts; the numeric id exists on one host only and the slug can be edited.
 * - Kalshi: its `ticker`, upper case as the exchange writes it.
 */
import { microsOf, numberOf, textOf, type Fields } from '../platform/common/foreign-json';
import { cleanText, cut, oneLine } from '../platform/common/plain-text';
import { formatMicros } from '../platform/common/utc-time';
import { deadlineOf } from './deadline';
import { marketId } from './market-key';
import { pick } from '../platform/common/pick';

export const EXCHANGES = ['polymarket', 'kalshi'] as const;

export type Exchange = (typeof EXCHANGES)[number];

export const isExchange = (value: string): value is Exchange => (EXCHANGES as readonly string[]).includes(value);

/**
 * - `unopened`: listed, trading has not begun;
 * - `open`: can be traded;
 * - `paused`: trading is halted;
 * - `closed`: trading has ended, the outcome is not final (a last price of 0.9995 is not an outcome);
 * - `disputed`: the proposed outcome is contested or being amended;
 * - `settled`: final, at 1, at 0, or split at a price between;
 * - `void`: final without an outcome: called off, refunded, or paid half to each side.
 */
export const MARKET_STATUSES = ['unopened', 'open', 'paused', 'closed', 'disputed', 'settled', 'void'] as const;

export type MarketStatus = (typeof MARKET_STATUSES)[number];

export const isFinal = (status: MarketStatus): boolean => status === 'settled' || status === 'void';

export type Outcome = 'YES' | 'NO';

/** All null until final. */
export interface Settlement {
  /** By the rule of the evaluation record: YES when the settlement price is at least 0.5. */
  readonly outcome: Outcome | null;
  /** Payout of a YES contract: 1, 0, or between when split; null when refunded. */
  readonly settlement_yes_price: number | null;
  /** The exchange's settlement time as published text, or null. */
  readonly resolved_at: string | null;
}

export const UNSETTLED: Settlement = { outcome: null, settlement_yes_price: null, resolved_at: null };

/** The exchange's text on how and when a market is decided. Instants are published text. */
export interface MarketTerms {
  /** Polymarket's `description`, Kalshi's `rules_primary`, unchanged; null when missing. */
  readonly rules: string | null;
  readonly rules_secondary: string | null;
  /** Source of the outcome: an address, or names separated by `; `. */
  readonly resolution_source: string | null;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
  readonly expected_resolution_at: string | null;
  /** Kalshi's strike on one line: its type, then each bound or name (`between, floor 4, cap 5`). */
  readonly strike: string | null;
  /** Distinguishes siblings: Polymarket's group item title, Kalshi's YES sub-title. */
  readonly group_title: string | null;
  /** The exchange's order among siblings. */
  readonly group_order: number | null;
}

/**
 * Taker fee of the market's own schedule: size × rate × (price × (1 − price))^exponent USD; on Kalshi without an exponent,
 * and rounded up to the cent.
 */
export interface MarketFees {
  readonly fee_rate: number | null;
  readonly fee_exponent: number | null;
}

/** USD on Polymarket, contracts on Kalshi; null when not stated. */
interface MarketActivity {
  readonly volume: number | null;
  readonly volume_24h: number | null;
  readonly liquidity: number | null;
  readonly open_interest: number | null;
  /** Shares of YES at the best bid. */
  readonly bid_size: number | null;
  /** Shares of YES at the best ask. */
  readonly ask_size: number | null;
}

/** A group of markets: rungs of one deadline, outcomes of one question. */
export interface MarketEvent {
  /** Polymarket's slug, Kalshi's `event_ticker`. */
  readonly id: string;
  readonly title: string | null;
  /** Whether at most one of its markets can settle at YES; null when not stated. */
  readonly mutually_exclusive: boolean | null;
  readonly series: string | null;
}

/** One market at one moment. Prices are of YES, 0 to 1. */
export interface Market extends Settlement, MarketTerms, MarketActivity, MarketFees {
  readonly exchange: Exchange;
  readonly ticker: string;
  /**
   * The exchange's exact text without control characters and extra white space; on Kalshi the market's `title`, which
   * rungs of one event may share (`group_title` distinguishes them), or the event's title with its sub-title.
   */
  readonly question: string;
  /** Whether the question is complete: where Kalshi omits the title, it needs the event. */
  readonly titled: boolean;
  readonly url: string | null;
  readonly status: MarketStatus;
  /** Whether its sides are Yes and No. Others (two teams, Up and Down) have no prices. */
  readonly binary: boolean;
  /** Reserved for an unnamed outcome, or a replaced listing: not a real question. */
  readonly placeholder: boolean;
  /** Mid of bid and ask, else the exchange's price or last trade, or null. */
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  /** Exchange-stated deadline as published text (`YYYY-MM-DDTHH:MM:SS.ffffffZ`), or null. */
  readonly resolves_at: string | null;
  readonly event: MarketEvent | null;
  readonly category: string | null;
  /** Slugs of its topics (Polymarket), sorted. */
  readonly tags: readonly string[];
  /** CLOB token or position of YES (Polymarket only), for its order book. */
  readonly yes_token: string | null;
  /** SHA-256 of the exchange's data with the quote, hex; null for a capture. */
  readonly raw_sha256: string | null;
}

/** Stores the exchange's data of one market, and returns its SHA-256. */
export type HashOf = (said: Fields) => string | null;

/** Terms and activity by the names used in records, the graph and the API. */
export const marketDetails = (market: Market) => ({
  ...pick(market, 'rules', 'rules_secondary', 'resolution_source', 'opens_at', 'closes_at', 'expected_resolution_at'),
  deadline: deadlineOf(market),
  ...pick(
    market,
    'strike',
    'group_title',
    'category',
    'tags',
    'volume',
    'volume_24h',
    'liquidity',
    'open_interest',
    'bid_size',
    'ask_size',
  ),
  ...pick(market, 'fee_rate', 'fee_exponent'),
});

/** Output of `vedette parse` for a market. */
export const marketRecord = (market: Market) => ({
  ...pick(
    market,
    'exchange',
    'ticker',
    'question',
    'url',
    'status',
    'binary',
    'placeholder',
    'yes_price',
    'yes_bid',
    'yes_ask',
    'resolves_at',
  ),
  ...pick(market, 'outcome', 'settlement_yes_price', 'resolved_at'),
  ...marketDetails(market),
  event: market.event?.id ?? null,
  event_title: market.event?.title ?? null,
  mutually_exclusive: market.event?.mutually_exclusive ?? null,
  series: market.event?.series ?? null,
});

/** A final settlement by the rule of the evaluation record. */
export const settledAt = (price: number | null, resolvedAt: string | null): Settlement => ({
  outcome: price === null ? null : price >= 0.5 ? 'YES' : 'NO',
  settlement_yes_price: price,
  resolved_at: resolvedAt,
});

export const publishedInstant = (value: unknown): string | null => {
  const micros = microsOf(value);
  return micros === null ? null : formatMicros(micros);
};

const RULES_UNITS_MAX = 20_000;
const LINE_UNITS_MAX = 500;

/** Rules with line breaks; null when empty. */
export const rulesText = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null ? null : cut(cleanText(text).trim(), RULES_UNITS_MAX) || null;
};

/** A short text on one line; null when empty. */
export const shortText = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null ? null : cut(oneLine(text), LINE_UNITS_MAX) || null;
};

/** A non-negative amount; null otherwise. */
export const amountOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 ? null : number;
};

/** Keeps the first of several records of one market, in order. */
export const distinctMarkets = (markets: readonly Market[]): readonly Market[] => {
  const seen = new Set<string>();
  return markets.filter((market) => {
    const id = marketId(market);
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
};
