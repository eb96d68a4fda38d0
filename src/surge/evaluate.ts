/** Evaluates all clusters: items, baselines and alerts → changes. Pure, so that a replay yields the same alerts. */
import { addTo } from '../platform/common/group-by';
import { baselineBefore, WINDOW_MS } from './baseline';
import { oneAlertPerBurst, type ClusterStep } from './burst';
import type { Cluster } from './clusters';
import { nextStep, type Alert, type Finding, type Step } from './episode';
import { fullestWindow, judge, type SurgeItem } from './surge-rule';

export interface RecentItem extends SurgeItem {
  readonly entities: readonly string[];
}

export interface Evaluation {
  readonly clusters: readonly Pick<Cluster, 'id' | 'entities'>[];
  readonly items: readonly RecentItem[];
  /** Items by cluster and hour. */
  readonly tallies: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Watched share of the usual volume, by hour. */
  readonly watched: ReadonlyMap<number, number>;
  readonly latest: ReadonlyMap<string, Alert>;
  readonly now: number;
  /** Milliseconds between two polls. */
  readonly pollMs: number;
}

/** Maximum delay of a timely item, ms: a poll and a window. */
export const timelyOf = (pollMs: number): number => pollMs + WINDOW_MS;

/** How far back items are needed, ms: a window is evaluated as long as timely items may still arrive in it. */
export const reachOf = (pollMs: number): number => timelyOf(pollMs) + WINDOW_MS;

/** Steps of all clusters with a change, in cluster order. */
export const evaluateClusters = (given: Evaluation): Step[] => {
  const byEntity = new Map<string, RecentItem[]>();
  for (const item of given.items) for (const entity of item.entities) addTo(byEntity, entity, item);
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
