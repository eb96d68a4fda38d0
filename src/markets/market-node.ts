import type { Theater } from '../ontology/theater';
import type { Market } from './market';

type Always = 'exchange' | 'ticker' | 'question' | 'status';
type NotStored = 'binary' | 'placeholder' | 'titled' | 'event';

/** Known members; missing ones do not apply. */
type Stated<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** A market node: the market at the last look, and values derived from it. */
export interface MarketNode extends Pick<Market, Always>, Stated<Omit<Market, Always | NotStored>> {
  readonly theater?: Theater;
  /** Location when it has no theater. */
  readonly region?: string;
  readonly tracked_because?: string;
  readonly event_type?: string;
  /** From the question's text; `resolves_at` is the exchange's. */
  readonly deadline?: string;
  readonly quote_doubt?: string;
  /** Urgency of a forecast in the last round; start of the wait, UTC ms; reason for or against a forecast now. */
  readonly forecast_urgency?: number;
  readonly forecast_waiting_since?: number;
  readonly forecast_note?: string;
  /** UTC ms. */
  readonly tracked_since?: number;
  readonly quoted_at?: number;
  /** When question or end were last seen edited, UTC ms. */
  readonly edited_at?: number;
  readonly confluence_at?: number;
  readonly confluence_score?: number;
  readonly confluence_types?: readonly string[];
  readonly confluence_weighted?: number;
}

export interface QuoteRow {
  readonly at: number;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  /** `history` for a price reported later; null for a quote read live. */
  readonly origin: 'history' | null;
}
