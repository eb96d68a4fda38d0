import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AnswerCache } from '../common/answer-cache.service';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { JOB_QUEUE, type JobQueue } from './job-queue';
import type { TickEvent } from './stage';
import { TickService, type TickReport } from './tick.service';

const SURGE_EVERY_MS = 60_000;

interface SurgeFigures {
  readonly opened?: number;
  readonly updated?: number;
  readonly closed?: number;
}

/**
 * When things run: a tick at once and then every ten minutes, surges looked for each minute in between.
 * On a stop the tick in progress ends early; what it left is done by the next one. Commands do not poll:
 * only the service that serves does (`POLLING`).
 */
@Injectable()
export class ScheduleService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Schedule');

  /** A look for surges of this process: a tick waits for it rather than find its lease taken. */
  private looking: Promise<void> = Promise.resolve();
  private ticking = false;

  constructor(
    private readonly ticks: TickService,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly answers: AnswerCache,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.environment.polling) return;
    const everyMs = this.environment.pollIntervalSeconds * 1000;
    await this.queue.repeat('tick', everyMs, (signal) => this.tick(signal));
    await this.queue.repeat('surge', SURGE_EVERY_MS, async (signal) => {
      // A tick looks for surges itself.
      if (this.ticking) return;
      this.looking = this.lookForSurges(signal);
      await this.looking;
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }

  private async tick(signal: AbortSignal): Promise<void> {
    this.ticking = true;
    try {
      await this.looking;
      const report = await this.ticks.run({
        signal,
        onProgress: (event) => {
          this.tell(event);
        },
      });
      this.logger.log(summaryLine(report));
    } catch (error) {
      this.logger.error(`No tick: ${(error as Error).message}`);
    } finally {
      this.ticking = false;
    }
  }

  /**
   * New items arrive between two ticks too: from another instance, or a `vedette tick`. A surge that
   * opens has the markets it concerns predicted at once.
   */
  private async lookForSurges(signal: AbortSignal): Promise<void> {
    try {
      const [surge] = await this.ticks.runBetween(['surge'], signal);
      const { opened = 0, updated = 0, closed = 0 } = (surge?.figures ?? {}) as SurgeFigures;
      if (opened > 0) await this.ticks.runBetween(['forecasting'], signal);
      if (opened + updated + closed > 0) this.answers.advance();
    } catch (error) {
      this.logger.error(`No look for surges: ${(error as Error).message}`);
    }
  }

  private tell(event: TickEvent): void {
    if (event.kind === 'stage') this.logger.debug(`${event.stage} ${event.state}`);
    else if (event.state === 'failed') this.logger.debug(`source ${event.source} failed`);
  }
}

/** One line for the log: what a tick came to. */
const summaryLine = ({ outcome, duration_ms, stages }: TickReport): string => {
  const failed = stages.filter(({ state }) => state === 'failed').map(({ stage }) => stage);
  const ingestion = stages.find(({ stage }) => stage === 'ingestion')?.figures;
  const parts = [
    `tick ${outcome} in ${(duration_ms / 1000).toFixed(1)} s`,
    ...(ingestion === undefined ? [] : [JSON.stringify({ sources: ingestion['sources'], items: ingestion['items'] })]), // prettier-ignore
    ...(failed.length === 0 ? [] : [`failed: ${failed.join(', ')}`]),
  ];
  return parts.join('; ');
};
