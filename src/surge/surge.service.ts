import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS } from '../platform/common/durations';
import { Metrics } from '../platform/common/metrics.service';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { AlertRepository, type ChangedAlert, type SurgeReading } from './alert.repository';
import { BASELINE_HOURS } from './baseline';
import { clustersOf, type Cluster } from './clusters';
import { EPISODE_MAX_MS, type Alert } from './episode';
import { evaluateClusters, reachOf } from './evaluate';

interface Evaluated {
  readonly opened: readonly Alert[];
  readonly updated: readonly Alert[];
  readonly closed: readonly Alert[];
  /** Markets scheduled for a new forecast. */
  readonly markets: number;
}

/** Hours of counts that may be needed: the baseline of an episode that began a day ago. */
const COUNTED_HOURS = BASELINE_HOURS + EPISODE_MAX_MS / HOUR_MS + 1;

/** Evaluates every cluster's volume, each minute and after each tick. Overlapping calls share one run. */
@Injectable()
export class SurgeService {
  private running: Promise<Evaluated> | null = null;
  /** The clusters, and the ontology's load count when they were computed; null before. */
  private synced: { readonly loads: number; readonly clusters: readonly Cluster[] } | null = null;

  constructor(
    private readonly repository: AlertRepository,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'pollIntervalSeconds'>,
  ) {}

  /** Opens, updates and closes alerts as of `now` (UTC ms). */
  async evaluate(now: number): Promise<Evaluated> {
    this.running ??= this.evaluateOnce(now).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Updates the clusters. Also done by a process's first evaluation, and after a reload of the ontology. */
  async syncClusters(now: number): Promise<{ created: string[]; removed: string[] }> {
    const since = Math.floor(now / HOUR_MS - COUNTED_HOURS) * HOUR_MS;
    // Read before the ontology, so that a concurrent load is noticed at the next evaluation.
    const loads = await this.repository.ontologyLoads();
    const { clusters, ...changes } = await this.repository.syncClusters(clustersOf, since);
    this.synced = { loads, clusters };
    return changes;
  }

  /** Marks a span (UTC ms) as fully watched for a replay, whose sources deliver everything at the next tick. */
  async noteWatched(from: number, to: number): Promise<void> {
    await this.repository.noteWatched(Math.floor(from / HOUR_MS), Math.floor(to / HOUR_MS));
  }

  private async evaluateOnce(now: number): Promise<Evaluated> {
    const pollMs = this.environment.pollIntervalSeconds * 1_000;
    const hour = Math.floor(now / HOUR_MS);
    const [{ reading, clusters }] = await Promise.all([
      this.read(now, pollMs),
      // In parallel: it affects the current hour only, and a baseline ends before it.
      this.repository.recordWatch(hour, now, 2 * pollMs),
    ]);
    const steps = evaluateClusters({ ...reading, clusters, now, pollMs });
    const changes = steps.flatMap((step): ChangedAlert[] =>
      step.kind === 'none'
        ? []
        : [
            {
              alert: step.alert,
              evidence: step.kind === 'closed' ? [] : step.evidence,
              opened: step.kind === 'opened',
            },
          ],
    );
    const saved = await this.repository.save(changes);
    const alerts = (wanted: (change: ChangedAlert) => boolean): Alert[] =>
      changes.filter(wanted).map(({ alert }) => alert);
    const evaluated = {
      opened: alerts(({ opened }) => opened),
      updated: alerts(({ opened, alert }) => !opened && alert.active),
      closed: alerts(({ alert }) => !alert.active),
      markets: saved.reduce((sum, { markets }) => sum + markets, 0),
    };
    this.metrics.alerts.inc({ change: 'opened' }, evaluated.opened.length);
    this.metrics.alerts.inc({ change: 'closed' }, evaluated.closed.length);
    return evaluated;
  }

  private async read(now: number, pollMs: number): Promise<{ reading: SurgeReading; clusters: readonly Cluster[] }> {
    for (;;) {
      const { synced } = this;
      const hour = Math.floor(now / HOUR_MS);
      const reading = await this.repository.read(hour - COUNTED_HOURS, now - reachOf(pollMs), now);
      // The same load count: the known clusters are valid, as far as still stored.
      if (synced?.loads === reading.loads)
        return { reading, clusters: synced.clusters.filter(({ id }) => reading.tallies.has(id)) };
      await this.syncClusters(now);
    }
  }
}
