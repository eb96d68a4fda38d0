/** Rows of the graph for a forecast's input, before selection, ordering and cutting. */
import type { SourceType } from '../../platform/common/source-type';
import type { PricePoint } from '../../lead-time/price-moves';
import type { JudgedLink } from '../../evidence/evidence.repository';
import type { Exchange } from '../../markets/market';
import type { Trigger } from '../trigger';
import type { InputBaseRate, InputModel } from './forecast-input';

/** A market to forecast; instants are timestamps, except `quoted_at` in UTC ms. */
export interface AskedMarket {
  readonly exchange: Exchange;
  readonly ticker: string;
  /** The exchange's group of markets. */
  readonly event?: string | null;
  readonly question: string;
  readonly resolves_at: string;
  readonly theater: string | null;
  readonly event_type: string | null;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  readonly deadline?: string | null;
  readonly opens_at?: string | null;
  readonly closes_at?: string | null;
  readonly expected_resolution_at?: string | null;
  readonly rules?: string | null;
  readonly rules_secondary?: string | null;
  readonly resolution_source?: string | null;
  readonly strike?: string | number | null;
  readonly group_title?: string | null;
  readonly bid_size?: number | null;
  readonly ask_size?: number | null;
  readonly volume?: number | null;
  readonly volume_24h?: number | null;
  readonly liquidity?: number | null;
  readonly open_interest?: number | null;
  readonly quoted_at?: number | null;
  readonly raw_sha256?: string | null;
  /** Token id of YES in the exchange's book. */
  readonly yes_token?: string | null;
  readonly fee_rate?: number | null;
  readonly fee_exponent?: number | null;
}

interface SiblingRow {
  readonly ticker: string;
  readonly question: string;
  readonly group_title: string | null;
  readonly resolves_at: string | null;
  readonly deadline: string | null;
  readonly yes_price: number | null;
  /** Our newest forecast of it. */
  readonly forecast?: { readonly probability_yes: number; readonly made_at: string } | null;
}

export interface GroupRow {
  readonly title: string | null;
  readonly exclusive: boolean | null;
  readonly siblings: readonly SiblingRow[];
  /** Decided markets of the event, latest day first. */
  readonly settled?: readonly { readonly outcome: 'YES' | 'NO'; readonly day: string }[];
}

/** Parallel lists, as stored on a move; leads in ms. */
export interface MoveRow {
  readonly started_at: number;
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly sources: readonly string[];
  readonly source_types: readonly string[];
  readonly first_leads: readonly number[];
}

export interface TwinRow {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly question: string;
  readonly resolves_at: string | null;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
}

/** An item relevant to the market; instants are UTC ms. */
export interface EvidenceRow {
  readonly id: string;
  readonly source_type: SourceType;
  readonly category: string;
  readonly source: string;
  readonly publisher: string | null;
  readonly family: string | null;
  readonly story: string | null;
  readonly lang: string | null;
  readonly title: string;
  readonly summary: string | null;
  readonly url: string | null;
  readonly published_at: number | null;
  readonly first_seen_at: number;
  readonly at: number;
  readonly entities: readonly string[];
  readonly circular: boolean;
  readonly relevance: number | null;
  readonly about: boolean | null;
  /** Verdict of a judge, or null. */
  readonly verdict?: JudgedLink | null;
  readonly path: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A question of a forecasting site, with its value of a week before. */
export interface CrowdRow {
  readonly id: string;
  readonly source: string;
  readonly title: string;
  readonly summary: string | null;
  readonly url: string | null;
  readonly at: number;
  readonly consensus: number | null;
  readonly consensus_7d_ago: number | null;
  readonly forecasters: number | null;
  readonly same_question: boolean;
  readonly relevance: number | null;
}

export interface AlertRow {
  readonly id: string;
  readonly cluster: string;
  readonly opened_at: number;
  readonly window_start: number;
  readonly window_end: number;
  readonly count: number;
  readonly ratio: number | null;
  readonly families: number;
}

export interface RelationshipRow {
  readonly from: string;
  readonly from_name: string | null;
  readonly type: string;
  readonly to: string;
  readonly to_name: string | null;
  readonly basis: string | null;
  readonly since: string | null;
}

export interface CalendarRow {
  readonly date: string;
  readonly last_date: string;
  readonly title: string;
  readonly confidence: string;
  readonly note: string | null;
}

/** A settled market at the time when its remaining duration was that of the market to forecast. */
export interface SettledRow {
  /** Id of its event, or of the market itself if it has none. */
  readonly event: string;
  readonly event_type: string | null;
  readonly outcome: 'YES' | 'NO';
  /** Whether it was open at that time. */
  readonly open_then: boolean;
  readonly price_then: number | null;
}

export interface PastForecastRow {
  readonly made_at: string;
  readonly probability_yes: number;
  readonly market_yes_price: number | null;
  readonly reasoning: string | null;
}

export interface ConfluenceRow {
  readonly score: number;
  readonly weighted_score: number | null;
  readonly source_types: readonly string[];
  readonly window_hours: number;
  readonly families: number | null;
  readonly origins: number | null;
  readonly languages: number | null;
  readonly parties: readonly string[];
  readonly score_24h_ago: number | null;
  readonly weighted_24h_ago: number | null;
}

/** All rows for the input of one forecast. */
export interface InputMaterial {
  /** UTC ms. */
  readonly frozenAt: number;
  /** Start of the evidence window, UTC ms. */
  readonly since?: number;
  readonly market: AskedMarket;
  readonly group: GroupRow | null;
  /** Of the last 30 days, oldest first. */
  readonly prices: readonly PricePoint[];
  readonly moves: readonly MoveRow[];
  readonly twin: TwinRow | null;
  readonly crowd: readonly CrowdRow[];
  readonly evidence: readonly EvidenceRow[];
  readonly alert: AlertRow | null;
  readonly relationships: readonly RelationshipRow[];
  readonly calendar: readonly CalendarRow[];
  /** Bundled base rates for the kind and the remaining time. */
  readonly seedRates?: readonly InputBaseRate[];
  readonly settled: readonly SettledRow[];
  readonly before: readonly PastForecastRow[];
  readonly confluence: ConfluenceRow | null;
  readonly weights: Readonly<Record<SourceType, number>>;
  /** Source category → the party whose media they are. */
  readonly partyOf: Readonly<Record<string, string>>;
  readonly trigger: Trigger;
  readonly model: InputModel;
  readonly codeVersion: string;
  readonly codeCommit: string | null;
  readonly synthetic: boolean;
}
