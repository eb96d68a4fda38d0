/** Groups reports of one act of the same parties within half a day. Pure. */
import { HOUR_MS } from '../platform/common/durations';
import type { SourceType } from '../platform/common/source-type';
import type { EvidenceItem, ItemReading } from './item-reading';

/** Ids of entities, and kinds of act such as `drills`, that a title names. */
export interface TitleReading {
  readonly entities: readonly string[];
  readonly acts: readonly string[];
}

export interface ReportGroup<T> {
  /** One or two entities, sorted. */
  readonly parties: readonly string[];
  readonly act: string;
  /** Start of the half day, UTC ms. */
  readonly start: number;
  /** In the given order. */
  readonly members: readonly T[];
  /** Unique among the groups. */
  readonly key: string;
}

/** Source types whose items report acts; others measure, trade, ask or announce. */
export const REPORTING_TYPES: readonly SourceType[] = ['news', 'telegram', 'twitter'];

export const HALF_DAY_MS = 12 * HOUR_MS;

/**
 * The entities that a title names itself, not through a town or a person, and its acts.
 *
 * @param day UTC day of the reading, `YYYY-MM-DD`
 */
export const readTitle = (
  rule: { read: (item: EvidenceItem) => ItemReading },
  title: string,
  lang: string | null,
  day: string,
): TitleReading => {
  const without = { id: '', summary: null, source_type: 'news', instrument: null, hints: [], market: null } as const;
  const { touches, acts } = rule.read({ ...without, title, lang, day });
  return {
    entities: [...touches.values()].flatMap(({ entity, part, at }) => (part === null && at !== null ? [entity] : [])),
    acts: [...acts.keys()],
  };
};

/** A report is in the group of each two parties that it names, or of its only one, with each of its acts. */
export const groupsOf = <T>(
  reports: readonly T[],
  read: (report: T) => TitleReading & { readonly at: number },
): ReportGroup<T>[] => {
  const groups = new Map<string, ReportGroup<T> & { readonly members: T[] }>();
  for (const report of reports) {
    const { entities, acts, at } = read(report);
    const start = Math.floor(at / HALF_DAY_MS) * HALF_DAY_MS;
    for (const act of acts)
      for (const parties of pairsOf(entities)) {
        const key = [start, act, ...parties].join(' ');
        const group = groups.get(key) ?? { key, parties, act, start, members: [] };
        group.members.push(report);
        groups.set(key, group);
      }
  }
  return [...groups.values()];
};

const pairsOf = (entities: readonly string[]): string[][] => {
  const parties = [...new Set(entities)].sort();
  return parties.length < 2
    ? parties.map((one) => [one])
    : parties.flatMap((one, nth) => parties.slice(nth + 1).map((other) => [one, other]));
};
