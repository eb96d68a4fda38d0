import type { SourceType } from '../platform/common/source-type';
import type { Theater } from '../ontology/theater';

/** A value that Neo4j can store as a property. */
export type Scalar = string | number | boolean;

/**
 * One parsed item of a source, untagged. `key` is its permanent identity: refetching, re-ordering, URL decoration or
 * edits must not change it. The item id is derived from it by {@link file://./item-id.ts}.
 */
export interface ParsedItem {
  readonly key: string;
  /** Earlier keys, if the source changed the identifier (preferred ids of earthquakes). */
  readonly formerKeys?: readonly string[];
  /** Of no interest by itself: kept only as a revision of an item in the log. */
  readonly revisesOnly?: boolean;
  /** Plain text, one line, never empty. */
  readonly title: string;
  /** Absolute http(s) URL, or null. */
  readonly url: string | null;
  /** UTC milliseconds, or null without a trustworthy time. */
  readonly publishedAt: number | null;
  /** ISO 639-1 code, or null when unknown. */
  readonly lang: string | null;
  /** Plain text extract, or null. */
  readonly summary: string | null;
  /** The publisher, if it is not the source itself (aggregators, forwards). */
  readonly publisher: string | null;
  /** Attributes of this kind of item: magnitude, usd, forecasters … snake_case keys. */
  readonly attributes: Readonly<Record<string, Scalar>>;
  /** Entities not derived from the text: by location, or of the market. */
  readonly entityHints?: readonly string[];
}

/** Event time of undated items: before every window and last in listings, so that they never count as news. */
export const UNDATED_AT = 0;

/** Position in time, UTC ms: event time, else arrival. */
export const standsAt = ({ at, firstSeenAt }: Pick<NewItem, 'at' | 'firstSeenAt'>): number =>
  at === UNDATED_AT ? firstSeenAt : at;

/** An item ready for the event log: identified, dated, tagged. */
export interface NewItem {
  readonly id: string;
  readonly sourceType: SourceType;
  /** Finer source category, e.g. `iranian_media`, `financial_indicator`. */
  readonly category: string;
  readonly source: string;
  /** Publisher family, shared by copies and sister feeds; counted for independence. */
  readonly family: string;
  readonly lang: string | null;
  readonly title: string;
  readonly summary: string | null;
  readonly url: string | null;
  readonly publisher: string | null;
  readonly publishedAt: number | null;
  /** Event time, the only sort key: `publishedAt` clamped to `firstSeenAt`, else {@link UNDATED_AT}. UTC ms. */
  readonly at: number;
  /** When Vedette first saw it, UTC ms. Never later than the clock. */
  readonly firstSeenAt: number;
  readonly theater: Theater | null;
  /** Entity ids, sorted, distinct. */
  readonly entities: readonly string[];
  /** Story cluster, shared by copies of one story. */
  readonly story: string | null;
  /** SHA-256 hex of title, summary and URL, to detect edits. */
  readonly contentHash: string;
  readonly attributes: Readonly<Record<string, Scalar>>;
}

/** The market of a whale trade, `<exchange>/<ticker>`; null for other items. */
export const tradedMarket = ({ attributes: { exchange, ticker } }: Pick<NewItem, 'attributes'>): string | null =>
  typeof exchange === 'string' && typeof ticker === 'string' ? `${exchange}/${ticker}` : null;
