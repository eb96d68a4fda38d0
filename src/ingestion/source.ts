/**
 * What a source is, and what an adapter of a kind of source must do. A source is one feed, channel,
 * account or API, described by data in `seed/sources/`. Its adapter asks it once per tick and yields
 * parsed items; tagging, identity, story and storing are the same for all and are not its business.
 */
import type { SourceType } from '../platform/common/source-type';
import type { ParsedItem } from '../event-log/item';
import type { Theater } from '../ontology/theater';
import type { UpstreamReader } from '../platform/upstream/upstream-request';

/** Which adapter speaks to a source: one per wire format or API. */
export const SOURCE_KINDS = [
  'feed',
  'telegram',
  'twitter',
  'quotes',
  'whale',
  'metaculus',
  'manifold',
  'usgs',
  'calendar',
] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

/** One source, as `seed/sources/*.json` states it. */
export interface Source {
  /** Lower-case slug, unique, never reused. */
  readonly id: string;
  readonly kind: SourceKind;
  readonly sourceType: SourceType;
  /** Finer category, e.g. `iranian_media`. */
  readonly category: string;
  readonly name: string;
  /** Address that the adapter starts from; null where the adapter knows it (curated data, configured API). */
  readonly url: string | null;
  /** ISO 639-1 code of what it publishes, or null when mixed or unknown. */
  readonly lang: string | null;
  /** Theater to assume for an item whose entities name none, or null. */
  readonly theater: Theater | null;
  /** Publisher family: sister outlets of one house share it. */
  readonly family: string;
  /** Entity id of the party to a conflict that owns or commands it, or null: state media above all. */
  readonly party?: string | null;
  /** Hours without a new item after which a source that answers is `stale`. */
  readonly staleAfterHours: number;
  /** An address that has been read in documents only: no failure until it has answered once. */
  readonly unproven?: boolean;
  /** What is known of how it answers, for whoever wonders why it does not. */
  readonly note?: string | null;
  /** Facts that only its adapter reads: channel, symbol, query … */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What is remembered of a source between two collections; stored with it in the graph. */
export interface CollectState {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The adapter's own memory: small, and whatever JSON holds. Null at first. */
  readonly cursor: JsonValue | null;
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export const EMPTY_STATE: CollectState = { etag: null, lastModified: null, cursor: null };

export interface CollectContext {
  /** The only way out; already bound to `signal`, to the budget of the source and to its pace. */
  readonly upstream: UpstreamReader;
  /** UTC milliseconds: the instant of this collection. */
  readonly now: number;
  readonly state: CollectState;
  /** Aborted when the budget of the source or of the tick is spent. */
  readonly signal: AbortSignal;
  /** Waits for something of ours without spending the budget of the source. */
  readonly untimed?: <T>(wait: () => Promise<T>) => Promise<T>;
}

export interface CollectResult {
  /** In the order of the document; duplicates are allowed and merged later. */
  readonly items: readonly ParsedItem[];
  /** Replaces the stored state, and only once the items are stored. */
  readonly state: CollectState;
  /** True when the source said that nothing changed (304). */
  readonly notModified: boolean;
  /** What was odd yet readable, for the operator; no secrets. */
  readonly warnings: readonly string[];
}

/**
 * Speaks to the sources of one kind. Stateless: everything to remember travels in the state.
 * A failure of any sort is thrown (an `UpstreamError`, or an error whose message names what was
 * wrong with the answer); the source is then `down` with that message, and no item of it is stored.
 */
export interface SourceAdapter {
  readonly kind: SourceKind;
  /** Why the source cannot be asked at all ("METACULUS_TOKEN is not set"), or null. */
  disabledReason(source: Source): string | null;
  collect(source: Source, context: CollectContext): Promise<CollectResult>;
}

/** Nest token of the list of all {@link SourceAdapter}s. */
export const SOURCE_ADAPTERS = Symbol('SourceAdapters');
