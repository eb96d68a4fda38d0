import type { SourceType } from '../platform/common/source-type';
import type { Theater } from '../ontology/theater';

/** A value that Neo4j can hold as a property. */
export type Scalar = string | number | boolean;

/**
 * What a parser yields for one thing that a source said or measured, before it is tagged.
 * `key` is what identifies it for ever: refetching, re-ordering, decorating its URL or editing its text
 * must not change it. The item id is derived from it by {@link file://./item-id.ts}.
 */
export interface ParsedItem {
  readonly key: string;
  /** Keys under which the source may have told it before: an earthquake gets another preferred id. */
  readonly formerKeys?: readonly string[];
  /** Plain text, one line, never empty. */
  readonly title: string;
  /** Absolute http(s) URL, or null. */
  readonly url: string | null;
  /** UTC milliseconds, or null when the source gives none that can be trusted. */
  readonly publishedAt: number | null;
  /** ISO 639-1 code, or null when unknown. */
  readonly lang: string | null;
  /** Plain text extract, or null. */
  readonly summary: string | null;
  /** Who is named as the publisher, when that is not the source itself (aggregators, forwards). */
  readonly publisher: string | null;
  /** Facts of this kind of item: magnitude, usd, forecasters … snake_case keys. */
  readonly attributes: Readonly<Record<string, Scalar>>;
  /** Entities that it touches for a reason other than its words: nearness, the market it is about. */
  readonly entityHints?: readonly string[];
}

/**
 * The event time of an item that has none: before every window, so that it counts nowhere as news, and last in every
 * listing. A feed without dates brings years of them at its first look.
 */
export const UNDATED_AT = 0;

/** When an item stands in time: its event time, or for one without a time when it arrived. UTC ms. */
export const standsAt = ({ at, firstSeenAt }: Pick<NewItem, 'at' | 'firstSeenAt'>): number =>
  at === UNDATED_AT ? firstSeenAt : at;

/** An item ready for the event log: identified, dated, tagged. */
export interface NewItem {
  readonly id: string;
  readonly sourceType: SourceType;
  /** Finer source category, e.g. `iranian_media`, `financial_indicator`. */
  readonly category: string;
  /** Id of the source that delivered it. */
  readonly source: string;
  /** Publisher family: copies and sister feeds of one house share it; independence counts it. */
  readonly family: string;
  readonly lang: string | null;
  readonly title: string;
  readonly summary: string | null;
  readonly url: string | null;
  readonly publisher: string | null;
  readonly publishedAt: number | null;
  /** Event time, the only sort key: `publishedAt` clamped to `firstSeenAt`, else {@link UNDATED_AT}. UTC ms. */
  readonly at: number;
  /** When Vedette first saw it. UTC ms. Never later than the clock. */
  readonly firstSeenAt: number;
  readonly theater: Theater | null;
  /** Ids of the entities it touches, sorted, distinct. */
  readonly entities: readonly string[];
  /** Story cluster: items with the same value are copies of one story. */
  readonly story: string | null;
  /** SHA-256 hex of title, summary and URL: tells an edit from a repeat. */
  readonly contentHash: string;
  readonly attributes: Readonly<Record<string, Scalar>>;
}
