/**
 * One alert per episode. An alert opens with the first surge of its cluster, is updated while the volume lasts, and
 * closes; then the cluster cools down before another may open. The baseline is from before the episode, so that it
 * excludes the alert's own items.
 */
import { DAY_MS, MINUTE_MS } from '../platform/common/durations';
import { sha256Hex } from '../platform/common/sha256';
import type { Baseline } from './baseline';
import type { Floors, SurgeWindow, Verdict } from './surge-rule';

/** Quiet event time that ends an episode. */
export const CLOSE_AFTER_MS = 20 * MINUTE_MS;
/** Time after a close without new alerts of the cluster. */
export const COOL_DOWN_MS = 30 * MINUTE_MS;
/** A longer high volume is not a surge but the new normal. */
export const EPISODE_MAX_MS = DAY_MS;

/** Instants are UTC ms. */
export interface Alert {
  readonly id: string;
  readonly cluster: string;
  /** Clusters with the same items, without their own alerts. */
  readonly also: readonly string[];
  readonly active: boolean;
  readonly opened_at: number;
  readonly updated_at: number;
  readonly closed_at: number | null;
  /** The fullest window of the episode, event time. */
  readonly window_start: number;
  readonly window_end: number;
  readonly count: number;
  /** Count over baseline, or null for a usually silent cluster. */
  readonly ratio: number | null;
  readonly families: number;
  /** Start of the first window, and end of the baseline. */
  readonly started_at: number;
  /** End of the last window that kept it open, event time. */
  readonly last_window_end: number;
  readonly baseline: Baseline;
  readonly floors: Floors;
}

export type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'opened'; readonly alert: Alert; readonly evidence: readonly string[] }
  | { readonly kind: 'updated'; readonly alert: Alert; readonly evidence: readonly string[] }
  | { readonly kind: 'closed'; readonly alert: Alert };

/** The fullest recent window of a cluster, with its verdict. */
export interface Finding {
  readonly window: SurgeWindow;
  readonly baseline: Baseline;
  readonly verdict: Verdict;
}

/**
 * The next step of a cluster.
 *
 * @param last its latest alert, open or closed, or null
 * @param finding for windows that end after the last alert's last; null without items
 */
export const nextStep = (cluster: string, last: Alert | null, finding: Finding | null, now: number): Step => {
  if (last !== null && last.active) return stepOfOpen(last, finding, now);
  if (finding === null || !finding.verdict.surging) return { kind: 'none' };
  const coolUntil = (last?.closed_at ?? -Infinity) + COOL_DOWN_MS;
  if (now < coolUntil) return { kind: 'none' };
  return { kind: 'opened', alert: openAlert(cluster, finding, now), evidence: idsOf(finding.window) };
};

const stepOfOpen = (alert: Alert, finding: Finding | null, now: number): Step => {
  const lasts = finding?.verdict.lasting === true;
  const lastWindowEnd = lasts ? finding.window.end : alert.last_window_end;
  if (now - lastWindowEnd > CLOSE_AFTER_MS || now - alert.opened_at > EPISODE_MAX_MS)
    return { kind: 'closed', alert: { ...alert, active: false, closed_at: now, updated_at: now } };
  if (!lasts) return { kind: 'none' };
  const fuller = finding.window.items.length > alert.count;
  return {
    kind: 'updated',
    alert: { ...alert, ...(fuller ? measured(finding) : {}), updated_at: now, last_window_end: lastWindowEnd },
    evidence: idsOf(finding.window),
  };
};

const openAlert = (cluster: string, finding: Finding, now: number): Alert => ({
  id: sha256Hex(`surge|${cluster}|${now}`).slice(0, 20),
  cluster,
  also: [],
  active: true,
  opened_at: now,
  updated_at: now,
  closed_at: null,
  ...measured(finding),
  started_at: finding.window.start,
  last_window_end: finding.window.end,
  baseline: finding.baseline,
  floors: finding.verdict.floors,
});

const measured = ({ window, verdict }: Finding) => ({
  window_start: window.start,
  window_end: window.end,
  count: window.items.length,
  ratio: verdict.ratio,
  families: window.families,
});

const idsOf = (window: SurgeWindow): string[] => window.items.map(({ id }) => id);
