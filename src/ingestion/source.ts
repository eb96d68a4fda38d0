/**
 * Sources and their adapters. A source is one feed, channel, account or API, described by data in `seed/sources/`. Its
 * adapter polls it once per tick and returns parsed items; tagging, identity, stories and storage are common to all.
 */
import { numberOf, textOf } from '../platform/common/foreign-json';
import type { SourceType } from '../platform/common/source-type';
import type { ParsedItem } from '../event-log/item';
import type { Theater } from '../ontology/theater';
import type { UpstreamReader } from '../platform/upstream/upstream-request';

/** One adapter per wire format or API. */
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

/** One record of `seed/sources/*.json`. */
export interface Source {
  /** Lower-case slug, unique, never reused. */
  readonly id: string;
  readonly kind: SourceKind;
  readonly sourceType: SourceType;
  /** Finer category, e.g. `iranian_media`. */
  readonly category: string;
  readonly name: string;
  /** Null where the adapter knows it (curated data, configured API). */
  readonly url: string | null;
  /** ISO 639-1 code, or null when mixed or unknown. */
  readonly lang: string | null;
  /** Default theater of items whose entities have none, or null. */
  readonly theater: Theater | null;
  /** Publisher family, shared by sister outlets. */
  readonly family: string;
  /** Entity id of the party to a conflict that owns or controls it (state media above all), or null. */
  readonly party?: string | null;
  /** Hours without a new item after which a source that answers is `stale`. */
  readonly staleAfterHours: number;
  /** The address is known from documents only: not a failure until it has answered once. */
  readonly unproven?: boolean;
  /** Known quirks, for operators. */
  readonly note?: string | null;
  /** Read by its adapter only: channel, symbol, query … */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** State of a source between two polls, stored in the graph. */
export interface CollectState {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The adapter's own state: small JSON, null at first. */
  readonly cursor: JsonValue | null;
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export const EMPTY_STATE: CollectState = { etag: null, lastModified: null, cursor: null };

export interface CollectContext {
  /** Bound to `signal`, to the budget of the source and to its request rate. */
  readonly upstream: UpstreamReader;
  /** UTC milliseconds of this poll. */
  readonly now: number;
  readonly state: CollectState;
  /** Aborted when the budget of the source or of the tick is spent. */
  readonly signal: AbortSignal;
  /** Waits for our own work without using the budget of the source. */
  readonly untimed?: <T>(wait: () => Promise<T>) => Promise<T>;
}

export interface CollectResult {
  /** In document order; duplicates are allowed and merged later. */
  readonly items: readonly ParsedItem[];
  /** Stored only after the items. */
  readonly state: CollectState;
  /** True after 304 Not Modified. */
  readonly notModified: boolean;
  /** Oddities for the operator; no secrets. */
  readonly warnings: readonly string[];
}

/** The result of a poll whose answer had no validators. */
export const collected = (
  items: readonly ParsedItem[],
  cursor: JsonValue,
  warnings: readonly string[] = [],
): CollectResult => ({ items, state: { ...EMPTY_STATE, cursor }, notModified: false, warnings });

/** The result of a poll without anything new. */
export const unchanged = (state: CollectState): CollectResult => ({
  items: [],
  state,
  notModified: true,
  warnings: [],
});

/**
 * Polls sources of one kind. Stateless: everything is kept in `state`. Failures are thrown (an `UpstreamError`, or an
 * error with a clear message); the source is then `down` with that message, and no item of it is stored.
 */
export interface SourceAdapter {
  readonly kind: SourceKind;
  /** Why the source cannot be polled ("METACULUS_TOKEN is not set"), or null; absent if there is no reason. */
  disabledReason?(source: Source): string | null;
  collect(source: Source, context: CollectContext): Promise<CollectResult>;
}

export const SOURCE_ADAPTERS = Symbol('SourceAdapters');

/** @throws Error naming source and setting */
export const requiredSetting = (source: Source, name: string): string => {
  const value = textOf(source.settings[name]);
  if (value === null) throw new Error(`Source ${source.id} has no setting ${name}`);
  return value;
};

export const textSetting = (source: Source, name: string): string | null => textOf(source.settings[name]);

export const numberSetting = (source: Source, name: string, otherwise: number): number =>
  numberOf(source.settings[name]) ?? otherwise;
