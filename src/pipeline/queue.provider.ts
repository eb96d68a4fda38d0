import { setTimeout as sleep } from 'node:timers/promises';
import type { Provider } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { JOB_QUEUE, type JobQueue } from './job-queue';

/** Most milliseconds that a stop waits for work in progress; what is left then is redone at the next start. */
const STOP_MS = 8_000;

/** Nest's scheduler in this process: nothing else to run, and enough for one machine. */
export class InProcessQueue implements JobQueue {
  private readonly stopping = new AbortController();
  private readonly running = new Map<string, Promise<void>>();
  private readonly names: string[] = [];

  constructor(private readonly scheduler: SchedulerRegistry) {}

  repeat(
    name: string,
    everyMs: number,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const turn = (): void => {
      if (this.running.has(name) || this.stopping.signal.aborted) return;
      const run = work(this.stopping.signal).finally(() => this.running.delete(name));
      this.running.set(name, run);
    };
    this.scheduler.addInterval(name, setInterval(turn, everyMs));
    this.names.push(name);
    turn();
    return Promise.resolve();
  }

  async close(): Promise<void> {
    for (const name of this.names.splice(0)) this.scheduler.deleteInterval(name);
    this.stopping.abort(new Error('The service stops'));
    await Promise.race([
      Promise.allSettled(this.running.values()),
      sleep(STOP_MS, undefined, { ref: false }),
    ]);
  }
}

/** BullMQ on Redis: of all instances one takes each turn. */
export class RedisQueue implements JobQueue {
  private readonly stopping = new AbortController();
  private readonly closers: (() => Promise<void>)[] = [];

  constructor(private readonly redisUrl: string) {}

  async repeat(
    name: string,
    everyMs: number,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    // Loaded only where it is used.
    const { Queue, Worker } = await import('bullmq');
    const connection = { url: this.redisUrl, maxRetriesPerRequest: null };
    const queue = new Queue(`vedette-${name}`, { connection });
    const worker = new Worker(`vedette-${name}`, () => work(this.stopping.signal), {
      connection,
      concurrency: 1,
      lockDuration: 60_000,
    });
    // A worker without a listener turns a lost connection into an uncaught error.
    worker.on('error', () => undefined);
    queue.on('error', () => undefined);
    // Upserted by every instance under one id: it fires once per interval in the whole deployment.
    const options = { removeOnComplete: 10, removeOnFail: 50 };
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: options });
    // The scheduler's next turn may be minutes away after a restart.
    await queue.add(name, {}, { ...options, deduplication: { id: `${name}-at-once` } });
    this.closers.push(async () => {
      await worker.close();
      await queue.close();
    });
  }

  async close(): Promise<void> {
    this.stopping.abort(new Error('The service stops'));
    await Promise.race([
      Promise.allSettled(this.closers.map((close) => close())),
      sleep(STOP_MS, undefined, { ref: false }),
    ]);
  }
}

export const queueProvider: Provider = {
  provide: JOB_QUEUE,
  inject: [ENVIRONMENT, SchedulerRegistry],
  useFactory: (environment: Environment, scheduler: SchedulerRegistry): JobQueue =>
    environment.redisUrl === null
      ? new InProcessQueue(scheduler)
      : new RedisQueue(environment.redisUrl),
};
