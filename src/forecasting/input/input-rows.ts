/** Rows of the graph for a forecast's input, before selection, ordering and cutting. */
import type { SourceType } from '../../platform/common/source-type';
import type { PricePoint } from '../../lead-time/price-moves';
import type { JudgedLink } from '../../evidence/evidence.repository';
import type { TitleReading } from '../../evidence/report-groups';
import type { Market } from '../../markets/market';
import type { Trigger } from '../trigger';
import type {
  InputAlert,
  InputBaseRate,
  InputCalendarEntry,
  InputConfluence,
  InputEvidence,
  InputForecast,
  InputModel,
  InputRelationship,
  InputTwin,
} from './forecast-input';

type Asked = 'exchange' | 'ticker' | 'question' | 'yes_price' | 'yes_bid' | 'yes_ask';
type Stated =
  | ('opens_at' | 'closes_at' | 'expected_resolution_at' | 'rules' | 'rules_secondary' | 'resolution_source')
  | ('group_title' | 'bid_size' | 'ask_size' | 'volume' | 'volume_24h' | 'liquidity' | 'open_interest')
  | ('raw_sha256' | 'yes_token' | 'fee_rate' | 'fee_exponent');

/** A market to forecast; instants are timestamps, except `quoted_at` in UTC ms. */
export interface AskedMarket extends Pick<Market, Asked>, Partial<Pick<Market, Stated>> {
  /** The exchange's group of markets. */
  readonly event?: string | null;
  readonly resolves_at: string;
  readonly theater: string | null;
  readonly event_type: string | null;
  readonly deadline?: string | null;
  readonly strike?: string | number | null;
  readonly quoted_at?: number | null;
}

interface SiblingRow {
  readonly ticker: string;
  readonly question: string;
  readonly group_title: string | null;
  readonly resolves_at: string | null;
  readonly deadline: string | null;
  readonly yes_price: number | null;
  /** At the exchange; null or absent for an open market. */
  readonly status?: string | null;
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

type TwinTerms = 'rules' | 'rules_secondary' | 'resolution_source' | 'fee_rate' | 'fee_exponent';

export interface TwinRow extends Omit<InputTwin, 'text' | 'differs'>, Pick<Market, TwinTerms> {
  readonly question: string;
  readonly deadline: string | null;
}

type Shown =
  | ('source_type' | 'category' | 'source' | 'publisher' | 'family' | 'lang' | 'entities')
  | ('circular' | 'relevance' | 'about' | 'path');

/** An item relevant to the market; instants are UTC ms. */
export interface EvidenceRow extends Pick<InputEvidence, Shown> {
  readonly id: string;
  readonly story: string | null;
  readonly title: string;
  readonly summary: string | null;
  readonly url: string | null;
  readonly published_at: number | null;
  readonly first_seen_at: number;
  readonly at: number;
  /** Verdict of a judge, or null. */
  readonly verdict?: JudgedLink | null;
  /** Acts and figures of its title. */
  readonly told: TitleReading;
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
  /** Grade of a judge; null or absent without one. */
  readonly judged?: number | null;
}

type AlertTime = 'opened_at' | 'window_start' | 'window_end';

/** Instants are UTC ms. */
export type AlertRow = Omit<InputAlert, AlertTime> & Readonly<Record<AlertTime, number>>;

export interface RelationshipRow extends Omit<InputRelationship, 'from_name' | 'to_name'> {
  readonly from_name: string | null;
  readonly to_name: string | null;
}

/** A dated relationship, that may have ended; `since` and `until` are `YYYY[-MM[-DD]]`. */
export interface BackgroundRow extends RelationshipRow {
  readonly since: string;
  readonly until: string | null;
  readonly source: string | null;
  /** Day of the last check against the source, or another word. */
  readonly checked_at: string | null;
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

export interface PastForecastRow extends Omit<InputForecast, 'reasoning_end'> {
  readonly reasoning: string | null;
}

export type ConfluenceRow = Omit<InputConfluence, 'source_type_count'>;

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
  readonly background: readonly BackgroundRow[];
  readonly calendar: readonly InputCalendarEntry[];
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
