import type { ThrottlerStorage } from '@nestjs/throttler';
import { nowMillis, type Clock } from '../common/clock';
import { windowIndex, windowRemainder } from './rate-limit';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Subjects counted at most in one window of one policy. */
export const SUBJECTS_MAX = 100_000;

/**
 * The counts of one window in two generations of half the subjects each. A subject that asks moves into the
 * younger one; when that is full it becomes the older one, and what was the older one is dropped as a whole.
 * So nobody is forgotten who asks once while half as many others do, and no request pays for the cleaning:
 * a `Map` that loses its first entry again and again is walked from its beginning each time.
 */
class Window {
  private younger = new Map<string, number>();
  private older = new Map<string, number>();

  constructor(readonly index: number) {}

  /** Counts once more; the count. */
  raise(subject: string): number {
    const hits = (this.younger.get(subject) ?? this.older.get(subject) ?? 0) + 1;
    this.younger.set(subject, hits);
    if (this.younger.size >= SUBJECTS_MAX / 2) {
      this.older = this.younger;
      this.younger = new Map();
    }
    return hits;
  }

  get size(): number {
    return this.younger.size + this.older.size;
  }
}

/**
 * Counters in this process: one number for a subject and a window, found and raised in constant time.
 * When a window ends, all of its numbers are dropped at once, so that memory is bounded by the subjects
 * of the running windows, and those by {@link SUBJECTS_MAX} for each policy.
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
  incrementNow(key: string, ttlMillis: number, limit: number, throttlerName: string): StorageRecord {
    const now = nowMillis(this.clock);
    const window = this.windowOf(throttlerName, windowIndex(now, ttlMillis));
    return storageRecord(window.raise(key), limit, Math.ceil(windowRemainder(now, ttlMillis) / 1000));
  }

  /** How many counts are held, of all policies together. */
  get size(): number {
    return [...this.windows.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private windowOf(name: string, index: number): Window {
    const known = this.windows.get(name);
    if (known?.index === index) return known;
    const window = new Window(index);
    this.windows.set(name, window);
    return window;
  }
}

/** A count as the throttler's interface has it; times in seconds. */
export const storageRecord = (totalHits: number, limit: number, timeToExpire: number): StorageRecord => ({
  totalHits,
  timeToExpire,
  isBlocked: totalHits > limit,
  timeToBlockExpire: timeToExpire,
});
