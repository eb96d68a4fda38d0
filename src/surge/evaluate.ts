/**
 * One evaluation of all clusters: what was seen, what is usual, which alerts exist → what changes.
 * Pure, so that replaying a recorded stretch gives the same alerts.
 */
import { baselineBefore, WINDOW_MS } from './baseline';
import { oneAlertPerBurst, type ClusterStep } from './burst';
import type { Cluster } from './clusters';
import { nextStep, type Alert, type Finding, type Step } from './episode';
import { fullestWindow, judge, type SurgeItem } from './surge-rule';

/** An item of the last minutes, with the entities that it touches. */
export interface RecentItem extends SurgeItem {
  readonly entities: readonly string[];
}

export interface Evaluation {
  readonly clusters: readonly Pick<Cluster, 'id' | 'entities'>[];
  readonly items: readonly RecentItem[];
  /** Items by cluster and hour. */
  readonly tallies: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Part of the usual volume that was watched, by hour. */
  readonly watched: ReadonlyMap<number, number>;
  /** The latest alert of each cluster that has one. */
  readonly latest: ReadonlyMap<string, Alert>;
  readonly now: number;
  /** Milliseconds between two polls. */
  readonly pollMs: number;
}

/** How long after it happened an item is still timely, ms: a poll, and the length of a window. */
export const timelyOf = (pollMs: number): number => pollMs + WINDOW_MS;

/**
 * How far back an evaluation needs items, ms. Every window is looked at for as long as timely items may
 * still come into it, the first of them a window's length before its end.
 */
export const reachOf = (pollMs: number): number => timelyOf(pollMs) + WINDOW_MS;

/** The steps of all clusters that take one, in the order of the clusters. */
export const evaluateClusters = (given: Evaluation): Step[] => {
  const byEntity = new Map<string, RecentItem[]>();
  for (const item of given.items)
    for (const entity of item.entities) byEntity.set(entity, [...(byEntity.get(entity) ?? []), item]);
  const found = given.clusters.map(({ id, entities }): ClusterStep => {
    const items = new Set(entities.flatMap((entity) => byEntity.get(entity) ?? []));
    const last = given.latest.get(id) ?? null;
    const finding = find(id, [...items], last, given);
    const step = nextStep(id, last, finding, given.now);
    return { cluster: id, entityCount: entities.length, last, finding, step, held: heldBy(last, items) };
  });
  return oneAlertPerBurst(found).filter(({ kind }) => kind !== 'none');
};

const heldBy = (last: Alert | null, items: ReadonlySet<RecentItem>): string[] =>
  last?.active === true
    ? [...items].flatMap(({ id, at }) => (at >= last.started_at && at <= last.last_window_end ? [id] : []))
    : [];

const find = (
  cluster: string,
  items: readonly RecentItem[],
  last: Alert | null,
  { tallies, watched, now, pollMs }: Evaluation,
): Finding | null => {
  const since = Math.max(now - timelyOf(pollMs), last?.last_window_end ?? 0);
  const window = fullestWindow(items, since, now, timelyOf(pollMs));
  if (window === null) return null;
  const start = last?.active === true ? last.started_at : window.start;
  const baseline = baselineBefore(tallies.get(cluster) ?? new Map(), watched, start);
  return { window, baseline, verdict: judge(window, baseline) };
};
