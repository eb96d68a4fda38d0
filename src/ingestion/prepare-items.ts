/**
 * Prepares parsed items for the event log: identity, dates, tags. Pure.
 *
 * Dates: the source's publication time counts unless it is before 1990 or more than fifteen minutes in the future;
 * otherwise it is dropped with a warning. The event time is the publication time, but never later than when the item
 * was first seen. Items without a publication time are kept and listed, but are in no time window. Dates are never made
 * up.
 */
import { MINUTE_MS } from '../platform/common/durations';
import { sha256Hex } from '../platform/common/sha256';
import { canonicalUrl } from '../event-log/canonical-url';
import { UNDATED_AT, type NewItem, type ParsedItem } from '../event-log/item';
import { itemId } from '../event-log/item-id';
import type { Theater } from '../ontology/theater';
import { isPublicLink } from '../platform/upstream/address-guard';
import { mapInSlices } from '../platform/common/map-in-slices';
import type { Source } from './source';

export interface ItemTags {
  /** ISO 639-1 code, or null. */
  readonly lang: string | null;
  readonly family: string;
  /** Ids, sorted, distinct. */
  readonly entities: readonly string[];
  readonly theater: Theater | null;
}

export interface Tagger {
  tag(item: ParsedItem, source: Source): ItemTags;
}

export interface PreparedItems {
  /** Distinct by id; the first of duplicates counts. */
  readonly items: readonly NewItem[];
  readonly warnings: readonly string[];
}

const AHEAD_MAX_MS = 15 * MINUTE_MS;
const EARLIEST = Date.UTC(1990, 0, 1);

/** @param now UTC ms: when the items were seen */
export const prepareItems = async (
  parsed: readonly ParsedItem[],
  source: Source,
  tagger: Tagger,
  now: number,
): Promise<PreparedItems> => {
  const distinct = new Map<string, ParsedItem>();
  for (const item of parsed) {
    const id = itemId(source.sourceType, source.family, item.key);
    if (!distinct.has(id)) distinct.set(id, item);
  }
  let absurd = 0;
  const items = await mapInSlices([...distinct], ([id, item]) => {
    const publishedAt = believableDate(item.publishedAt, now);
    if (publishedAt === null && item.publishedAt !== null) absurd += 1;
    return prepareItem(id, item, source, tagger.tag(item, source), publishedAt, now);
  });
  return {
    items,
    warnings: absurd === 0 ? [] : [`Dates in the future or before 1990, not believed: ${absurd}`],
  };
};

/** The publication time if plausible, else null. */
export const believableDate = (publishedAt: number | null, now: number): number | null =>
  publishedAt !== null && publishedAt >= EARLIEST && publishedAt <= now + AHEAD_MAX_MS ? publishedAt : null;

const prepareItem = (
  id: string,
  item: ParsedItem,
  source: Source,
  tags: ItemTags,
  publishedAt: number | null,
  now: number,
): NewItem => ({
  ...linkOf(item),
  id,
  sourceType: source.sourceType,
  category: source.category,
  source: source.id,
  family: tags.family,
  lang: tags.lang,
  title: item.title,
  summary: item.summary,
  publisher: item.publisher,
  publishedAt,
  at: publishedAt === null ? UNDATED_AT : Math.min(publishedAt, now),
  firstSeenAt: now,
  theater: tags.theater ?? source.theater,
  entities: tags.entities,
  story: null,
  contentHash: contentHash(item),
});

/** An address inside a private network is kept as an attribute, so that no page links to it. */
const linkOf = ({ url, attributes }: ParsedItem): Pick<NewItem, 'url' | 'attributes'> =>
  url === null || isPublicLink(url) ? { url, attributes } : { url: null, attributes: { ...attributes, unlinked: url } };

/** Volatile attributes, not part of the content hash. */
const COUNTERS = new Set(['views', 'likes', 'reposts', 'updated_at']);

/** Hash to detect edits, attributes included: addresses are canonicalized, counters ignored. */
const contentHash = ({ title, summary, url, attributes }: ParsedItem): string => {
  const facts = Object.entries(attributes)
    .filter(([name]) => !COUNTERS.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const said = [title, summary, url === null ? null : (canonicalUrl(url) ?? url)];
  return sha256Hex(JSON.stringify(facts.length === 0 ? said : [...said, facts]));
};

/** Replaces keys of items that the log stores under a former key, and drops revisions of items that it lacks. */
export const underKnownKeys = async (
  items: readonly ParsedItem[],
  { sourceType, family }: Pick<Source, 'sourceType' | 'family'>,
  stored: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly ParsedItem[]> => {
  const idOf = (key: string): string => itemId(sourceType, family, key);
  const asked = items.filter(({ formerKeys, revisesOnly }) => formerKeys !== undefined || revisesOnly === true);
  if (asked.length === 0) return items;
  const known = await stored(asked.flatMap(({ key, formerKeys = [] }) => [key, ...formerKeys].map(idOf)));
  return items.flatMap((item) => {
    const key = [item.key, ...(item.formerKeys ?? [])].find((each) => known.has(idOf(each)));
    if (key === undefined) return item.revisesOnly === true ? [] : [item];
    return [{ ...item, key }];
  });
};
