import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Queue } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../test/support/redis-process';
import { needing } from '../../test/support/tools';
import type { JobQueue } from './job-queue';
import { InProcessQueue, RedisQueue } from './queue.provider';

jest.setTimeout(60_000);

/** Counts its runs, and records whether two of them ever overlapped. */
class Counter {
  runs = 0;
  together = false;
  private working = 0;

  readonly work = async (): Promise<void> => {
    this.working += 1;
    this.together ||= this.working > 1;
    await sleep(20);
    this.working -= 1;
    this.runs += 1;
  };

  async reaches(runs: number): Promise<void> {
    for (let tries = 0; this.runs < runs && tries < 2_500; tries += 1) await sleep(20);
    expect(this.runs).toBeGreaterThanOrEqual(runs);
  }
}

describe('InProcessQueue', () => {
  it('runs at once and again, never twice together, and not after it was closed', async () => {
    const queue = new InProcessQueue(new SchedulerRegistry());
    const counter = new Counter();
    await queue.repeat('count', 5, counter.work);
    await counter.reaches(3);
    await queue.close();

    const { runs } = counter;
    await sleep(50);
    expect(counter).toMatchObject({ runs, together: false });
  });

  it('continues after a turn that failed', async () => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const queue = new InProcessQueue(new SchedulerRegistry());
    const counter = new Counter();
    await queue.repeat('fail', 5, async () => {
      await counter.work();
      throw new Error('not this time');
    });
    await counter.reaches(3);
    await queue.close();

    expect(Logger.prototype.error).toHaveBeenCalledWith('fail failed: not this time');
  });
});

needing('redis-server').describe('RedisQueue', () => {
  const queues: JobQueue[] = [];
  let redis: Awaited<ReturnType<typeof startRedis>>;
  const open = (): RedisQueue => {
    const queue = new RedisQueue(redis.url);
    queues.push(queue);
    return queue;
  };

  beforeEach(async () => {
    redis = await startRedis();
  });

  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.close()));
    redis.stop();
  });

  it('keeps one schedule for all who share the Redis', async () => {
    const counter = new Counter();
    await Promise.all([open(), open()].map((queue) => queue.repeat('count', 200, counter.work)));
    await counter.reaches(4);

    const queue = new Queue('vedette-count', { connection: { url: redis.url } });
    expect(await queue.getJobSchedulersCount()).toBe(1);
    await queue.close();
  });

  it('continues when Redis was restarted without its data', async () => {
    const counter = new Counter();
    await open().repeat('count', 200, counter.work);
    await counter.reaches(2);
    redis.stop();
    redis = await startRedis(redis.port);

    await counter.reaches(counter.runs + 3);
  });

  it('continues when a clock that was two hours ahead has been set right', async () => {
    const counter = new Counter();
    await open().repeat('count', 200, counter.work);
    await counter.reaches(2);
    const queue = new Queue('vedette-count', { connection: { url: redis.url } });
    await queue.removeJobScheduler('count');
    await queue.upsertJobScheduler('count', { every: 200, startDate: Date.now() + 7_200_000 }, { name: 'count' });

    await counter.reaches(counter.runs + 3);
    await queue.close();
  });

  it('begins without Redis, and works as soon as it is there', async () => {
    const { port } = redis;
    redis.stop();
    const counter = new Counter();
    await open().repeat('count', 200, counter.work);
    redis = await startRedis(port);

    await counter.reaches(2);
  });
});
