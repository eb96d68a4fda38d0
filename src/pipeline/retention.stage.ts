import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '../platform/common/durations';
import { utcDate } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { PruneService } from '../platform/operations/prune.service';
import type { StageContext, StageFigures } from './stage';

/**
 * Lets old items leave the event log, where `RETENTION_DAYS` says so: once a UTC day, and again when
 * that was cut short. The day is remembered by this process only: what another has removed is gone, and
 * a repeat finds nothing to do.
 */
@Injectable()
export class RetentionStage {
  private doneOn: string | null = null;

  constructor(
    private readonly pruning: PruneService,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'retentionDays'>,
  ) {}

  async run({ now, signal }: Pick<StageContext, 'now' | 'signal'>): Promise<StageFigures> {
    const { retentionDays } = this.environment;
    const today = utcDate(now * 1000);
    if (retentionDays === 0 || this.doneOn === today) return {};
    const removed = await this.pruning.prune(now - retentionDays * DAY_MS, signal);
    if (!signal.aborted) this.doneOn = today;
    return removed;
  }
}
