/**
 * Group commit: results that arrive while a write is under way wait and are written together next. One
 * writer at a time, as the graph likes it; few large transactions when much arrives, no delay when nothing
 * more is on its way.
 */
import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<T, R> {
  readonly entry: T;
  readonly weight: number;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

export interface Lingering {
  /** Whether further entries are on their way. */
  readonly moreComing: () => boolean;
  /** Most milliseconds that entries wait for them. */
  readonly lingerMs: number;
}

const NO_LINGERING: Lingering = { moreComing: () => false, lingerMs: 0 };
const LOOK_MS = 5;

export class BatchWriter<T, R> {
  private readonly waiting: Waiting<T, R>[] = [];
  private running: Promise<void> | null = null;

  /**
   * @param write stores entries together, all or nothing; results in the order of the entries
   * @param weightMax most weight of one write; a heavier entry is written alone
   * @param lingering when a write should rather wait for what is about to arrive
   */
  constructor(
    private readonly write: (entries: readonly T[]) => Promise<readonly R[]>,
    private readonly weightMax: number,
    private readonly lingering: Lingering = NO_LINGERING,
  ) {}

  /** Resolves with the entry's result once it is stored; rejects when it could not be. */
  add(entry: T, weight: number): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.waiting.push({ entry, weight, resolve, reject });
      this.running ??= this.drain().finally(() => {
        this.running = null;
      });
    });
  }

  private async drain(): Promise<void> {
    // One turn of the event loop first, so that what is ready now goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      await this.linger();
      await this.store(this.take());
    }
  }

  /** A transaction costs about the same for one entry and for fifty: those that are near are waited for. */
  private async linger(): Promise<void> {
    const until = performance.now() + this.lingering.lingerMs;
    const isFull = (): boolean =>
      this.waiting.reduce((sum, { weight }) => sum + weight, 0) >= this.weightMax;
    while (!isFull() && this.lingering.moreComing() && performance.now() < until)
      await sleep(LOOK_MS);
  }

  private take(): Waiting<T, R>[] {
    let weight = 0;
    let count = 0;
    for (const { weight: next } of this.waiting) {
      if (count > 0 && weight + next > this.weightMax) break;
      weight += next;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  /** One failing entry must not take others down with it: a batch that fails is repeated one by one. */
  private async store(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.write(batch.map(({ entry }) => entry));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as R);
      });
    } catch (error) {
      if (batch.length > 1) for (const one of batch) await this.store([one]);
      else batch[0]?.reject(error);
    }
  }
}
