/**
 * One alert per burst. The items of a burst belong to several clusters, each of which would open an alert. Only the
 * usually quietest one of the clusters with nearly all items opens it. The others are listed in `also`, as is a cluster
 * that surges later with the same items.
 */
import type { Alert, Finding, Step } from './episode';

export interface ClusterStep {
  readonly cluster: string;
  readonly entityCount: number;
  readonly last: Alert | null;
  readonly finding: Finding | null;
  readonly step: Step;
  /** Items of its open alert; absent without one. */
  readonly held?: readonly string[];
}

/** Minimum share of common items for two alerts to be one burst. */
const SAME_BURST = 0.5;
/** Minimum share of the fullest cluster's items for a cluster to represent the burst. */
const HOLDS_IT = 0.8;

/** Reduces the steps to one alert per burst, in the given order. */
export const oneAlertPerBurst = (found: readonly ClusterStep[]): Step[] => {
  const steps = new Map(found.map((one) => [one.cluster, one.step]));
  const standing = found.filter(({ step, last }) => last?.active === true && step.kind !== 'closed');
  let opening = found.filter(({ step }) => step.kind === 'opened');
  for (const held of standing) opening = join(held, opening, steps);
  while (opening.length > 0) {
    const chosen = chooseOf(opening);
    if (chosen === null) break;
    opening = join(
      chosen,
      opening.filter((one) => one !== chosen),
      steps,
    );
  }
  return found.map(({ cluster }) => steps.get(cluster) ?? NO_STEP);
};

const NO_STEP: Step = { kind: 'none' };

const itemsOf = ({ finding }: ClusterStep): ReadonlySet<string> => new Set(finding?.window.items.map(({ id }) => id));

/** The share of a cluster's items that another one has, now or in its open alert. */
const overlap = (one: ClusterStep, other: ClusterStep): number => {
  const items = itemsOf(one);
  // An open alert without newer items is still about its opening items.
  const others = new Set([...itemsOf(other), ...(other.held ?? [])]);
  const shared = [...items].filter((id) => others.has(id)).length;
  return items.size === 0 ? 0 : shared / items.size;
};

const chooseOf = (opening: readonly ClusterStep[]): ClusterStep | null => {
  const fullest = [...opening].sort((a, b) => itemsOf(b).size - itemsOf(a).size)[0];
  if (fullest === undefined) return null;
  const holding = opening.filter(
    (one) => itemsOf(one).size >= HOLDS_IT * itemsOf(fullest).size && overlap(one, fullest) >= SAME_BURST,
  );
  const usual = ({ finding }: ClusterStep): number => finding?.baseline.rate ?? 0;
  return (
    holding.sort(
      (a, b) => usual(a) - usual(b) || a.entityCount - b.entityCount || (a.cluster < b.cluster ? -1 : 1),
    )[0] ?? fullest
  );
};

/** Merges clusters with the same items into one alert; returns the rest. */
const join = (into: ClusterStep, opening: readonly ClusterStep[], steps: Map<string, Step>): ClusterStep[] => {
  const same = opening.filter((one) => overlap(one, into) >= SAME_BURST);
  if (same.length === 0) return [...opening];
  for (const { cluster } of same) steps.set(cluster, NO_STEP);
  steps.set(
    into.cluster,
    withAlso(
      steps.get(into.cluster) ?? NO_STEP,
      into.last,
      same.map(({ cluster }) => cluster),
    ),
  );
  return opening.filter((one) => !same.includes(one));
};

const withAlso = (step: Step, last: Alert | null, clusters: readonly string[]): Step => {
  const alert = step.kind === 'none' ? last : step.alert;
  if (alert === null) return step;
  const also = [...new Set([...alert.also, ...clusters])].sort();
  const named = { ...alert, also };
  return step.kind === 'none'
    ? also.length === alert.also.length
      ? step
      : { kind: 'updated', alert: named, evidence: [] }
    : { ...step, alert: named };
};
