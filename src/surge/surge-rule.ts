/**
 * The surge rule: at least three times the baseline within five minutes of event time, and above minimums that exclude
 * chance, a single publisher and a short baseline.
 */
import type { NewItem } from '../event-log/item';
import { WINDOW_MS, type Baseline } from './baseline';

/** Minimum volume over baseline. */
export const SURGE_RATIO = 3;
/** Minimum items, however quiet the cluster. */
export const COUNT_MIN = 5;
/** Minimum publisher families: one busy outlet is not a surge. */
const FAMILIES_MIN = 2;
/** Minimum watched hours of the baseline: one whole day. */
const BASELINE_HOURS_MIN = 24;
/**
 * Maximum probability that a count is explained by the cluster's busy hours (Poisson). It matters below about thirteen
 * items per five minutes if busy hours have half as much again; above, three times the baseline is stricter. `npm run
 * bench tick surge` measures the cost: some false alarms a month over 25 clusters; a hundredth of this value has hardly
 * any, but misses half of the small bursts. See docs/how-it-judges.md.
 */
const CHANCE_MAX = 1e-4;

export type SurgeItem = Pick<NewItem, 'id' | 'at' | 'firstSeenAt' | 'publishedAt' | 'family'>;

/** Five minutes of event time: after `start`, up to and including `end`. */
export interface SurgeWindow {
  readonly start: number;
  readonly end: number;
  /** Oldest first. */
  readonly items: readonly SurgeItem[];
  readonly families: number;
}

export interface Floors {
  readonly count: number;
  readonly families: number;
  readonly baselineHours: number;
}

export interface Verdict {
  readonly surging: boolean;
  /** High enough to keep an open alert open: two thirds of the opening threshold. */
  readonly lasting: boolean;
  /** Count over baseline; null for a usually silent cluster. */
  readonly ratio: number | null;
  readonly floors: Floors;
}

export const judge = (window: Pick<SurgeWindow, 'items' | 'families'>, baseline: Baseline): Verdict => {
  const count = window.items.length;
  const floors = {
    count: Math.max(COUNT_MIN, unlikelyCount(baseline.busyRate)),
    families: FAMILIES_MIN,
    baselineHours: BASELINE_HOURS_MIN,
  };
  const needed = Math.max(SURGE_RATIO * baseline.rate, floors.count);
  const founded = baseline.hours >= floors.baselineHours && window.families >= floors.families;
  return {
    // Tolerates rounding of 3 × rate, which would otherwise require one item more.
    surging: founded && count >= needed - 1e-9,
    lasting: founded && count >= (needed * 2) / 3 - 1e-9,
    ratio: baseline.rate > 0 ? count / baseline.rate : null,
    floors,
  };
};

/** Smallest count with Poisson probability below {@link CHANCE_MAX} at this rate. */
export const unlikelyCount = (rate: number): number => {
  if (rate <= 0) return 0;
  // At high rates the normal approximation is good, and three times the rate is stricter anyway.
  if (rate > 500) return Math.ceil(rate + 5 * Math.sqrt(rate));
  let term = Math.exp(-rate);
  let tail = 1 - term;
  let count = 1;
  while (tail >= CHANCE_MAX) {
    term *= rate / count;
    tail -= term;
    count += 1;
  }
  return count;
};

/**
 * The fullest five minutes that end after `since`, up to `now`; ties go to the earliest. Null without counted items. An
 * item counts if its source states a time and it was not late: items first seen later than `lateAfterMs` are about a
 * past surge.
 */
export const fullestWindow = (
  items: readonly SurgeItem[],
  since: number,
  now: number,
  lateAfterMs: number,
): SurgeWindow | null => {
  const counted = items
    .filter((item) => item.at <= now && isTimely(item, lateAfterMs))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  let best: { from: number; to: number } | null = null;
  let from = 0;
  for (const [index, { at }] of counted.entries()) {
    while ((counted[from]?.at ?? at) <= at - WINDOW_MS) from += 1;
    // Of simultaneous items the last represents the window that ends there.
    if (counted[index + 1]?.at === at || at <= since) continue;
    if (best === null || index + 1 - from > best.to - best.from) best = { from, to: index + 1 };
  }
  if (best === null) return null;
  const inside = counted.slice(best.from, best.to);
  const end = inside.at(-1)?.at ?? now;
  return { start: end - WINDOW_MS, end, items: inside, families: new Set(inside.map(({ family }) => family)).size };
};

/** A larger clamp means that the stated time was wrong. */
const CLAMP_MAX_MS = 60_000;

const isTimely = (item: SurgeItem, lateAfterMs: number): boolean =>
  item.publishedAt !== null && item.publishedAt - item.at <= CLAMP_MAX_MS && item.firstSeenAt - item.at <= lateAfterMs;
