import { Inject, Injectable, Logger } from '@nestjs/common';
import { DAY_MS } from '../platform/common/durations';
import { utcDate } from '../platform/common/utc-time';
import { DataFolder } from '../platform/config/data-folder.service';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { PruneService } from '../platform/operations/prune.service';
import type { StageContext } from './stage';

/** With fewer days of free space the first tick of a day warns. */
const SCARCE_DAYS = 14;

/** Removes old items if `RETENTION_DAYS` is set: once per UTC day, and again when interrupted. */
@Injectable()
export class RetentionStage {
  private readonly logger = new Logger(RetentionStage.name);
  private doneOn: string | null = null;
  private warnedOn: string | null = null;

  constructor(
    private readonly pruning: PruneService,
    @Inject(DataFolder) private readonly folder: Pick<DataFolder, 'room'>,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'retentionDays'>,
  ) {}

  async run({ now, signal }: Pick<StageContext, 'now' | 'signal'>): Promise<{ items?: number; stories?: number }> {
    const { retentionDays } = this.environment;
    const today = utcDate(now * 1000);
    await this.warnOfDisk(now, today);
    if (retentionDays === 0 || this.doneOn === today) return {};
    const removed = await this.pruning.prune(now - retentionDays * DAY_MS, signal);
    if (!signal.aborted) this.doneOn = today;
    return removed;
  }

  private async warnOfDisk(now: number, today: string): Promise<void> {
    const room = await this.folder.room(now);
    const left = room?.daysLeft ?? null;
    if (left === null || left >= SCARCE_DAYS || this.warnedOn === today) return;
    this.warnedOn = today;
    this.logger.warn(
      `The disk of the data folder is full in ${Math.floor(left)} days at the present pace: lower RETENTION_DAYS (${this.environment.retentionDays}) or give it more`,
    );
  }
}
