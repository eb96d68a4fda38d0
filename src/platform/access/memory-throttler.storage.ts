import type { ThrottlerStorage } from '@nestjs/throttler';
import { nowMillis, type Clock } from '../common/clock';
import { windowIndex, windowRemainder } from './rate-limit';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

export const SUBJECTS_MAX = 100_000;

/**
 * The counts of one window in two generations, each with half the subjects. A counted subject moves to the younger one;
 * when that is full, it becomes the older one, and the previous older one is dropped. So a subject is kept
 * while fewer than half of {@link SUBJECTS_MAX} others are counted in between, and no request pays for eviction:
 * deleting the first entry of a `Map` repeatedly is slow, because each deletion scans from the start.
 */
class Window {
  private younger = new Map<string, number>();
  private older = new Map<string, number>();

  constructor(readonly index: number) {}

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

/** Counters in memory by subject and window, at most {@link SUBJECTS_MAX} per policy; dropped when the window ends. */
export class MemoryThrottlerStorage implements ThrottlerStorage {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Clock) {}

  increment(key: string, ttlMillis: number, limit: number, _blockMillis: number, name: string): Promise<StorageRecord> {
    const now = nowMillis(this.clock);
    const window = this.windowOf(name, windowIndex(now, ttlMillis));
    const timeToExpire = Math.ceil(windowRemainder(now, ttlMillis) / 1000);
    return Promise.resolve(storageRecord(window.raise(key), limit, timeToExpire));
  }

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

/** A count in the throttler's format; times in seconds. */
export const storageRecord = (totalHits: number, limit: number, timeToExpire: number): StorageRecord => ({
  totalHits,
  timeToExpire,
  isBlocked: totalHits > limit,
  timeToBlockExpire: timeToExpire,
});
