/**
 * The input of a forecast, edition 3: everything that is known of one market at one instant, frozen and
 * hashed before the model is asked.
 *
 * What third parties wrote (items and questions of forecasting sites) stands beside the input, in
 * {@link Words}: the input holds `content_sha256`, the SHA-256 of those words in canonical JSON, so that
 * words can be withdrawn later without touching a hash. The model is shown both together, as
 * {@link file://./render-input.ts} writes them. Numbers have at most four decimals; instants are
 * `YYYY-MM-DDTHH:MM:SS.ffffffZ`.
 */
import { canonicalJson } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';
import type { SourceType } from '../../platform/common/source-type';
import type { Exchange } from '../../markets/market';
import type { Trigger } from '../trigger';

/** What a third party wrote in one item. */
export interface ItemWords {
  readonly title: string;
  readonly extract: string | null;
  readonly url: string | null;
}

/** Words by the key of their item; null where they were withdrawn since. */
export type Words = Readonly<Record<string, ItemWords | null>>;

/** SHA-256 of the canonical JSON `{"extract":…,"title":…,"url":…}` of an item's words. */
export const wordsSha256 = ({ title, extract, url }: ItemWords): string =>
  sha256Hex(canonicalJson({ title, extract, url }));

interface InputNow {
  readonly frozen_at: string;
  /** Days from then to the deadline of the question, four decimals; negative once it has passed. */
  readonly days_left: number | null;
}

/** Another market of the same event at the exchange. */
interface InputSibling {
  readonly ticker: string;
  readonly text: string;
  /** What it is called within the event ("by 30 June", "55 to 60"), where the exchange says. */
  readonly label: string | null;
  readonly deadline: string | null;
  readonly yes_price: number | null;
  /** Our newest forecast of it, or null; earlier bundles have no such member. */
  readonly forecast?: { readonly probability_yes: number; readonly made_at: string } | null;
}

export interface InputQuestion {
  readonly text: string;
  /** What tells the market from those that share its wording; earlier bundles have no such member. */
  readonly label?: string | null;
  readonly exchange: Exchange;
  readonly ticker: string;
  /** The exchange's end date. */
  readonly resolves_at: string;
  /** The question's own deadline, from its wording and rules. */
  readonly deadline: string | null;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
  readonly expected_resolution_at: string | null;
  readonly theater: string | null;
  readonly event_type: string | null;
  readonly strike: string | null;
  readonly rules: string | null;
  readonly rules_secondary: string | null;
  readonly resolution_source: string | null;
  readonly group: {
    readonly title: string | null;
    /** Whether exactly one of the markets of the group can resolve YES; null where unknown. */
    readonly exclusive: boolean | null;
    /** What their prices break of the rules of a group, in words; empty where they agree. */
    readonly incoherent: readonly string[];
    readonly siblings: readonly InputSibling[];
    /** What became of its markets that are decided; absent where none is. */
    readonly settled?: {
      readonly n: number;
      readonly yes: number;
      /** Latest days of those that resolved YES and NO, `YYYY-MM-DD`. */
      readonly last_yes: string | null;
      readonly last_no: string | null;
    };
  } | null;
}

/** The quote that was frozen. Prices are of YES, 0 to 1; sizes are contracts. */
export interface InputMarket {
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  readonly spread: number | null;
  readonly bid_size: number | null;
  readonly ask_size: number | null;
  readonly volume: number | null;
  readonly volume_24h: number | null;
  readonly liquidity: number | null;
  readonly open_interest: number | null;
  readonly quoted_at: string | null;
  /** SHA-256 of the exchange's answer that the quote was read from. */
  readonly raw_sha256: string | null;
}

/** `[day or hour, price]`: the last price of that span, oldest first. */
export type PathPoint = readonly [string, number];

export interface InputMove {
  readonly started_at: string;
  readonly at: string;
  readonly from: number;
  readonly to: number;
  /** Who had spoken of the question in the hours before, the earliest first. */
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

/** The market on the other exchange that asks the same. */
interface InputTwin {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly text: string;
  readonly resolves_at: string | null;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
}

/** A question of a forecasting site that bears on the market. */
export interface InputCrowd {
  readonly key: string;
  readonly source: string;
  /** Probability of YES; null while the site hides it or nobody has forecast. */
  readonly value: number | null;
  readonly value_7d_ago: number | null;
  readonly forecasters: number | null;
  /** When the site last told it. */
  readonly at: string;
  /** Whether it asks the same as the market. */
  readonly same_question: boolean;
  readonly relevance: number | null;
  readonly content_sha256: string;
}

/** A story: its most relevant report, and how many others tell it. */
export interface InputEvidence {
  readonly key: string;
  readonly source_type: SourceType;
  readonly category: string;
  readonly source: string;
  readonly publisher: string | null;
  readonly family: string | null;
  /** Party to the conflict that the source speaks for, or null. */
  readonly party: string | null;
  readonly lang: string | null;
  readonly published_at: string | null;
  readonly first_seen_at: string;
  /** How much it bears on the question, 0 to 1; null where that was not computed. */
  readonly relevance: number | null;
  /** Whether it covers the whole question. */
  readonly about: boolean | null;
  /** What a judge said of it; absent without one. */
  readonly judged?: {
    readonly grade: number;
    readonly reason: string;
    /** `<provider>:<model>`, and the SHA-256 of what it was told. */
    readonly judge: string;
    readonly prompt: string;
  };
  /** Why it bears on the question: entities and how the graph ties them to it. */
  readonly path: readonly string[];
  /** Further reports of the same story in the window. */
  readonly copies: number;
  /** Publisher families that tell the story, this one included. */
  readonly families: number;
  /** Whether the market itself is its cause: a trade on it, a question that copies it. */
  readonly circular: boolean;
  /** Credibility of its source type, 0 to 1. */
  readonly weight: number;
  readonly entities: readonly string[];
  /** Facts of its kind: depth_km, magnitude, change, z, usd, side, price … */
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly content_sha256: string;
}

interface InputAlert {
  readonly id: string;
  readonly cluster: string;
  readonly opened_at: string;
  readonly window_start: string;
  readonly window_end: string;
  /** Items of the fullest window, and how many times the usual that is; null where nothing is usual. */
  readonly count: number;
  readonly ratio: number | null;
  readonly families: number;
}

/** A relationship in force between two entities of the question's scope. */
interface InputRelationship {
  readonly from: string;
  readonly from_name: string;
  readonly type: string;
  readonly to: string;
  readonly to_name: string;
  readonly basis: string | null;
  readonly since: string | null;
}

interface InputCalendarEntry {
  readonly date: string;
  readonly last_date: string;
  readonly title: string;
  readonly confidence: string;
  readonly note: string | null;
}

/** Share of YES among settled markets that are alike in one respect; null under the floor. */
export interface InputBaseRate {
  /** What is alike, in words: "markets about a strike", "prices from 0.2 to 0.3". */
  readonly alike: string;
  readonly n: number;
  readonly share_yes: number | null;
}

interface InputForecast {
  readonly made_at: string;
  readonly probability_yes: number;
  readonly market_yes_price: number | null;
  /** Of the newest alone: how its reasoning ends, where it says what it awaits. Null of the others; absent in older inputs. */
  readonly reasoning_end?: string | null;
}

export interface InputConfluence {
  readonly score: number;
  readonly weighted_score: number | null;
  readonly source_type_count: number;
  readonly source_types: readonly string[];
  readonly window_hours: number;
  /** Publisher families, first reporters, languages and parties behind the evidence. */
  readonly families: number | null;
  readonly origins: number | null;
  readonly languages: number | null;
  readonly parties: readonly string[];
  /** The readings of a day before; null where none was kept. */
  readonly score_24h_ago: number | null;
  readonly weighted_24h_ago: number | null;
}

export interface InputModel {
  readonly name: string;
  readonly version: string;
  readonly prompt_id: string;
  readonly prompt_sha256: string;
  /** As its provider states it; null where nobody said. */
  readonly training_cutoff: string | null;
}

export interface ForecastInput {
  /** 3; earlier inputs have no such member. */
  readonly edition?: 3;
  readonly now: InputNow;
  readonly question: InputQuestion;
  readonly market: InputMarket;
  readonly path: InputPath;
  readonly twin: InputTwin | null;
  readonly crowd: readonly InputCrowd[];
  readonly items: readonly InputEvidence[];
  readonly alert: InputAlert | null;
  readonly ontology: readonly InputRelationship[];
  readonly calendar: readonly InputCalendarEntry[];
  readonly base_rates: {
    /** Fewer settled markets than this make no rate. */
    readonly floor: number;
    readonly rates: readonly InputBaseRate[];
  };
  readonly before: readonly InputForecast[];
  readonly confluence: InputConfluence | null;
  /** What did not fit, by part. */
  readonly left_out: {
    readonly items: number;
    readonly siblings: number;
    readonly crowd: number;
    readonly ontology: number;
  };
  readonly trigger: Trigger;
  readonly model: InputModel;
  readonly code_version: string;
  /** Commit of the running code, 40 hex digits; null where it cannot be told. */
  readonly code_commit: string | null;
  /** True where every item and market is invented: the demo. */
  readonly synthetic: boolean;
}

/** An input that will not change any more. */
export interface FrozenInput {
  readonly input: ForecastInput;
  readonly words: Words;
  /** SHA-256 of the canonical JSON of `input`. */
  readonly sha256: string;
}

/** Hashes the input; call before the model is asked. */
export const freezeInput = (input: ForecastInput, words: Words): FrozenInput => ({
  input,
  words,
  sha256: sha256Hex(canonicalJson(input)),
});
