import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Provider } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { errorMessage } from '../platform/common/error-message';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { JOB_QUEUE, type JobQueue } from './job-queue';

/** Maximum wait for running work at a stop, milliseconds; the next start redoes the rest. */
const STOP_MS = 8_000;

/** Nest's scheduler in this process, enough for one machine. */
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

/** Maximum delay between reconnection attempts to Redis, milliseconds. */
const RECONNECT_MAX_MS = 2_000;
/** Interval of checks that Redis still has the schedule, milliseconds. */
const LOOK_MS = 30_000;

/**
 * BullMQ on Redis: one of all instances takes each turn. A Redis without persistence loses the schedule at a restart,
 * and a clock that was ahead leaves a next turn far in the future, so each instance checks the schedule.
 */
export class RedisQueue implements JobQueue {
  private readonly stopping = new AbortController();
  private readonly closers: (() => Promise<void>)[] = [];

  constructor(private readonly redisUrl: string) {}

  async repeat(name: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    // Loaded on demand.
    const { Queue, Worker } = await import('bullmq');
    const connection = {
      url: this.redisUrl,
      maxRetriesPerRequest: null,
      // BullMQ's own delays grow to twenty seconds, which would delay the reconnection.
      retryStrategy: (times: number) => Math.min(times * 200, RECONNECT_MAX_MS),
    };
    const queue = new Queue(`vedette-${name}`, { connection });
    const worker = new Worker(`vedette-${name}`, () => work(this.stopping.signal), {
      connection,
      concurrency: 1,
      lockDuration: 60_000,
      // Other instances take over the turns of a killed one, without a limit in practice.
      maxStalledCount: 10,
    });
    // Without a listener, a lost connection is an uncaught error.
    worker.on('error', () => undefined);
    queue.on('error', () => undefined);
    // Upserted by every instance under one id: it fires once per interval in the whole deployment.
    const options = { removeOnComplete: 10, removeOnFail: 50 };
    const schedule = async (): Promise<void> => {
      await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: options });
      // The scheduler's next turn may be minutes away after a restart.
      await queue.add(name, {}, { ...options, deduplication: { id: `${name}-at-once` } });
    };
    /** False when Redis lost the schedule, or its next turn is too far in the future. */
    const isScheduled = async (): Promise<boolean> => {
      const { next } = (await queue.getJobScheduler(name)) ?? {};
      if (next !== undefined && next <= Date.now() + 2 * everyMs) return true;
      // Later turns would be counted from that one.
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

/** Runs `first`, then `again` at an interval, never concurrently, without making callers wait for Redis. */
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
      // Redis is down; the next turn retries.
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
