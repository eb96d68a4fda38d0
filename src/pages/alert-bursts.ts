/**
 * Clusters overlap, so one burst may open an alert in each of them. A reader is shown the burst once,
 * with every cluster that it raised. Pure.
 */

interface Alert {
  readonly cluster: string;
  readonly ratio: number | null;
  readonly items: readonly { readonly id: string }[];
}

/** Alerts that rest on the same items. */
export interface Burst<A extends Alert> {
  /** The one that stands out most against its usual volume. */
  readonly lead: A;
  /** The others, by their ratio. */
  readonly others: readonly A[];
}

/** Share of an alert's items that must be the lead's for the two to tell of one burst. */
const SAME_BURST = 0.5;

/**
 * Alerts by burst, the most unusual first. An alert belongs to the first burst whose lead holds at least
 * half of its items; its clusters' ratios order everything, so that a theater goes before the wide
 * neighbourhood of a busy entity.
 */
export const burstsOf = <A extends Alert>(alerts: readonly A[]): Burst<A>[] => {
  const bursts: { lead: A; others: A[]; ids: ReadonlySet<string> }[] = [];
  for (const alert of alerts.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))) {
    const same = bursts.find(({ ids }) => share(alert, ids) >= SAME_BURST);
    if (same === undefined)
      bursts.push({ lead: alert, others: [], ids: new Set(alert.items.map(({ id }) => id)) });
    else same.others.push(alert);
  }
  return bursts.map(({ lead, others }) => ({ lead, others }));
};

const share = ({ items }: Alert, ids: ReadonlySet<string>): number =>
  items.length === 0 ? 0 : items.filter(({ id }) => ids.has(id)).length / items.length;
