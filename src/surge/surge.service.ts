import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS } from '../common/durations';
import { Metrics } from '../common/metrics.service';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { AlertRepository, type ChangedAlert } from './alert.repository';
import { BASELINE_HOURS } from './baseline';
import { clustersOf } from './clusters';
import { EPISODE_MAX_MS, type Alert } from './episode';
import { evaluateClusters, reachOf } from './evaluate';

export interface Evaluated {
  readonly opened: readonly Alert[];
  readonly updated: readonly Alert[];
  readonly closed: readonly Alert[];
  /** Markets put on the list of those to be predicted anew. */
  readonly markets: number;
}

/** Hours of counts that an evaluation may need: the baseline of an episode that began a day ago. */
const COUNTED_HOURS = BASELINE_HOURS + EPISODE_MAX_MS / HOUR_MS + 1;

/**
 * Watches the volume of every cluster. Called every minute and after each tick; a call looks at all
 * windows of event time into which timely items may still have come.
 * Calls do not overlap: one that comes while another runs is answered with its result.
 */
@Injectable()
export class SurgeService {
  private running: Promise<Evaluated> | null = null;
  /** Loads of the ontology that the clusters were made from; null before the first. */
  private syncedLoads: number | null = null;

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

  /**
   * Makes the clusters those of the ontology as it is stored. The first evaluation of a process does it
   * too, and the first after the ontology was loaded anew, by this process or another.
   */
  async syncClusters(now: number): Promise<{ created: string[]; removed: string[] }> {
    const since = Math.floor(now / HOUR_MS - COUNTED_HOURS) * HOUR_MS;
    // Counted before the ontology is read: a load in between is noticed at the next evaluation.
    const loads = await this.repository.ontologyLoads();
    const changes = await this.repository.syncClusters(clustersOf, since);
    this.syncedLoads = loads;
    return changes;
  }

  /**
   * States that the record of a span (UTC ms) is complete although nobody looked at each hour of it: for
   * a replay, whose sources deliver at the next tick all that they said since the last.
   */
  async noteWatched(from: number, to: number): Promise<void> {
    await this.repository.noteWatched(Math.floor(from / HOUR_MS), Math.floor(to / HOUR_MS));
  }

  private async evaluateOnce(now: number): Promise<Evaluated> {
    if ((await this.repository.ontologyLoads()) !== this.syncedLoads) await this.syncClusters(now);
    const pollMs = this.environment.pollIntervalSeconds * 1_000;
    const hour = Math.floor(now / HOUR_MS);
    // Side by side: what is noted is of this hour, and a baseline ends before it.
    const [reading] = await Promise.all([
      this.repository.read(hour - COUNTED_HOURS, now - reachOf(pollMs), now),
      this.repository.recordWatch(hour, now, 2 * pollMs),
    ]);
    const changes = evaluateClusters({ ...reading, now, pollMs }).flatMap((step): ChangedAlert[] =>
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
}
