import { setTimeout as sleep } from 'node:timers/promises';

interface WatchTimes {
  /** A query that takes longer starts a probe, repeatedly. */
  readonly patienceMs: number;
  /** Timeout of a probe; after two in a row the database counts as unavailable. */
  readonly lookMs: number;
  /** Pause between probes while the database is unavailable. */
  readonly pauseMs: number;
}

const TIMES: WatchTimes = { patienceMs: 1_000, lookMs: 3_000, pauseMs: 500 };

/** The database is unavailable; has the code of the driver's own error. */
export class DatabaseAwayError extends Error {
  readonly code = 'ServiceUnavailable';

  constructor() {
    super('The database does not answer');
  }
}

/** The driver alone waits for seconds or forever. Only a slow query starts a probe; a busy machine may miss one. */
export class DatabaseWatch {
  private away = false;
  private silent = 0;
  private looking = false;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<(reason: Error) => void>();

  /** @param look probes the database on a new connection; rejects if unavailable */
  constructor(
    private readonly look: () => Promise<void>,
    private readonly onChange: (isAway: boolean) => void = () => undefined,
    private readonly times: WatchTimes = TIMES,
  ) {}

  /** Result of `work`. Rejects with {@link DatabaseAwayError} while, or as soon as, the database is unavailable. */
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
    const answer = this.look().then(
      () => 'there' as const,
      () => 'refused' as const,
    );
    return Promise.race([answer, sleep(this.times.lookMs, 'silence' as const, { ref: false })]);
  }

  private set(away: boolean): void {
    if (away === this.away || this.closed) return;
    this.away = away;
    this.onChange(away);
    if (!away) return;
    for (const giveUp of this.waiting) giveUp(new DatabaseAwayError());
  }
}
