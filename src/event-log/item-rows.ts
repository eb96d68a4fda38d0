/** Converts items to node properties and daily counts. Pure. */
import { DAY_MS, HOUR_MS } from '../platform/common/durations';
import { standsAt, tradedMarket, UNDATED_AT, type NewItem } from './item';
import { storyId } from './item-id';
import { searchText } from './search-words';

/** The first of items with one id. */
export const sameById = (items: readonly NewItem[]): NewItem[] => {
  const byId = new Map<string, NewItem>();
  for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return [...byId.values()];
};

/** Common properties by node name; null means absent. */
const statedOf = (item: NewItem): Record<string, unknown> => ({
  id: item.id,
  source_type: item.sourceType,
  category: item.category,
  source: item.source,
  family: item.family,
  publisher: item.publisher,
  lang: item.lang,
  title: item.title,
  summary: item.summary,
  url: item.url,
  published_at: item.publishedAt,
  at: item.at,
  first_seen_at: item.firstSeenAt,
  theater: item.theater,
  story: item.story,
  content_hash: item.contentHash,
  search: searchText(item.title, item.summary),
  market: tradedMarket(item),
});

const attributesOf = (item: NewItem): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item.attributes).map(([name, value]) => [`attr_${name}`, value]));

/**
 * Properties of an item's node. Null removes a property. Attributes become `attr_…`, so that they cannot overwrite the
 * identity; the market of a whale trade becomes `market`, `<exchange>/<ticker>`.
 */
export const itemProperties = (item: NewItem): Record<string, unknown> => ({
  ...statedOf(item),
  ...attributesOf(item),
});

/** Properties of many items as columns: `{id: […], …, attributes: [{attr_…}, …]}`, in order. */
export const itemColumns = (items: readonly NewItem[]): Columns => {
  const stated = items.map(statedOf);
  return { ...columnsOf(stated, Object.keys(stated[0] ?? {})), attributes: items.map(attributesOf) };
};

/** One list per member, so that names are sent once instead of per row. */
type Columns = Readonly<Record<string, readonly unknown[]>>;

const columnsOf = <T extends object>(rows: readonly T[], names: readonly (keyof T & string)[]): Columns =>
  Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));

/** The items of a batch with one entity, by index. */
export interface EntityTouches {
  readonly entity: string;
  readonly items: readonly number[];
}

/** The links of a batch, sorted by entity, then index. */
export const touchesOf = (items: readonly NewItem[]): EntityTouches[] => {
  const places = new Map<string, number[]>();
  items.forEach(({ entities }, n) => {
    for (const entity of new Set(entities)) {
      const found = places.get(entity);
      if (found === undefined) places.set(entity, [n]);
      else found.push(n);
    }
  });
  return [...places]
    .map(([entity, found]) => ({ entity, items: found }))
    .sort((a, b) => compareText(a.entity, b.entity));
};

/** A story in a batch: its earliest item, and all indexes. */
interface StoryReports {
  readonly story: string;
  readonly id: string;
  readonly family: string;
  /** Event time of the earliest item, else its arrival, UTC ms. */
  readonly at: number;
  readonly items: readonly number[];
}

/**
 * The stories of a batch: first new ones, then existing ones, each sorted by story. Writers that join a story wait
 * until its first batch is stored, and should have little left to do then. Since only later batches join a story, this
 * cannot deadlock.
 */
export const storiesOf = (items: readonly NewItem[]): StoryReports[] => {
  const stories = new Map<string, StoryReports>();
  items.forEach((item, n) => {
    const { id, story, family } = item;
    if (story === null) return;
    const at = standsAt(item);
    const known = stories.get(story);
    const isEarlier = known === undefined || at < known.at || (at === known.at && compareText(id, known.id) < 0);
    const earliest = isEarlier ? { story, id, family, at } : known;
    stories.set(story, { ...earliest, items: [...(known?.items ?? []), n] });
  });
  const beginsHere = ({ story, items: reports }: StoryReports): boolean =>
    reports.some((n) => storyId(items[n]?.id ?? '') === story);
  const sorted = [...stories.values()].sort((a, b) => compareText(a.story, b.story));
  return [...sorted.filter(beginsHere), ...sorted.filter((reports) => !beginsHere(reports))];
};

export const storyColumns = (stories: readonly StoryReports[]): Columns =>
  columnsOf(stories, ['story', 'id', 'family', 'at', 'items']);

/** The entities counted by a cluster. */
export interface Membership {
  readonly cluster: string;
  readonly entities: readonly string[];
}

interface ClusterHourCount {
  readonly cluster: string;
  /** Hours since the Unix epoch. */
  readonly hour: number;
  readonly n: number;
}

/** Counts a batch by cluster and hour, each item once per cluster; sorted by key. */
export const hourCounts = (items: readonly NewItem[], memberships: readonly Membership[]): ClusterHourCount[] => {
  const clustersOf = new Map<string, string[]>();
  for (const { cluster, entities } of memberships)
    for (const entity of entities) clustersOf.set(entity, [...(clustersOf.get(entity) ?? []), cluster]);
  const counts = new Map<string, Counted<ClusterHourCount>>();
  for (const { at, entities } of items) {
    if (at === UNDATED_AT) continue;
    const hour = Math.floor(at / HOUR_MS);
    for (const cluster of new Set(entities.flatMap((entity) => clustersOf.get(entity) ?? [])))
      countOf(counts, `${cluster} ${hour}`, () => ({ cluster, hour, n: 0 })).n += 1;
  }
  return sortedByKey(counts);
};

interface EntityDayCount {
  readonly entity: string;
  readonly day: number;
  readonly n: number;
}

interface SourceDayCount {
  readonly source: string;
  readonly source_type: string;
  /** Days since the Unix epoch. */
  readonly day: number;
  readonly items: number;
  /** Sum over dated items of arrival minus event time, ms; divide by `dated`. */
  readonly delay_ms: number;
  readonly dated: number;
  readonly last_at: number;
}

/** Counts a batch by entity and day, and by source and day; sorted by key. */
export const dayCounts = (
  items: readonly NewItem[],
): { readonly entities: EntityDayCount[]; readonly sources: SourceDayCount[] } => {
  const entities = new Map<string, Counted<EntityDayCount>>();
  const sources = new Map<string, Counted<SourceDayCount>>();
  for (const item of items) {
    const happened = Math.floor(item.at / DAY_MS);
    for (const entity of item.at === UNDATED_AT ? [] : item.entities)
      countOf(entities, `${entity} ${happened}`, () => ({ entity, day: happened, n: 0 })).n += 1;
    const day = Math.floor(item.firstSeenAt / DAY_MS);
    const brought = countOf(sources, `${item.source} ${day}`, () => nothingOf(item, day));
    brought.items += 1;
    brought.last_at = Math.max(brought.last_at, item.firstSeenAt);
    if (item.publishedAt === null) continue;
    brought.dated += 1;
    brought.delay_ms += item.firstSeenAt - item.at;
  }
  return { entities: sortedByKey(entities), sources: sortedByKey(sources) };
};

const nothingOf = ({ source, sourceType }: NewItem, day: number): Counted<SourceDayCount> => ({
  source,
  source_type: sourceType,
  day,
  items: 0,
  delay_ms: 0,
  dated: 0,
  last_at: 0,
});

interface CopyCount {
  readonly source: string;
  readonly day: number;
  readonly n: number;
}

/**
 * Counts copies of earlier items, by source and day of arrival; sorted by key.
 *
 * @param origins the first item of each of `stories`, in order
 */
export const copyCounts = (
  items: readonly NewItem[],
  stories: readonly StoryReports[],
  origins: readonly string[],
): CopyCount[] => {
  const counts = new Map<string, Counted<CopyCount>>();
  stories.forEach(({ items: reports }, index) => {
    for (const n of reports) {
      const item = items[n];
      if (item === undefined || item.id === origins[index]) continue;
      const { source } = item;
      const day = Math.floor(item.firstSeenAt / DAY_MS);
      countOf(counts, `${source} ${day}`, () => ({ source, day, n: 0 })).n += 1;
    }
  });
  return sortedByKey(counts);
};

type Counted<T> = { -readonly [K in keyof T]: T[K] };

const countOf = <T>(counts: Map<string, T>, key: string, nothing: () => T): T => {
  const known = counts.get(key);
  if (known !== undefined) return known;
  const row = nothing();
  counts.set(key, row);
  return row;
};

const sortedByKey = <T>(rows: ReadonlyMap<string, T>): T[] =>
  [...rows].sort(([a], [b]) => compareText(a, b)).map(([, row]) => row);

/** By code unit, as the database orders the keys that it locks. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
