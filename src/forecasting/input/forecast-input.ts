/**
 * The input of a forecast, edition 3: all data on one market at one instant, frozen and hashed before the model is
 * called.
 *
 * Third-party text (items and questions of forecasting sites) is stored separately in {@link Words}: the input has
 * `content_sha256`, the SHA-256 of that text's canonical JSON, so that text can be withdrawn later without changing a
 * hash. The model is shown both together, as written by {@link file://./render-input.ts}. Numbers have at most four
 * decimals; instants are `YYYY-MM-DDTHH:MM:SS.ffffffZ`.
 */
import { canonicalJson } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';
import type { SourceType } from '../../platform/common/source-type';
import type { JudgedLink } from '../../evidence/evidence.repository';
import type { Exchange, Market, MarketTerms } from '../../markets/market';
import type { Trigger } from '../trigger';

/** Third-party text of one item. */
export interface ItemWords {
  readonly title: string;
  readonly extract: string | null;
  readonly url: string | null;
}

/** Text by item key; null if withdrawn. */
export type Words = Readonly<Record<string, ItemWords | null>>;

/** SHA-256 of the canonical JSON `{"extract":…,"title":…,"url":…}` of an item's text. */
export const wordsSha256 = ({ title, extract, url }: ItemWords): string =>
  sha256Hex(canonicalJson({ title, extract, url }));

interface InputNow {
  readonly frozen_at: string;
  /** Days to the question's deadline, four decimals; negative after it. */
  readonly days_left: number | null;
}

/** Another market of the same event. */
interface InputSibling {
  readonly ticker: string;
  readonly text: string;
  /** Its name within the event ("by 30 June", "55 to 60"), if the exchange has one. */
  readonly label: string | null;
  readonly deadline: string | null;
  readonly yes_price: number | null;
  /** Our newest forecast of it, or null; absent in earlier bundles. */
  readonly forecast?: { readonly probability_yes: number; readonly made_at: string } | null;
}

export interface InputQuestion extends Omit<MarketTerms, 'group_title' | 'group_order'> {
  readonly text: string;
  /** Distinguishes the market from others of the same wording; absent in earlier bundles. */
  readonly label?: string | null;
  readonly exchange: Exchange;
  readonly ticker: string;
  /** The exchange's end date. */
  readonly resolves_at: string;
  /** The question's own deadline, from its wording and rules. */
  readonly deadline: string | null;
  readonly theater: string | null;
  readonly event_type: string | null;
  readonly group: {
    readonly title: string | null;
    /** Whether exactly one of the group's markets can resolve YES; null if unknown. */
    readonly exclusive: boolean | null;
    /** Inconsistencies of the group's prices as text; empty if none. */
    readonly incoherent: readonly string[];
    readonly siblings: readonly InputSibling[];
    /** Results of its decided markets; absent if there are none. */
    readonly settled?: {
      readonly n: number;
      readonly yes: number;
      /** Latest dates of those that resolved YES and NO, `YYYY-MM-DD`. */
      readonly last_yes: string | null;
      readonly last_no: string | null;
    };
  } | null;
}

type Quoted =
  | ('yes_price' | 'yes_bid' | 'yes_ask' | 'bid_size' | 'ask_size' | 'raw_sha256')
  | ('volume' | 'volume_24h' | 'liquidity' | 'open_interest');

/** The frozen quote. Prices are of YES, 0 to 1; sizes are contracts. */
export interface InputMarket extends Pick<Market, Quoted> {
  readonly spread: number | null;
  readonly quoted_at: string | null;
}

/** `[day or hour, price]`: the last price of that period, oldest first. */
export type PathPoint = readonly [string, number];

export interface InputMove {
  readonly started_at: string;
  readonly at: string;
  readonly from: number;
  readonly to: number;
  /** Sources that reported on the question in the hours before, earliest first. */
  readonly spoken_before: readonly {
    readonly source: string;
    readonly source_type: string;
    /** Minutes from its first item to the move. */
    readonly lead_minutes: number;
  }[];
}

interface InputPath {
  /** At most 30 days. */
  readonly daily: readonly PathPoint[];
  /** At most 48 hours. */
  readonly hourly: readonly PathPoint[];
  /** Changes of at least five points, newest first. */
  readonly moves: readonly InputMove[];
}

/** The equivalent market on the other exchange. */
export interface InputTwin extends Pick<
  Market,
  'exchange' | 'ticker' | 'resolves_at' | 'yes_price' | 'yes_bid' | 'yes_ask'
> {
  readonly text: string;
  /** Where its contract differs; absent in earlier inputs. */
  readonly differs?: readonly string[];
}

/** A question of a forecasting site that concerns the market. */
export interface InputCrowd {
  readonly key: string;
  readonly source: string;
  /** Probability of YES; null if hidden by the site or without a forecast. */
  readonly value: number | null;
  readonly value_7d_ago: number | null;
  readonly forecasters: number | null;
  /** Time of the site's last value. */
  readonly at: string;
  /** Whether it is equivalent to the market's question. */
  readonly same_question: boolean;
  readonly relevance: number | null;
  readonly content_sha256: string;
}

/** A story: its most relevant report, and the number of others. */
export interface InputEvidence {
  readonly key: string;
  readonly source_type: SourceType;
  readonly category: string;
  readonly source: string;
  readonly publisher: string | null;
  readonly family: string | null;
  /** The party to the conflict that the source represents, or null. */
  readonly party: string | null;
  readonly lang: string | null;
  readonly published_at: string | null;
  readonly first_seen_at: string;
  /** Relevance to the question, 0 to 1; null if not computed. */
  readonly relevance: number | null;
  /** Whether it covers the whole question. */
  readonly about: boolean | null;
  /** Verdict of a judge; absent without one. */
  readonly judged?: JudgedLink;
  /** Why it is relevant: entities and their relationships to the question. */
  readonly path: readonly string[];
  /** Other reports of the same story in the window. */
  readonly copies: number;
  readonly families: number;
  /** Whether the market itself is its cause: a trade on it, a question that copies it. */
  readonly circular: boolean;
  /** Credibility of its source type, 0 to 1. */
  readonly weight: number;
  readonly entities: readonly string[];
  /** Attributes of its kind: depth_km, magnitude, change, z, usd, side, price … */
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly content_sha256: string;
}

/** Stories of one act of the same parties within half a day, of which `items` has the best. */
export interface InputCluster {
  /** One or two entities, sorted. */
  readonly parties: readonly string[];
  readonly act: string;
  /** Start of the half day. */
  readonly since: string;
  /** Keys of those in `items`. */
  readonly shown: readonly string[];
  /** Stories that are not in `items`, the publisher families and the languages of their reports. */
  readonly stories: number;
  readonly families: number;
  readonly languages: readonly string[];
}

export interface InputAlert {
  readonly id: string;
  readonly cluster: string;
  readonly opened_at: string;
  readonly window_start: string;
  readonly window_end: string;
  /** Items in the busiest window, and its ratio to the usual rate; null without a usual rate. */
  readonly count: number;
  readonly ratio: number | null;
  readonly families: number;
}

/** A current relationship between two entities of the question's scope. */
export interface InputRelationship {
  readonly from: string;
  readonly from_name: string;
  readonly type: string;
  readonly to: string;
  readonly to_name: string;
  readonly basis: string | null;
  readonly since: string | null;
}

/** A dated fact of the graph. */
export interface InputBackground extends InputRelationship {
  readonly since: string;
  /** When it ended; null if it is in force. */
  readonly until: string | null;
  readonly source: string | null;
  /** Day of its last check against the source; null if unchecked. */
  readonly checked_at: string | null;
}

export interface InputCalendarEntry {
  readonly date: string;
  readonly last_date: string;
  readonly title: string;
  readonly confidence: string;
  readonly note: string | null;
}

/** Share of YES among settled markets with one similarity; null below the minimum. */
export interface InputBaseRate {
  /** Text of the similarity: "markets about a strike", "prices from 0.2 to 0.3". */
  readonly alike: string;
  readonly n: number;
  readonly share_yes: number | null;
}

export interface InputForecast {
  readonly made_at: string;
  readonly probability_yes: number;
  readonly market_yes_price: number | null;
  /**
   * Only for the newest: the end of its reasoning, which names expected developments. Null for others; absent in older
   * inputs.
   */
  readonly reasoning_end?: string | null;
}

export interface InputConfluence {
  readonly score: number;
  readonly weighted_score: number | null;
  readonly source_type_count: number;
  readonly source_types: readonly string[];
  readonly window_hours: number;
  /** Publisher families, first reporters, languages and parties of the evidence. */
  readonly families: number | null;
  readonly origins: number | null;
  readonly languages: number | null;
  readonly parties: readonly string[];
  /** Score of a day before, or null. */
  readonly score_24h_ago: number | null;
  readonly weighted_24h_ago: number | null;
}

export interface InputModel {
  readonly name: string;
  readonly version: string;
  readonly prompt_id: string;
  readonly prompt_sha256: string;
  /** According to its provider; null if unknown. */
  readonly training_cutoff: string | null;
}

export interface ForecastInput {
  /** 3; absent in earlier inputs. */
  readonly edition?: 3;
  readonly now: InputNow;
  readonly question: InputQuestion;
  readonly market: InputMarket;
  readonly path: InputPath;
  readonly twin: InputTwin | null;
  readonly crowd: readonly InputCrowd[];
  readonly items: readonly InputEvidence[];
  /** Absent in earlier inputs. */
  readonly clusters?: readonly InputCluster[];
  readonly alert: InputAlert | null;
  /** Absent in earlier inputs. */
  readonly background?: readonly InputBackground[];
  readonly ontology: readonly InputRelationship[];
  readonly calendar: readonly InputCalendarEntry[];
  readonly base_rates: {
    /** Minimum number of settled markets for a rate. */
    readonly floor: number;
    readonly rates: readonly InputBaseRate[];
  };
  readonly before: readonly InputForecast[];
  readonly confluence: InputConfluence | null;
  /** Number of omitted entries, by part. */
  readonly left_out: {
    readonly items: number;
    readonly siblings: number;
    readonly crowd: number;
    readonly ontology: number;
  };
  readonly trigger: Trigger;
  readonly model: InputModel;
  readonly code_version: string;
  /** Commit of the running code, 40 hex digits, or null. */
  readonly code_commit: string | null;
  /** True if all items and markets are synthetic: the demo. */
  readonly synthetic: boolean;
}

export interface FrozenInput {
  readonly input: ForecastInput;
  readonly words: Words;
  /** SHA-256 of the canonical JSON of `input`. */
  readonly sha256: string;
}

/** Hashes the input; call before the model. */
export const freezeInput = (input: ForecastInput, words: Words): FrozenInput => ({
  input,
  words,
  sha256: sha256Hex(canonicalJson(input)),
});
