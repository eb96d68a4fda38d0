/**
 * Group commit: results that arrive during a write are stored together next: large transactions under load, no delay
 * otherwise. While one batch is written, the next is prepared and its write started.
 */
import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<T, R> {
  readonly entry: T;
  readonly weight: number;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

export interface Lingering {
  readonly moreComing: () => boolean;
  /** Maximum wait for further entries, milliseconds. */
  readonly lingerMs: number;
}

const NO_LINGERING: Lingering = { moreComing: () => false, lingerMs: 0 };
const LOOK_MS = 5;
/** The database works on one write while it commits another; more would only wait for each other. */
const WRITES_MAX = 2;

/** Batches are prepared one after the other and written two at a time. */
interface BatchStore<T, P, R> {
  /** May see entries twice: a failed batch is retried one by one. */
  readonly prepare: (entries: readonly T[]) => Promise<P>;
  /** Stores entries together, all or nothing; results in the order of the entries. */
  readonly write: (entries: readonly T[], prepared: P) => Promise<readonly R[]>;
}

export class BatchWriter<T, R, P = void> {
  private readonly waiting: Waiting<T, R>[] = [];
  private readonly writes = new Set<Promise<void>>();
  private running: Promise<void> | null = null;

  /**
   * @param weightMax maximum weight of one write; a heavier entry is written alone
   * @param lingering when a write should wait for further entries
   */
  constructor(
    private readonly batches: BatchStore<T, P, R>,
    private readonly weightMax: number,
    private readonly lingering: Lingering = NO_LINGERING,
  ) {}

  /** Resolves with the entry's result once stored; rejects on failure. */
  add(entry: T, weight: number): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.waiting.push({ entry, weight, resolve, reject });
      this.running ??= this.drain().finally(() => {
        this.running = null;
      });
    });
  }

  private async drain(): Promise<void> {
    // One turn of the event loop first, so that entries ready now share a batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      await this.linger();
      const batch = this.take();
      const prepared = await this.prepare(batch);
      while (this.writes.size >= WRITES_MAX) await Promise.race(this.writes);
      const write: Promise<void> = this.store(batch, prepared).finally(() => {
        this.writes.delete(write);
      });
      this.writes.add(write);
      if (this.waiting.length === 0) await Promise.race(this.writes);
    }
  }

  /** A transaction costs about the same for one entry and for fifty, so entries about to arrive are awaited. */
  private async linger(): Promise<void> {
    const until = performance.now() + this.lingering.lingerMs;
    const isFull = (): boolean => this.waiting.reduce((sum, { weight }) => sum + weight, 0) >= this.weightMax;
    while (!isFull() && this.lingering.moreComing() && performance.now() < until) await sleep(LOOK_MS);
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

  private async prepare(batch: readonly Waiting<T, R>[]): Promise<Prepared<P>> {
    try {
      return { value: await this.batches.prepare(batch.map(({ entry }) => entry)) };
    } catch (error) {
      return { error };
    }
  }

  /** One failing entry must not fail the others: a failed batch is retried one by one. */
  private async store(batch: readonly Waiting<T, R>[], prepared: Prepared<P>): Promise<void> {
    try {
      if ('error' in prepared) throw prepared.error;
      const entries = batch.map(({ entry }) => entry);
      const results = await this.batches.write(entries, prepared.value);
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as R);
      });
    } catch (error) {
      if (batch.length > 1) for (const one of batch) await this.store([one], await this.prepare([one]));
      else batch[0]?.reject(error);
    }
  }
}

type Prepared<P> = { readonly value: P } | { readonly error: unknown };
