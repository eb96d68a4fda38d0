import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PLAYED_PAST, type PlayedPast } from '../../platform/common/played-past';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { WebhooksService } from './webhooks.service';

const LOOK_EVERY_MS = 5_000;
/** Number of polls between two prunings. */
const PRUNE_EVERY = 720;

/** Independently of ticks, and only in the serving process (`POLLING`); several instances share the queue. */
@Injectable()
export class WebhookRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Webhooks');
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> = Promise.resolve();
  private stopped = false;
  private looks = 0;
  private failing = false;

  constructor(
    private readonly webhooks: WebhooksService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(PLAYED_PAST) private readonly past: PlayedPast,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.environment.polling) return;
    await this.webhooks.applyEnvironment();
    // A demo's replayed past causes no events.
    void this.past.isOver.then(() => {
      this.again();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.working;
    await this.webhooks.close();
  }

  private again(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.working = this.look().finally(() => {
        this.again();
      });
    }, LOOK_EVERY_MS).unref();
  }

  private async look(): Promise<void> {
    try {
      await this.webhooks.collect();
      await this.webhooks.send();
      this.looks += 1;
      if (this.looks % PRUNE_EVERY === 0) await this.webhooks.prune();
      this.failing = false;
    } catch (error) {
      // Logged once per outage of the database.
      if (!this.failing) this.logger.warn(`No look for events: ${(error as Error).message}`);
      this.failing = true;
    }
  }
}
