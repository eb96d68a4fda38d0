/**
 * When a volume is a surge: at least three times the baseline within five minutes of event time, and
 * above the floors that keep chance, one loud publisher and a baseline too young from raising alarms.
 */
import { WINDOW_MS, type Baseline } from './baseline';

/** Volume over baseline that makes a surge. */
export const SURGE_RATIO = 3;
/** Fewest items of a surge, however quiet the cluster. */
export const COUNT_MIN = 5;
/** Fewest publisher families behind it: one outlet in a hurry is no surge. */
const FAMILIES_MIN = 2;
/** Fewest watched hours of the baseline: one whole day. */
const BASELINE_HOURS_MIN = 24;
/**
 * Chance at which a count could be the cluster's busy hours and no more (Poisson). It binds below some
 * thirteen items per five minutes where busy hours have half as much again; above, three times the
 * baseline is the greater bound. `npm run bench tick surge` shows what it costs: some false alarms a month
 * over 25 clusters; a hundredth of this chance has hardly any, and misses half of the small bursts that
 * this one sees. docs/how-it-judges.md does the arithmetic.
 */
const CHANCE_MAX = 1e-4;

/** An item as far as a surge is concerned; instants are UTC ms. */
export interface SurgeItem {
  readonly id: string;
  readonly at: number;
  readonly firstSeenAt: number;
  /** When its source says that it happened, or null. */
  readonly publishedAt: number | null;
  readonly family: string;
}

/** Five minutes of event time: after `start`, up to and including `end`. */
export interface SurgeWindow {
  readonly start: number;
  readonly end: number;
  /** The items in it, oldest first. */
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
  /** Still high enough to keep an open alert open: two thirds of what opens one. */
  readonly lasting: boolean;
  /** Count over baseline; null for a cluster that is usually silent. */
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
    // The tolerance keeps 3 × a rate that has no exact binary form from asking for one item more.
    surging: founded && count >= needed - 1e-9,
    lasting: founded && count >= (needed * 2) / 3 - 1e-9,
    ratio: baseline.rate > 0 ? count / baseline.rate : null,
    floors,
  };
};

/** Smallest count that a Poisson volume of this rate reaches with less than {@link CHANCE_MAX}. */
export const unlikelyCount = (rate: number): number => {
  if (rate <= 0) return 0;
  // Far out the normal approximation is good, and three times the rate is the greater bound anyway.
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
 * The fullest five minutes that end after `since`, up to `now`; the earliest of equals. Null when no
 * item counts. An item counts when its source says when it happened, and when it was not late: what is
 * first seen later than `lateAfterMs` tells of a surge that is over.
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
    // Of items of one instant the last stands for the window that ends there.
    if (counted[index + 1]?.at === at || at <= since) continue;
    if (best === null || index + 1 - from > best.to - best.from) best = { from, to: index + 1 };
  }
  if (best === null) return null;
  const inside = counted.slice(best.from, best.to);
  const end = inside.at(-1)?.at ?? now;
  return { start: end - WINDOW_MS, end, items: inside, families: new Set(inside.map(({ family }) => family)).size };
};

/** A stated time that had to be clamped by more than this was wrong. */
const CLAMP_MAX_MS = 60_000;

const isTimely = (item: SurgeItem, lateAfterMs: number): boolean =>
  item.publishedAt !== null && item.publishedAt - item.at <= CLAMP_MAX_MS && item.firstSeenAt - item.at <= lateAfterMs;
