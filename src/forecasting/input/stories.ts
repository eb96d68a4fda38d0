/**
 * Evidence as a reader wants it: one entry a story, the most relevant and newest first, and no kind of
 * source crowded out by the loudest. Pure.
 */
import { HOUR_MS } from '../../platform/common/durations';
import type { SourceType } from '../../platform/common/source-type';
import type { EvidenceRow } from './input-rows';

/** A story: the report that stands for it, and how widely it is told. */
export interface Story {
  readonly item: EvidenceRow;
  /** Further reports of it. */
  readonly copies: number;
  /** Publisher families that tell it. */
  readonly families: number;
}

/** Hours after which an item ranks as high as a fresh one of half its relevance. */
const RANK_HALF_LIFE_HOURS = 24;
/** Stories of each source type that are chosen before the rest is filled by rank alone. */
const FIRST_OF_EACH_TYPE = 3;

/** Reports grouped by story, best first. @param now UTC ms */
export const storiesOf = (rows: readonly EvidenceRow[], now: number): Story[] => {
  const groups = new Map<string, EvidenceRow[]>();
  for (const row of rows) {
    const key = row.story ?? row.id;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const stories = [...groups.values()].map((reports): Story => {
    const [item = reports[0] as EvidenceRow] = reports.toSorted(byRank(now));
    return {
      item,
      copies: reports.length - 1,
      families: new Set(reports.map(({ family, source }) => family ?? source)).size,
    };
  });
  const order = byRank(now);
  return stories.sort((a, b) => order(a.item, b.item));
};

/**
 * The stories in the order in which they are given room: the first few of each source type, then the
 * rest. Both parts keep their rank.
 */
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
  (now: number) =>
  (a: EvidenceRow, b: EvidenceRow): number =>
    rankOf(b, now) - rankOf(a, now) || b.at - a.at || (a.id < b.id ? -1 : 1);

/**
 * Relevance, halved by each day of age, and quartered where the market itself is the cause. Where relevance
 * was not computed, age alone decides.
 */
const rankOf = ({ relevance, at, circular }: EvidenceRow, now: number): number =>
  (relevance ?? 1) * (circular ? 0.25 : 1) * 0.5 ** (Math.max(0, now - at) / HOUR_MS / RANK_HALF_LIFE_HOURS);
