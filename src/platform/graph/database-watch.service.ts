/** How long each step may take, in milliseconds. */
interface WatchTimes {
  /** A question that takes longer than this has the database looked after, and again each time. */
  readonly patienceMs: number;
  /** A look that takes longer than this has found silence; twice in a row, and the database is away. */
  readonly lookMs: number;
  /** Between two looks while the database is away. */
  readonly pauseMs: number;
}

const TIMES: WatchTimes = { patienceMs: 1_000, lookMs: 3_000, pauseMs: 500 };

/** The database was found to be away; has the code of the driver's own error of that meaning. */
export class DatabaseAwayError extends Error {
  readonly code = 'ServiceUnavailable';

  constructor() {
    super('The database does not answer');
  }
}

/**
 * Whether the database is there, so that readers are told at once when it is not: the driver by itself
 * goes on trying for seconds, and waits without end where a network swallows what is sent. Nothing is
 * asked while all is well. A question that is slow makes it look. One look is enough where nobody listens;
 * where somebody listens and says nothing it takes two, for a busy machine is slow too. While the database
 * is away it looks twice a second and every question fails at once.
 */
export class DatabaseWatch {
  private away = false;
  /** Looks in a row that found silence. */
  private silent = 0;
  private looking = false;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<(reason: Error) => void>();

  /**
   * @param look asks the database on a connection of its own; rejects when it is away
   * @param onChange told when it goes away and when it is back
   */
  constructor(
    private readonly look: () => Promise<void>,
    private readonly onChange: (isAway: boolean) => void = () => undefined,
    private readonly times: WatchTimes = TIMES,
  ) {}

  /** What `work` gives. Rejects with {@link DatabaseAwayError} while, or as soon as, the database is away. */
  async whileThere<T>(work: () => Promise<T>): Promise<T> {
    if (this.away) throw new DatabaseAwayError();
    let giveUp: (reason: Error) => void = () => undefined;
    const found = new Promise<never>((_, reject) => (giveUp = reject));
    this.waiting.add(giveUp);
    const impatient = setInterval(() => void this.check(), this.times.patienceMs);
    try {
      return await Promise.race([work(), found]);
    } finally {
      clearInterval(impatient);
      this.waiting.delete(giveUp);
    }
  }

  /** Looks no more. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async check(): Promise<void> {
    if (this.looking || this.closed) return;
    this.looking = true;
    const found = await this.lookInTime();
    this.looking = false;
    this.silent = found === 'silence' ? this.silent + 1 : 0;
    if (found === 'silence' && this.silent < 2) {
      void this.check();
      return;
    }
    this.set(found !== 'there');
    if (found === 'there') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), this.times.pauseMs).unref();
  }

  private async lookInTime(): Promise<'there' | 'refused' | 'silence'> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'silence'>((resolve) => {
      timer = setTimeout(() => {
        resolve('silence');
      }, this.times.lookMs);
    });
    const answer = this.look().then(
      () => 'there' as const,
      () => 'refused' as const,
    );
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private set(away: boolean): void {
    if (away === this.away || this.closed) return;
    this.away = away;
    this.onChange(away);
    if (!away) return;
    for (const giveUp of this.waiting) giveUp(new DatabaseAwayError());
  }
}
