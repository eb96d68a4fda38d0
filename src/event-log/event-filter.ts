/**
 * Filters of the event log, and the choice of an index. Each index is ordered by fixed columns, then (at, id). Pure.
 */
import type { SourceType } from '../platform/common/source-type';
import type { Theater } from '../ontology/theater';
import { luceneQuery, searchRuns } from './search-words';

/** A page position: items strictly before it follow. */
export interface Position {
  readonly at: number;
  readonly item: string;
}

export interface EventFilter {
  /** Ids of entities that an item must all have. The first selects the index. */
  readonly entities: readonly string[];
  /** `<exchange>/<ticker>` of a market with the item as evidence, or null. */
  readonly market: string | null;
  readonly sourceType: SourceType | null;
  readonly theater: Theater | null;
  readonly category: string | null;
  readonly lang: string | null;
  /** Earliest event time, UTC ms, inclusive. */
  readonly since: number;
  /** Runs of folded words that an item must contain, see search-words.ts. */
  readonly runs: readonly string[];
  readonly luceneQuery: string;
  /** View of the log at this instant, UTC ms. */
  readonly asOf: number;
  readonly from: Position;
}

/** Later than any item: the maximum of a JavaScript date. */
export const END_OF_TIME = 8_640_000_000_000_000;

/** Creates a filter; missing members do not restrict. */
export const eventFilter = (
  asked: {
    readonly [Name in Exclude<keyof EventFilter, 'runs' | 'luceneQuery' | 'from'>]?: EventFilter[Name] | undefined;
  } & {
    readonly q?: string | undefined;
    /** Latest event time, UTC ms, exclusive. */
    readonly until?: number | undefined;
    readonly from?: Position | null;
  },
): EventFilter => {
  const runs = asked.q === undefined ? [] : searchRuns(asked.q);
  const until: Position = { at: asked.until ?? END_OF_TIME, item: '' };
  return {
    entities: [...new Set(asked.entities ?? [])],
    market: asked.market ?? null,
    sourceType: asked.sourceType ?? null,
    theater: asked.theater ?? null,
    category: asked.category ?? null,
    lang: asked.lang ?? null,
    since: asked.since ?? 0,
    runs,
    luceneQuery: luceneQuery(runs),
    asOf: asked.asOf ?? END_OF_TIME,
    from: earlier(asked.from ?? until, until),
  };
};

/** The position earlier in time, which is later in the listing. */
const earlier = (a: Position, b: Position): Position => (a.at < b.at || (a.at === b.at && a.item < b.item) ? a : b);

/** An index to walk, the values of its fixed columns, and the filters to check per entry. */
export interface Walk {
  readonly index: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly others: Readonly<Record<string, unknown>>;
  /** Whether the index alone answers the filter, so that a short page is the last. */
  readonly exact: boolean;
}

/** The most selective index for the filters: market, entity, category, theater, language, type. */
export const chooseWalk = (filter: EventFilter): Walk => {
  const { market } = filter;
  // A market has few items: its index is walked, and every entity is checked.
  const [entity, ...entities] = market === null ? filter.entities : [undefined, ...filter.entities];
  const fields = {
    source_type: filter.sourceType,
    theater: filter.theater,
    category: filter.category,
    lang: filter.lang,
  };
  const chosen = choose(market, entity, fields);
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in chosen.keys)));
  const exact =
    Object.values(others).every((value) => value === null) &&
    entities.length === 0 &&
    filter.runs.length === 0 &&
    filter.asOf === END_OF_TIME;
  return { ...chosen, others: { ...others, words: filter.runs, entities }, exact };
};

/** Start of a walk: the parameters of `event-log/position-by-…`, without the number to skip. */
export const walkStart = ({ from, since }: EventFilter, { keys }: Walk): Readonly<Record<string, unknown>> => ({
  ...keys,
  at: from.at,
  item: from.item,
  since,
});

/** The parameters of `event-log/list-by-…`. @param scan maximum index entries to read. @param limit maximum rows */
export const walkParameters = (
  filter: EventFilter,
  walk: Walk,
  scan: number,
  limit: number,
): Readonly<Record<string, unknown>> => ({
  ...walkStart(filter, walk),
  ...walk.others,
  as_of: filter.asOf,
  scan,
  limit,
});

const choose = (
  market: string | null,
  entity: string | undefined,
  fields: Readonly<Record<'source_type' | 'theater' | 'category' | 'lang', string | null>>,
): Pick<Walk, 'index' | 'keys'> => {
  const { source_type, theater, category, lang } = fields;
  if (market !== null && source_type !== null)
    return { index: 'market-and-source-type', keys: { market, source_type } };
  if (market !== null) return { index: 'market', keys: { market } };
  if (entity !== undefined && source_type !== null)
    return { index: 'entity-and-source-type', keys: { entity, source_type } };
  if (entity !== undefined) return { index: 'entity', keys: { entity } };
  if (category !== null) return { index: 'category', keys: { category } };
  if (theater !== null) return { index: 'theater', keys: { theater } };
  if (lang !== null) return { index: 'lang', keys: { lang } };
  if (source_type !== null) return { index: 'source-type', keys: { source_type } };
  return { index: 'instant', keys: {} };
};
