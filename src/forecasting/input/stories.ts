/**
 * Selects evidence: one entry per story, the best two of each cluster, most relevant and newest first, with room for
 * every kind of source. Pure.
 */
import { HOUR_MS } from '../../platform/common/durations';
import { groupBy } from '../../platform/common/group-by';
import type { SourceType } from '../../platform/common/source-type';
import { groupsOf, REPORTING_TYPES, type ReportGroup } from '../../evidence/report-groups';
import { MAX } from './bounds';
import type { EvidenceRow } from './input-rows';

/** A story: its representative report, and how widely it was published. */
export interface Story {
  readonly item: EvidenceRow;
  /** All reports of it. */
  readonly reports: readonly EvidenceRow[];
}

/** Stories of one act, best first, or a single story. */
export interface Cluster {
  /** Null for a single story. */
  readonly of: Pick<ReportGroup<Story>, 'parties' | 'act' | 'start'> | null;
  readonly stories: readonly Story[];
  /** Those to be shown. */
  readonly best: readonly Story[];
}

/** Hours after which an item ranks like a fresh one of half its relevance: a quarter of the window, at least a day. */
const halfLifeHours = (windowMs: number): number => Math.max(24, windowMs / HOUR_MS / 4);
/** Stories per source type that are chosen before the rest by rank alone. */
const FIRST_OF_EACH_TYPE = 3;

/**
 * Reports grouped by story, best first.
 *
 * @param now UTC ms
 * @param windowMs length of the window
 */
export const storiesOf = (rows: readonly EvidenceRow[], now: number, windowMs: number): Story[] => {
  const order = byRank(now, halfLifeHours(windowMs));
  return [...groupBy(rows, ({ story, id }) => story ?? id).values()]
    .map((unordered): Story => {
      const reports = unordered.toSorted(order);
      return { item: reports[0] as EvidenceRow, reports };
    })
    .sort((a, b) => order(a.item, b.item));
};

/** Publisher families with one of some stories. */
export const familiesOf = (stories: readonly Story[]): number =>
  new Set(stories.flatMap(({ reports }) => reports.map(({ family, source }) => family ?? source))).size;

/**
 * Each story once: in the cluster with the most stories, from three on, else alone. The second story shown is of another
 * publisher than the first, if there is one. Only reports not caused by the market itself are in clusters.
 *
 * @param stories best first
 */
export const clustersOf = (stories: readonly Story[]): Cluster[] => {
  const groups = groupsOf(stories, ({ item }) => ({
    ...(item.circular || !REPORTING_TYPES.includes(item.source_type) ? { entities: [], acts: [] } : item.told),
    at: item.at,
  }));
  const clusters: Cluster[] = [];
  const placed = new Set<Story>();
  const free = ({ members }: ReportGroup<Story>): Story[] => members.filter((one) => !placed.has(one));
  for (;;) {
    const [widest] = groups
      .map((of) => ({ of, left: free(of) }))
      .sort((a, b) => b.left.length - a.left.length || (a.of.key < b.of.key ? -1 : 1));
    if (widest === undefined || widest.left.length <= MAX.ofCluster) break;
    for (const one of widest.left) placed.add(one);
    clusters.push({ of: widest.of, stories: widest.left, best: bestOf(widest.left) });
  }
  const alone = stories.filter((one) => !placed.has(one));
  const all = [...clusters, ...alone.map((one): Cluster => ({ of: null, stories: [one], best: [one] }))];
  const rank = new Map(stories.map((one, at) => [one, at]));
  const rankOfFirst = ({ stories: [first] }: Cluster): number => (first === undefined ? 0 : (rank.get(first) ?? 0));
  return all.sort((a, b) => rankOfFirst(a) - rankOfFirst(b));
};

const bestOf = ([first, ...others]: readonly Story[]): Story[] => {
  const second = others.find(({ item }) => item.family !== first?.item.family) ?? others[0];
  return [first, second].flatMap((one) => one ?? []);
};

/** Stories in order of priority: the first few of each source type, then the rest, both in the given order. */
export const inOrderOfRoom = (stories: readonly Story[]): Story[] => {
  const taken = new Map<SourceType, number>();
  const first: Story[] = [];
  const rest: Story[] = [];
  for (const story of stories) {
    const count = taken.get(story.item.source_type) ?? 0;
    taken.set(story.item.source_type, count + 1);
    (count < FIRST_OF_EACH_TYPE ? first : rest).push(story);
  }
  return [...first, ...rest];
};

const byRank =
  (now: number, halfLife: number) =>
  (a: EvidenceRow, b: EvidenceRow): number =>
    rankOf(b, now, halfLife) - rankOf(a, now, halfLife) || b.at - a.at || (a.id < b.id ? -1 : 1);

/**
 * Relevance, halved per half-life of age, and quartered if the market itself is the cause; reports on the whole
 * question come first at any age. Without relevance, only age counts.
 */
const rankOf = ({ relevance, about, at, circular }: EvidenceRow, now: number, halfLife: number): number =>
  (about === true && !circular ? 1 : 0) +
  (relevance ?? 1) * (circular ? 0.25 : 1) * 0.5 ** (Math.max(0, now - at) / HOUR_MS / halfLife);
