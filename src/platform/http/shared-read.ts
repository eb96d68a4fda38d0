/** For how long what was read is taken to be so still. */
export interface Freshness {
  readonly millis: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** A number that changes with whatever this process knows to have changed the answer. */
  readonly changes: () => number;
}

interface Remembered<T> {
  readonly value: T;
  readonly begun: number;
  readonly changes: number;
}

/**
 * One read for everybody who asked before it began. A caller that asks while one is under way shares the
 * next: an answer is never older than its question, and however many ask there is one read at a time.
 *
 * With a freshness, {@link known} tells at once what was read lately: older than its question by as much
 * as that, and never older than a change of this process.
 */
export class SharedRead<T> {
  private running: Promise<T> | null = null;
  private next: Promise<T> | null = null;
  private remembered: Remembered<T> | null = null;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly freshness: Freshness | null = null,
  ) {}

  /** What was read lately enough, or null where it has to be asked for. */
  known(): T | null {
    if (this.remembered === null || this.freshness === null) return null;
    const { value, begun, changes } = this.remembered;
    const { millis, now, changes: changesNow } = this.freshness;
    const age = now() - begun;
    if (changes !== changesNow() || age >= millis) return null;
    // Read again before it is too old, so that nobody has to wait. A failure shows to who asks next.
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

  /** As old as its beginning: what changes meanwhile may have been missed. */
  private async readAndRemember(): Promise<T> {
    const begun = this.freshness?.now() ?? 0;
    const changes = this.freshness?.changes() ?? 0;
    const value = await this.read();
    this.remembered = { value, begun, changes };
    return value;
  }
}
