/** Markets and quotes as the graph has them. */
import type { Theater } from '../ontology/theater';
import type { Exchange, MarketStatus, Outcome } from './market';

/** A market as its node has it: what does not apply is absent. Deadlines are published text. */
export interface MarketNode {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly question: string;
  readonly url?: string;
  readonly status: MarketStatus;
  readonly theater?: Theater;
  /** Where it is, in words, when it has no theater. */
  readonly region?: string;
  readonly tracked_because?: string;
  readonly event_type?: string;
  readonly yes_price?: number;
  readonly yes_bid?: number;
  readonly yes_ask?: number;
  /** Terms and activity, as the exchange states them. Instants are published text. */
  readonly rules?: string;
  readonly rules_secondary?: string;
  readonly resolution_source?: string;
  readonly opens_at?: string;
  readonly closes_at?: string;
  readonly expected_resolution_at?: string;
  /** What the question sets itself; `resolves_at` is the exchange's. */
  readonly deadline?: string;
  readonly strike?: string;
  readonly group_title?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly volume?: number;
  readonly volume_24h?: number;
  readonly liquidity?: number;
  readonly open_interest?: number;
  readonly bid_size?: number;
  readonly ask_size?: number;
  /** Of the exchange's answer that the quote was read from. */
  readonly raw_sha256?: string;
  /** Why the quote of the last look was not believed. */
  readonly quote_doubt?: string;
  readonly resolves_at?: string;
  readonly resolved_at?: string;
  readonly outcome?: Outcome;
  readonly settlement_yes_price?: number;
  /** How urgent a forecast is, as of the last round; since when it waits, UTC ms; why it is asked now or not. */
  readonly forecast_urgency?: number;
  readonly forecast_waiting_since?: number;
  readonly forecast_note?: string;
  /** UTC ms. */
  readonly tracked_since?: number;
  readonly quoted_at?: number;
  /** When question or end were last seen to be edited, UTC ms. */
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
  /** `history` for a price that the exchange told afterwards; null for a quote that was read. */
  readonly origin: 'history' | null;
}
