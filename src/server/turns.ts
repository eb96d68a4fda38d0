/** Something that waits for its turn. */
interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}

/** What a kind of work has taken of late, and who waits to do it. */
interface Kind {
  usedMs: number;
  /** Oldest first. */
  readonly waiting: Waiting[];
}

interface TurnsOptions {
  /** So much is done at once. */
  readonly atOnce: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Runs what begins after whatever else is ready to run: work that never waits holds up nobody. */
  readonly soon: (work: () => void) => void;
}

/** What was used counts half after so long. */
const HALF_LIFE_MS = 10_000;
/** A kind whose oldest has waited longer is flooded. */
const PATIENCE_MS = 1_000;
/** Less than this is as good as nothing. */
const FORGOTTEN_MS = 1;

/**
 * Who comes next where more is asked than can be done at once. The next turn goes to the kind of work that has
 * had the least time of late, so that a flood of one kind makes only its own kind wait; and of that kind to the
 * oldest, or, where that has waited for long, to the newest: under a flood those who have waited long have
 * given up or are the flood itself.
 */
export class Turns {
  private readonly kinds = new Map<string, Kind>();
  private active = 0;
  private decayedAt: number;

  constructor(private readonly options: TurnsOptions) {
    this.decayedAt = options.now();
  }

  /**
   * Begins at once or later.
   * @param begin called with what must be called when the work is done; more than once is harmless
   * @returns what gives the place up while it has not begun; afterwards it does nothing
   */
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
