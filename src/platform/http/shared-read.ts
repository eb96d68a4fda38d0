/** How long a result counts as current. */
interface Freshness {
  readonly millis: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** A counter that changes with every local change of the result. */
  readonly changes: () => number;
}

interface Remembered<T> {
  readonly value: T;
  readonly begun: number;
  readonly changes: number;
}

/** Callers during a read share the next one: a result is never older than its request, and one read runs at a time. */
export class SharedRead<T> {
  private running: Promise<T> | null = null;
  private next: Promise<T> | null = null;
  private remembered: Remembered<T> | null = null;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly freshness: Freshness,
  ) {}

  known(): T | null {
    if (this.remembered === null) return null;
    const { value, begun, changes } = this.remembered;
    const { millis, now, changes: changesNow } = this.freshness;
    const age = now() - begun;
    if (changes !== changesNow() || age >= millis) return null;
    // Refreshed early, so that no caller waits. Errors appear at the next call.
    if (age >= millis / 2 && this.running === null) void this.ask().catch(() => undefined);
    return value;
  }

  ask(): Promise<T> {
    if (this.next !== null) return this.next;
    if (this.running === null) return this.begin();
    const begin = (): Promise<T> => this.begin();
    this.next = this.running.then(begin, begin);
    return this.next;
  }

  private begin(): Promise<T> {
    this.next = null;
    const running = this.readAndRemember().finally(() => {
      if (this.running === running) this.running = null;
    });
    this.running = running;
    return running;
  }

  /** As old as its start: later changes may be missed. */
  private async readAndRemember(): Promise<T> {
    const begun = this.freshness.now();
    const changes = this.freshness.changes();
    const value = await this.read();
    this.remembered = { value, begun, changes };
    return value;
  }
}
