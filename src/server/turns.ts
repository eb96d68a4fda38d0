interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}

interface Kind {
  usedMs: number;
  /** Oldest first. */
  readonly waiting: Waiting[];
}

interface TurnsOptions {
  readonly atOnce: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Defers work after everything that is ready, so that synchronous work does not starve others. */
  readonly soon: (work: () => void) => void;
}

const HALF_LIFE_MS = 10_000;
/** A kind whose oldest waits longer is overloaded. */
const PATIENCE_MS = 1_000;
/** Less is treated as zero. */
const FORGOTTEN_MS = 1;

/** The next turn goes to the kind of work with the least recent time: a flood of one kind delays only itself. */
export class Turns {
  private readonly kinds = new Map<string, Kind>();
  private active = 0;
  private decayedAt: number;

  constructor(private readonly options: TurnsOptions) {
    this.decayedAt = options.now();
  }

  /** @param begin called with a function to call when done, safe to repeat @returns cancels the wait */
  take(kind: string, begin: (done: () => void) => void): () => void {
    const waiting: Waiting = {
      since: this.options.now(),
      begin: () => {
        this.run(kind, begin);
      },
    };
    if (this.active < this.options.atOnce) {
      waiting.begin();
      return () => undefined;
    }
    this.kindOf(kind).waiting.push(waiting);
    return () => {
      const queue = this.kinds.get(kind)?.waiting ?? [];
      const place = queue.lastIndexOf(waiting);
      if (place !== -1) queue.splice(place, 1);
    };
  }

  private run(kind: string, begin: (done: () => void) => void): void {
    this.active += 1;
    this.options.soon(() => {
      const begun = this.options.now();
      let done = false;
      begin(() => {
        if (done) return;
        done = true;
        this.active -= 1;
        this.decay();
        this.kindOf(kind).usedMs += this.options.now() - begun;
        this.next();
      });
    });
  }

  private next(): void {
    let least: Kind | null = null;
    for (const kind of this.kinds.values())
      if (kind.waiting.length > 0 && (least === null || kind.usedMs < least.usedMs)) least = kind;
    const { waiting = [] } = least ?? {};
    const oldest = waiting[0];
    if (oldest === undefined) return;
    const flooded = this.options.now() - oldest.since > PATIENCE_MS;
    (flooded ? waiting.pop() : waiting.shift())?.begin();
  }

  private kindOf(name: string): Kind {
    let kind = this.kinds.get(name);
    if (kind === undefined) this.kinds.set(name, (kind = { usedMs: 0, waiting: [] }));
    return kind;
  }

  private decay(): void {
    const now = this.options.now();
    const share = 0.5 ** ((now - this.decayedAt) / HALF_LIFE_MS);
    this.decayedAt = now;
    for (const [name, kind] of this.kinds) {
      kind.usedMs *= share;
      if (kind.usedMs < FORGOTTEN_MS && kind.waiting.length === 0) this.kinds.delete(name);
    }
  }
}
