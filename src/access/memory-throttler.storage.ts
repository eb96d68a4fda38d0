import type { ThrottlerStorage } from '@nestjs/throttler';
import { nowMillis, type Clock } from '../common/clock';
import { windowIndex, windowRemainder } from './rate-limit';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Subjects counted at most in one window; beyond it the one seen longest ago is forgotten. */
const SUBJECTS_MAX = 500_000;

interface Window {
  index: number;
  readonly hits: Map<string, number>;
}

/**
 * Counters in this process: one number for a subject and a window, found and raised in constant time.
 * When a window ends, all of its numbers are dropped at once, so that memory is bounded by the subjects
 * of the running windows.
 */
export class MemoryThrottlerStorage implements ThrottlerStorage {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Clock) {}

  increment(
    key: string,
    ttlMillis: number,
    limit: number,
    _blockMillis: number,
    throttlerName: string,
  ): Promise<StorageRecord> {
    return Promise.resolve(this.incrementNow(key, ttlMillis, limit, throttlerName));
  }

  /** The same count without a promise: a request that needs nothing else is admitted at once. */
  incrementNow(
    key: string,
    ttlMillis: number,
    limit: number,
    throttlerName: string,
  ): StorageRecord {
    const now = nowMillis(this.clock);
    const { hits } = this.windowOf(throttlerName, windowIndex(now, ttlMillis));
    const totalHits = (hits.get(key) ?? 0) + 1;
    if (totalHits === 1 && hits.size >= SUBJECTS_MAX) forgetOldest(hits);
    hits.set(key, totalHits);
    return storageRecord(totalHits, limit, Math.ceil(windowRemainder(now, ttlMillis) / 1000));
  }

  private windowOf(name: string, index: number): Window {
    let window = this.windows.get(name);
    if (window === undefined) this.windows.set(name, (window = { index, hits: new Map() }));
    if (window.index !== index) {
      window.index = index;
      window.hits.clear();
    }
    return window;
  }
}

/** A count as the throttler's interface has it; times in seconds. */
export const storageRecord = (
  totalHits: number,
  limit: number,
  timeToExpire: number,
): StorageRecord => ({
  totalHits,
  timeToExpire,
  isBlocked: totalHits > limit,
  timeToBlockExpire: timeToExpire,
});

const forgetOldest = (hits: Map<string, number>): void => {
  for (const key of hits.keys()) {
    hits.delete(key);
    return;
  }
};
