export const PLAYED_PAST = Symbol('PlayedPast');

/** The past days that a demo replays before the present; other deployments have none. */
export class PlayedPast {
  /** Resolves at the present, when scheduled work starts. */
  readonly isOver: Promise<void>;
  private end: () => void = () => undefined;
  private reached: { readonly day: number; readonly days: number } | null;

  constructor(days = 0) {
    this.reached = days === 0 ? null : { day: 0, days };
    this.isOver = new Promise((resolve) => {
      this.end = resolve;
    });
    if (days === 0) this.end();
  }

  /** "day 12 of 35", or null at the present. */
  get words(): string | null {
    return this.reached === null ? null : `day ${this.reached.day} of ${this.reached.days}`;
  }

  reach(day: number): void {
    if (this.reached !== null) this.reached = { ...this.reached, day };
  }

  finish(): void {
    this.reached = null;
    this.end();
  }
}
