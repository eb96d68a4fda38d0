import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AnswerCache } from '../platform/http/answer-cache.service';
import { CLOCK, type Clock } from '../platform/common/clock';
import { PLAYED_PAST, type PlayedPast } from '../platform/common/played-past';
import { utcDate } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { SEAL_DELAY_MICROS } from '../registry/registry.service';
import { OutsideClockService } from '../registry/clocks/outside-clock.service';
import { JOB_QUEUE, type JobQueue } from './job-queue';
import { LeaseKeeper } from './lease-keeper.service';
import type { TickEvent } from './stage';
import type { TickFigures } from './stages.service';
import { TickService } from './tick.service';
import { summariseTick, tickParagraph } from './tick-summary';

const SURGE_EVERY_MS = 60_000;
/** Interval of checks for a day to seal. */
const SEAL_EVERY_MS = 5_000;
/** Interval of checks for a new head to send to external clocks. */
const OUTSIDE_CLOCKS_EVERY_MS = 20_000;
const OUTSIDE_CLOCKS_LEASE = 'outside-clocks';

/**
 * Schedule: a tick at once and then every ten minutes, surge checks each minute in between, and sealing soon after
 * midnight. A stop ends the running tick early; the next one completes it. Only the service polls, not commands
 * (`POLLING`).
 */
@Injectable()
export class ScheduleService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Schedule');

  /** Work of this process between ticks, serialized: a tick waits for it instead of finding its lease taken. */
  private working: Promise<void> = Promise.resolve();
  private ticking = false;
  /** The UTC day of the last seal check; the first tick checks itself. */
  private sealedBefore: string;

  constructor(
    private readonly ticks: TickService,
    private readonly clocks: OutsideClockService,
    private readonly leases: LeaseKeeper,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly answers: AnswerCache,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(PLAYED_PAST) private readonly past: PlayedPast,
  ) {
    this.sealedBefore = this.sealableUntil();
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.environment.polling) return;
    if (this.past.words === null) await this.begin();
    else void this.past.isOver.then(() => this.begin());
  }

  private async begin(): Promise<void> {
    const everyMs = this.environment.pollIntervalSeconds * 1000;
    await this.queue.repeat('tick', everyMs, (signal) => this.tick(signal));
    await this.queue.repeat('surge', SURGE_EVERY_MS, async (signal) => {
      // A tick checks for surges itself.
      if (this.ticking) return;
      await this.between(() => this.lookForSurges(signal));
    });
    await this.queue.repeat('seal', SEAL_EVERY_MS, async (signal) => {
      // A running tick has its own registry stage; if that was too early, the next check follows soon.
      if (this.ticking || this.sealableUntil() === this.sealedBefore) return;
      await this.between(() => this.sealAfterMidnight(signal));
    });
    // In parallel: authorities and witnesses may be slow.
    await this.queue.repeat('outside-clocks', OUTSIDE_CLOCKS_EVERY_MS, (signal) => this.showHead(signal));
  }

  /** All days before this UTC day can be sealed. */
  private sealableUntil(): string {
    return utcDate(this.clock.nowMicros() - SEAL_DELAY_MICROS);
  }

  /** Soon after midnight instead of at the next tick, because an unsealed day can still be appended to. */
  private async sealAfterMidnight(signal: AbortSignal): Promise<void> {
    const day = this.sealableUntil();
    try {
      const [registry] = await this.ticks.runBetween(['registry', 'captures'], signal);
      if (registry?.state !== 'done') return;
      this.sealedBefore = day;
      this.answers.advance();
    } catch (error) {
      this.logger.error(`Not sealed yet: ${(error as Error).message}`);
    }
  }

  /** One process at a time, so that each head is sent once. */
  private async showHead(signal: AbortSignal): Promise<void> {
    try {
      await this.leases.hold(OUTSIDE_CLOCKS_LEASE, signal, async (held) => {
        await this.clocks.run(held);
        return { value: null, report: null };
      });
    } catch (error) {
      this.logger.warn(`No clock outside was asked: ${(error as Error).message}`);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }

  private async between(work: () => Promise<void>): Promise<void> {
    // Runs whether or not the previous work failed.
    const turn = this.working.then(work);
    this.working = turn.catch(() => undefined);
    await turn;
  }

  private async tick(signal: AbortSignal): Promise<void> {
    this.ticking = true;
    try {
      await this.working;
      const report = await this.ticks.run({
        signal,
        onProgress: (event) => {
          this.tell(event);
        },
      });
      const summary = summariseTick(report);
      if (summary !== null) this.logger.log(tickParagraph(summary));
    } catch (error) {
      this.logger.error(`No tick: ${(error as Error).message}`);
    } finally {
      this.ticking = false;
    }
  }

  /** Items also arrive between ticks. A new surge triggers forecasts of its markets at once. */
  private async lookForSurges(signal: AbortSignal): Promise<void> {
    try {
      const [surge] = await this.ticks.runBetween(['surge'], signal);
      const { opened = 0, updated = 0, closed = 0 } = (surge?.figures ?? {}) as Partial<TickFigures['surge']>;
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
