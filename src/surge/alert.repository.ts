import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../platform/common/durations';
import { GraphService } from '../platform/graph/graph.service';
import type { AlertDetailRow } from './alert-detail.dto';
import type { AlertRow } from './alerts.dto';
import type { Cluster, ClusterMember } from './clusters';
import type { Alert } from './episode';
import type { RecentItem } from './evaluate';

/** A page position: alerts strictly before it follow. */
export interface AlertPosition {
  readonly at: number;
  readonly id: string;
}

interface AlertFilter {
  readonly cluster: string | null;
  readonly active: boolean | null;
  readonly from: AlertPosition | null;
}

/** Input of an evaluation, read in one transaction. */
export interface SurgeReading {
  /** Changes when any process reloads the ontology. */
  readonly loads: number;
  readonly items: readonly RecentItem[];
  readonly tallies: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly watched: ReadonlyMap<number, number>;
  readonly latest: ReadonlyMap<string, Alert>;
}

export interface ChangedAlert {
  readonly alert: Alert;
  readonly evidence: readonly string[];
  /** Whether it opens now, so that forecasts of its cluster's markets are due. */
  readonly opened: boolean;
}

/** Maximum (newest) items per evaluation. */
const RECENT_MAX = 20_000;
/** Maximum linked items per alert. */
const EVIDENCE_MAX = 100;
const BEGINNING: AlertPosition = { at: 8_640_000_000_000_000, id: '' };

@Injectable()
export class AlertRepository {
  constructor(private readonly graph: GraphService) {}

  /** Changes when any process reloads the ontology. */
  async ontologyLoads(): Promise<number> {
    return loadsOf(await this.graph.read<LoadsRow>('surge/count-seed-loads'));
  }

  /**
   * Updates the stored clusters from the ontology; changed ones are counted again.
   *
   * @param clustersOf computes the clusters of an ontology
   * @param since UTC ms of the first hour to count
   */
  async syncClusters(
    clustersOf: (members: readonly ClusterMember[]) => readonly Cluster[],
    since: number,
  ): Promise<{ clusters: readonly Cluster[]; created: string[]; removed: string[] }> {
    const [members, stored] = await this.graph.readTransaction(async (transaction) => [
      await transaction.run<ClusterMember>('surge/list-members'),
      await transaction.run<Cluster>('surge/list-clusters'),
    ]);
    const wanted = clustersOf(members);
    const keep = new Set(
      stored
        .filter(({ id, digest }) => wanted.some((one) => one.id === id && one.digest === digest))
        .map(({ id }) => id),
    );
    const removed = stored.map(({ id }) => id).filter((id) => !keep.has(id));
    const missing = wanted.filter(({ id }) => !keep.has(id));
    if (removed.length + missing.length > 0)
      await this.graph.writeTransaction(async (transaction) => {
        await transaction.run('surge/remove-clusters', { ids: removed });
        await transaction.run('surge/create-clusters', { clusters: missing, since });
      });
    return { clusters: wanted, created: missing.map(({ id }) => id), removed };
  }

  /** Stores the watched share of the usual volume for the hour of `now`. */
  async recordWatch(hour: number, now: number, silenceMs: number): Promise<void> {
    await this.graph.write('surge/record-watch', { hour, now, silence: silenceMs });
  }

  /** Marks the hours from `from` to `to` as fully watched. */
  async noteWatched(from: number, to: number): Promise<void> {
    await this.graph.write('surge/note-watched', { from, to });
  }

  /** @param fromHour first hour of the counts; items are read from `since` on */
  async read(fromHour: number, since: number, now: number): Promise<SurgeReading> {
    const hours = { from: fromHour, to: Math.floor(now / HOUR_MS) };
    return this.graph.readTransaction(async (transaction) => {
      // Sent together without waiting, in one round trip.
      const [loads, items, tallies, hoursWatched, latest] = await Promise.all([
        transaction.run<LoadsRow>('surge/count-seed-loads'),
        transaction.run<RecentItem>('surge/list-recent', { since, now, limit: RECENT_MAX }),
        transaction.run<TallyRow>('surge/list-tallies', hours),
        transaction.run<WatchedRow>('surge/list-watched-hours', hours),
        transaction.run<{ alert: StoredAlert }>('surge/latest-alerts'),
      ]);
      return {
        loads: loadsOf(loads),
        items,
        tallies: new Map(tallies.map((row) => [row.cluster, countsByHour(row, fromHour)])),
        watched: new Map(hoursWatched.map(({ hour, share }) => [hour, share])),
        latest: new Map(latest.map(({ alert }) => [alert.cluster, fromStored(alert)])),
      };
    });
  }

  /** Writes changes; returns the number of markets scheduled for each alert, in order. */
  async save(changes: readonly ChangedAlert[]): Promise<{ id: string; markets: number }[]> {
    if (changes.length === 0) return [];
    return this.graph.write('surge/save-alerts', {
      limit: EVIDENCE_MAX,
      alerts: changes.map(({ alert, evidence, opened }) => ({
        id: alert.id,
        properties: toStored(alert),
        evidence,
        opened,
      })),
    });
  }

  /** Alerts that pass a filter, newest first; at most `limit`. */
  async list(filter: AlertFilter, limit: number): Promise<AlertRow[]> {
    const page = { ...(filter.from ?? BEGINNING), limit };
    const rows = await (filter.cluster !== null
      ? this.listRows('surge/list-alerts-by-cluster', { ...page, cluster: filter.cluster, active: filter.active })
      : filter.active !== null
        ? this.listRows('surge/list-alerts-by-active', { ...page, active: filter.active })
        : this.listRows('surge/list-alerts', page));
    return rows.map((row) => ({ ...row, alert: fromStored(row.alert) }));
  }

  /** Ids of entities of an alert's items, most frequent first. */
  async entities(id: string, limit: number): Promise<string[]> {
    const rows = await this.graph.read<{ id: string }>('surge/list-alert-entities', { id, limit });
    return rows.map((row) => row.id);
  }

  async get(id: string): Promise<AlertDetailRow | null> {
    const [row] = await this.graph.read<Omit<AlertDetailRow, 'alert'> & { alert: StoredAlert }>('surge/get-alert', {
      id,
    });
    return row === undefined ? null : { ...row, alert: fromStored(row.alert) };
  }

  private listRows(
    query: string,
    parameters: Record<string, unknown>,
  ): Promise<(Omit<AlertRow, 'alert'> & { alert: StoredAlert })[]> {
    return this.graph.read(query, parameters);
  }
}

interface WatchedRow {
  readonly hour: number;
  readonly share: number;
}

interface TallyRow {
  readonly cluster: string;
  readonly tallies: readonly number[];
}

/** Decodes hour and count from one number: see surge/list-tallies. */
const countsByHour = ({ tallies }: TallyRow, fromHour: number): Map<number, number> =>
  new Map(tallies.map((tally) => [fromHour + (tally % 1_000), Math.floor(tally / 1_000)]));

interface LoadsRow {
  readonly loads: number | null;
}

const loadsOf = ([row]: readonly LoadsRow[]): number => row?.loads ?? 0;

/** Flat properties of an alert node; null members are absent. */
type StoredAlert = Omit<Alert, 'also' | 'closed_at' | 'ratio' | 'baseline' | 'floors'> & {
  readonly also?: readonly string[] | null;
  readonly closed_at?: number | null;
  readonly ratio?: number | null;
  readonly baseline: number;
  readonly baseline_busy: number;
  readonly baseline_hours: number;
  readonly floor_count: number;
  readonly floor_families: number;
  readonly floor_hours: number;
};

const toStored = ({ baseline, floors, ...alert }: Alert): StoredAlert => ({
  ...alert,
  baseline: baseline.rate,
  baseline_busy: baseline.busyRate,
  baseline_hours: baseline.hours,
  floor_count: floors.count,
  floor_families: floors.families,
  floor_hours: floors.baselineHours,
});

const fromStored = (row: StoredAlert): Alert => {
  const { baseline, baseline_busy, baseline_hours, floor_count, floor_families, floor_hours, ...alert } = row;
  return {
    ...alert,
    also: row.also ?? [],
    closed_at: row.closed_at ?? null,
    ratio: row.ratio ?? null,
    baseline: { rate: baseline, busyRate: baseline_busy, hours: baseline_hours },
    floors: { count: floor_count, families: floor_families, baselineHours: floor_hours },
  };
};
