/** Selects evidence: one entry per story, most relevant and newest first, with room for every kind of source. Pure. */
import { HOUR_MS } from '../../platform/common/durations';
import type { SourceType } from '../../platform/common/source-type';
import type { EvidenceRow } from './input-rows';

/** A story: its representative report, and how widely it was published. */
export interface Story {
  readonly item: EvidenceRow;
  /** Other reports of it. */
  readonly copies: number;
  /** Publisher families with the story. */
  readonly families: number;
}

/** Hours after which an item ranks like a fresh one of half its relevance: a quarter of the window, at least a day. */
export const halfLifeHours = (windowMs: number): number => Math.max(24, windowMs / HOUR_MS / 4);
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
  const groups = new Map<string, EvidenceRow[]>();
  for (const row of rows) {
    const key = row.story ?? row.id;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const stories = [...groups.values()].map((reports): Story => {
    const [item = reports[0] as EvidenceRow] = reports.toSorted(order);
    return {
      item,
      copies: reports.length - 1,
      families: new Set(reports.map(({ family, source }) => family ?? source)).size,
    };
  });
  return stories.sort((a, b) => order(a.item, b.item));
};

/** Stories in order of priority: the first few of each source type, then the rest, both by rank. */
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
