/**
 * A market as Vedette keeps it, whatever exchange lists it: one binary question, its price, its
 * deadline and, at the end, what the exchange decided.
 *
 * The ticker is the exchange-side identifier, one per market, and never changes:
 * - Polymarket: the condition id, `0x` and 64 hex digits in lower case. It is what trades, books and
 *   settlements refer to on all three of its hosts; the numeric id is known to one host only and the
 *   slug can be edited.
 * - Kalshi: its `ticker`, upper case as the exchange writes it.
 */
import { microsOf, numberOf, textOf } from '../platform/common/foreign-json';
import { cleanText, cut, oneLine } from '../platform/common/plain-text';
import { formatMicros } from '../platform/common/utc-time';
import { deadlineOf } from './deadline';

export const EXCHANGES = ['polymarket', 'kalshi'] as const;

export type Exchange = (typeof EXCHANGES)[number];

export const isExchange = (value: string): value is Exchange => (EXCHANGES as readonly string[]).includes(value);

/**
 * - `unopened`: listed, trading has not begun;
 * - `open`: can be traded;
 * - `paused`: trading is halted for now;
 * - `closed`: trading has ended, the outcome is not final (a last price of 0.9995 is no outcome);
 * - `disputed`: the proposed outcome is contested or being amended;
 * - `settled`: final, at 1, at 0, or split at a price between;
 * - `void`: final, but decides nothing: called off, refunded, or paid half to each side.
 */
export const MARKET_STATUSES = ['unopened', 'open', 'paused', 'closed', 'disputed', 'settled', 'void'] as const;

export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** Whether nothing about the outcome can change any more. */
export const isFinal = (status: MarketStatus): boolean => status === 'settled' || status === 'void';

export type Outcome = 'YES' | 'NO';

/** What the exchange decided. All null until it is final. */
export interface Settlement {
  /** By the rule of the evaluation record: YES when the settlement price is at least 0.5. */
  readonly outcome: Outcome | null;
  /** What a YES contract paid: 1, 0, or between when it was split; null when all was refunded. */
  readonly settlementYesPrice: number | null;
  /** The instant of the exchange's settlement event, as published text, or null when it gives none. */
  readonly resolvedAt: string | null;
}

export const UNSETTLED: Settlement = { outcome: null, settlementYesPrice: null, resolvedAt: null };

/** What the exchange wrote about how and when a market is decided. Instants are published text. */
export interface MarketTerms {
  /** Polymarket's `description`, Kalshi's `rules_primary`, as written; null when it is not given. */
  readonly rules: string | null;
  /** Kalshi's `rules_secondary`. */
  readonly rulesSecondary: string | null;
  /** Where the outcome is to be read: an address, or the names of sources parted by `; `. */
  readonly resolutionSource: string | null;
  readonly opensAt: string | null;
  /** When trading ends, as the exchange states it. */
  readonly closesAt: string | null;
  readonly expectedResolutionAt: string | null;
  /** Kalshi's strike on one line: its type, then each bound or name (`between, floor 4, cap 5`). */
  readonly strike: string | null;
  /** What tells the market from its siblings: Polymarket's group item title, Kalshi's YES sub-title. */
  readonly groupTitle: string | null;
  /** Its place among its siblings, as the exchange numbers them. */
  readonly groupOrder: number | null;
}

/** What a taker pays by the market's own schedule: size × rate × (price × (1 − price))^exponent USD. Polymarket only. */
export interface MarketFees {
  readonly feeRate: number | null;
  readonly feeExponent: number | null;
}

/** How much is traded. USD on Polymarket, contracts on Kalshi; null when the exchange does not say. */
interface MarketActivity {
  readonly volume: number | null;
  readonly volume24h: number | null;
  readonly liquidity: number | null;
  readonly openInterest: number | null;
  /** Shares of YES wanted at the best bid. */
  readonly bidSize: number | null;
  /** Shares of YES offered at the best ask. */
  readonly askSize: number | null;
}

/** A group of markets as its exchange lists it: rungs of one deadline, outcomes of one question. */
export interface MarketEvent {
  /** Polymarket's slug, Kalshi's `event_ticker`. */
  readonly id: string;
  readonly title: string | null;
  /** Whether at most one of its markets can settle at YES; null when the exchange does not say. */
  readonly mutuallyExclusive: boolean | null;
  readonly series: string | null;
}

/** One market as its exchange describes it at one moment. Prices are of YES, 0 to 1. */
export interface Market extends Settlement, MarketTerms, MarketActivity, MarketFees {
  readonly exchange: Exchange;
  readonly ticker: string;
  /**
   * The exchange's exact wording, white space and control characters aside; on Kalshi the market's `title`, which
   * rungs of one event can share (what tells them apart is `groupTitle`), or the event's title with its sub-title.
   */
  readonly question: string;
  /** Whether that is its whole wording: where Kalshi leaves the title out, it can be composed beside the event alone. */
  readonly titled: boolean;
  readonly url: string | null;
  readonly status: MarketStatus;
  /** Whether its sides are Yes and No. Others (two teams, Up and Down) are listed without prices. */
  readonly binary: boolean;
  /** A seat kept free for an outcome that has no name yet, or a listing that was replaced: nothing to ask. */
  readonly placeholder: boolean;
  /** Mid of bid and ask, else what the exchange quotes or last traded; null when there is none. */
  readonly yesPrice: number | null;
  readonly yesBid: number | null;
  readonly yesAsk: number | null;
  /** Exchange-stated deadline as published text (`YYYY-MM-DDTHH:MM:SS.ffffffZ`), or null. */
  readonly resolvesAt: string | null;
  /** The event (group of markets) it belongs to, or null. */
  readonly event: MarketEvent | null;
  /** Category under which the exchange lists it. */
  readonly category: string | null;
  /** Slugs of the topics under which the exchange lists it (Polymarket), sorted. */
  readonly tags: readonly string[];
  /** CLOB token or position of YES (Polymarket only): whose order book is asked for. */
  readonly yesToken: string | null;
  /** Of the exchange's words about this market that the quote was read from, hex; null for a capture. */
  readonly rawSha256: string | null;
}

/** Terms and activity under the names that records, the graph and the API share. */
export const marketDetails = (market: Market) => ({
  rules: market.rules,
  rules_secondary: market.rulesSecondary,
  resolution_source: market.resolutionSource,
  opens_at: market.opensAt,
  closes_at: market.closesAt,
  expected_resolution_at: market.expectedResolutionAt,
  deadline: deadlineOf(market),
  strike: market.strike,
  group_title: market.groupTitle,
  category: market.category,
  tags: market.tags,
  volume: market.volume,
  volume_24h: market.volume24h,
  liquidity: market.liquidity,
  open_interest: market.openInterest,
  bid_size: market.bidSize,
  ask_size: market.askSize,
  fee_rate: market.feeRate,
  fee_exponent: market.feeExponent,
});

/** The line that `vedette parse` prints for a market. */
export const marketRecord = (market: Market) => ({
  exchange: market.exchange,
  ticker: market.ticker,
  question: market.question,
  url: market.url,
  status: market.status,
  binary: market.binary,
  placeholder: market.placeholder,
  yes_price: market.yesPrice,
  yes_bid: market.yesBid,
  yes_ask: market.yesAsk,
  resolves_at: market.resolvesAt,
  outcome: market.outcome,
  settlement_yes_price: market.settlementYesPrice,
  resolved_at: market.resolvedAt,
  ...marketDetails(market),
  event: market.event?.id ?? null,
  event_title: market.event?.title ?? null,
  mutually_exclusive: market.event?.mutuallyExclusive ?? null,
  series: market.event?.series ?? null,
});

/** A final settlement at a price, by the rule of the evaluation record. */
export const settledAt = (settlementYesPrice: number | null, resolvedAt: string | null): Settlement => ({
  outcome: settlementYesPrice === null ? null : settlementYesPrice >= 0.5 ? 'YES' : 'NO',
  settlementYesPrice,
  resolvedAt,
});

/** An instant of an upstream as published text, or null. */
export const publishedInstant = (value: unknown): string | null => {
  const micros = microsOf(value);
  return micros === null ? null : formatMicros(micros);
};

const RULES_UNITS_MAX = 20_000;
const LINE_UNITS_MAX = 500;

/** Rules as the exchange wrote them, line breaks kept; null when there are none. */
export const rulesText = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null ? null : cut(cleanText(text).trim(), RULES_UNITS_MAX) || null;
};

/** A short text of an exchange on one line; null when there is none. */
export const shortText = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null ? null : cut(oneLine(text), LINE_UNITS_MAX) || null;
};

/** An amount that cannot be negative; null when it is no number. */
export const amountOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 ? null : number;
};

/** Of several records of one market the first; the order is kept. */
export const distinctMarkets = (markets: readonly Market[]): readonly Market[] => {
  const seen = new Set<string>();
  return markets.filter(({ exchange, ticker }) => {
    const id = `${exchange}/${ticker}`;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
};
