import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Provider } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { errorMessage } from '../platform/common/error-message';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { JOB_QUEUE, type JobQueue } from './job-queue';

/** Most milliseconds that a stop waits for work in progress; what is left then is redone at the next start. */
const STOP_MS = 8_000;

/** Nest's scheduler in this process: nothing else to run, and enough for one machine. */
export class InProcessQueue implements JobQueue {
  private readonly logger = new Logger('Queue');
  private readonly stopping = new AbortController();
  private readonly running = new Map<string, Promise<void>>();
  private readonly names: string[] = [];

  constructor(private readonly scheduler: SchedulerRegistry) {}

  repeat(name: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const turn = (): void => {
      if (this.running.has(name) || this.stopping.signal.aborted) return;
      const run = work(this.stopping.signal)
        .catch((error: unknown) => {
          this.logger.error(`${name} failed: ${errorMessage(error)}`);
        })
        .finally(() => this.running.delete(name));
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
    await Promise.race([Promise.allSettled(this.running.values()), sleep(STOP_MS, undefined, { ref: false })]);
  }
}

/** Most milliseconds between two tries to reach a Redis that is away. */
const RECONNECT_MAX_MS = 2_000;
/** Most milliseconds between two looks whether Redis still knows the schedule. */
const LOOK_MS = 30_000;

/**
 * BullMQ on Redis: of all instances one takes each turn. A Redis that keeps nothing forgets the schedule
 * when it is started again, and a clock that stood ahead leaves a next turn far away, so each instance sees
 * to it that the schedule stands there and is near.
 */
export class RedisQueue implements JobQueue {
  private readonly stopping = new AbortController();
  private readonly closers: (() => Promise<void>)[] = [];

  constructor(private readonly redisUrl: string) {}

  async repeat(name: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    // Loaded only where it is used.
    const { Queue, Worker } = await import('bullmq');
    const connection = {
      url: this.redisUrl,
      maxRetriesPerRequest: null,
      // BullMQ's own pauses grow to twenty seconds, in which a Redis that is back is not seen.
      retryStrategy: (times: number) => Math.min(times * 200, RECONNECT_MAX_MS),
    };
    const queue = new Queue(`vedette-${name}`, { connection });
    const worker = new Worker(`vedette-${name}`, () => work(this.stopping.signal), {
      connection,
      concurrency: 1,
      lockDuration: 60_000,
      // The turn of an instance that was killed is taken up by another, as often as that happens.
      maxStalledCount: 10,
    });
    // A worker without a listener turns a lost connection into an uncaught error.
    worker.on('error', () => undefined);
    queue.on('error', () => undefined);
    // Upserted by every instance under one id: it fires once per interval in the whole deployment.
    const options = { removeOnComplete: 10, removeOnFail: 50 };
    const schedule = async (): Promise<void> => {
      await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: options });
      // The scheduler's next turn may be minutes away after a restart.
      await queue.add(name, {}, { ...options, deduplication: { id: `${name}-at-once` } });
    };
    /** False where Redis has lost the schedule, or holds a next turn by a clock that stood ahead. */
    const isScheduled = async (): Promise<boolean> => {
      const { next } = (await queue.getJobScheduler(name)) ?? {};
      if (next !== undefined && next <= Date.now() + 2 * everyMs) return true;
      // The turns that follow would be counted from that one.
      await queue.removeJobScheduler(name);
      return false;
    };
    const begin = async (): Promise<void> => {
      await isScheduled();
      await schedule();
    };
    const look = async (): Promise<void> => {
      if (!(await isScheduled())) await schedule();
    };
    const stopLooking = keepDoing(begin, look, Math.min(everyMs, LOOK_MS));
    this.closers.push(async () => {
      stopLooking();
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

/**
 * Does `first`, then `again` and again, each after the one before: a command waits for as long as Redis is
 * away, and nobody waits for it.
 */
const keepDoing = (first: () => Promise<void>, again: () => Promise<void>, everyMs: number): (() => void) => {
  let work = first;
  let busy = false;
  const turn = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await work();
      work = again;
    } catch {
      // Redis is away or going away; the next turn tries again.
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void turn(), everyMs);
  void turn();
  return () => {
    clearInterval(timer);
  };
};

export const queueProvider: Provider = {
  provide: JOB_QUEUE,
  inject: [ENVIRONMENT, SchedulerRegistry],
  useFactory: (environment: Environment, scheduler: SchedulerRegistry): JobQueue =>
    environment.redisUrl === null ? new InProcessQueue(scheduler) : new RedisQueue(environment.redisUrl),
};
