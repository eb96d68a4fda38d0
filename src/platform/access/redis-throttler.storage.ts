import { Logger } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { nowMillis, type Clock } from '../common/clock';
import { MemoryThrottlerStorage, storageRecord } from './memory-throttler.storage';
import { windowIndex, windowRemainder } from './rate-limit';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Timeout of Redis, after which a request is counted in memory. */
const COMMAND_TIMEOUT_MILLIS = 250;
/** Keys expire this long after their window, for instances whose clocks differ. */
const GRACE_MILLIS = 60_000;
const WARN_EVERY_MILLIS = 60_000;

/** One Redis key per subject and window. While Redis is unavailable, each instance counts in memory. */
export class RedisThrottlerStorage implements ThrottlerStorage {
  private readonly logger = new Logger(RedisThrottlerStorage.name);
  private readonly redis: Redis;
  private readonly fallback: MemoryThrottlerStorage;
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    url: string,
    private readonly clock: Clock,
  ) {
    this.fallback = new MemoryThrottlerStorage(clock);
    this.redis = new Redis(url, {
      commandTimeout: COMMAND_TIMEOUT_MILLIS,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      lazyConnect: true,
      retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
    });
    // Without a listener, a lost connection would end the process; errors are reported at each use.
    this.redis.on('error', (error: Error) => {
      this.warn(error);
    });
  }

  async connect(): Promise<void> {
    await this.redis.connect().catch((error: unknown) => {
      this.warn(error);
    });
  }

  async increment(
    key: string,
    ttlMillis: number,
    limit: number,
    blockMillis: number,
    throttlerName: string,
  ): Promise<StorageRecord> {
    const now = nowMillis(this.clock);
    const counter = `vedette:limit:${throttlerName}:${windowIndex(now, ttlMillis)}:${key}`;
    const remainder = windowRemainder(now, ttlMillis);
    try {
      const answers = await this.redis
        .multi()
        .incr(counter)
        .pexpire(counter, remainder + GRACE_MILLIS)
        .exec();
      const hits = answers?.[0]?.[1];
      if (typeof hits !== 'number') throw new Error('Redis answered no count');
      return storageRecord(hits, limit, Math.ceil(remainder / 1000));
    } catch (error) {
      this.warn(error);
      return this.fallback.increment(key, ttlMillis, limit, blockMillis, throttlerName);
    }
  }

  close(): void {
    this.redis.disconnect();
  }

  private warn(error: unknown): void {
    const now = nowMillis(this.clock);
    if (now - this.warnedAt < WARN_EVERY_MILLIS) return;
    this.warnedAt = now;
    const { code, name } = error as { code?: string; name?: string };
    this.logger.warn(`Limits are counted in this process, Redis is away: ${code ?? name ?? 'error'}`);
  }
}
