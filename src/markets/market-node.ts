import type { Theater } from '../ontology/theater';
import type { Exchange, MarketStatus, Outcome } from './market';

/** A market node; missing properties do not apply. Deadlines are published text. */
export interface MarketNode {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly question: string;
  readonly url?: string;
  readonly status: MarketStatus;
  readonly theater?: Theater;
  /** Location when it has no theater. */
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
  /** From the question's text; `resolves_at` is the exchange's. */
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
  /** Of the response with the quote. */
  readonly raw_sha256?: string;
  /** Why the quote of the last look is doubted. */
  readonly quote_doubt?: string;
  readonly resolves_at?: string;
  readonly resolved_at?: string;
  readonly outcome?: Outcome;
  readonly settlement_yes_price?: number;
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
