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
import { microsOf } from '../common/foreign-json';
import { formatMicros } from '../common/utc-time';

export const EXCHANGES = ['polymarket', 'kalshi'] as const;

export type Exchange = (typeof EXCHANGES)[number];

export const isExchange = (value: string): value is Exchange =>
  (EXCHANGES as readonly string[]).includes(value);

/**
 * - `unopened`: listed, trading has not begun;
 * - `open`: can be traded;
 * - `paused`: trading is halted for now;
 * - `closed`: trading has ended, the outcome is not final (a last price of 0.9995 is no outcome);
 * - `disputed`: the proposed outcome is contested or being amended;
 * - `settled`: final, at 1, at 0, or split at a price between;
 * - `void`: final, but decides nothing: called off, refunded, or paid half to each side.
 */
export const MARKET_STATUSES = [
  'unopened',
  'open',
  'paused',
  'closed',
  'disputed',
  'settled',
  'void',
] as const;

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

/** One market as its exchange describes it at one moment. Prices are of YES, 0 to 1. */
export interface Market extends Settlement {
  readonly exchange: Exchange;
  readonly ticker: string;
  /** Exact wording; on Kalshi the title, with the strike where the event has several. */
  readonly question: string;
  readonly url: string | null;
  readonly status: MarketStatus;
  /** Whether its sides are Yes and No. Others (two teams, Up and Down) are listed without prices. */
  readonly binary: boolean;
  /** Mid of bid and ask, else what the exchange quotes or last traded; null when there is none. */
  readonly yesPrice: number | null;
  readonly yesBid: number | null;
  readonly yesAsk: number | null;
  /** Exchange-stated deadline as published text (`YYYY-MM-DDTHH:MM:SS.ffffffZ`), or null. */
  readonly resolvesAt: string | null;
  /** The event (group of markets) it belongs to, as the exchange names it, or null. */
  readonly event: string | null;
  /** CLOB token of YES (Polymarket only): whose order book is asked for. */
  readonly yesToken: string | null;
  /** Traded so far: USD on Polymarket, contracts on Kalshi; null when the exchange does not say. */
  readonly volume: number | null;
}

/** The line that `vedette parse` prints for a market. */
export const marketRecord = (market: Market) => ({
  exchange: market.exchange,
  ticker: market.ticker,
  question: market.question,
  url: market.url,
  status: market.status,
  binary: market.binary,
  yes_price: market.yesPrice,
  yes_bid: market.yesBid,
  yes_ask: market.yesAsk,
  resolves_at: market.resolvesAt,
  outcome: market.outcome,
  settlement_yes_price: market.settlementYesPrice,
  resolved_at: market.resolvedAt,
  event: market.event,
  volume: market.volume,
});

/** A final settlement at a price, by the rule of the evaluation record. */
export const settledAt = (
  settlementYesPrice: number | null,
  resolvedAt: string | null,
): Settlement => ({
  outcome: settlementYesPrice === null ? null : settlementYesPrice >= 0.5 ? 'YES' : 'NO',
  settlementYesPrice,
  resolvedAt,
});

/** An instant of an upstream as published text, or null. */
export const publishedInstant = (value: unknown): string | null => {
  const micros = microsOf(value);
  return micros === null ? null : formatMicros(micros);
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
