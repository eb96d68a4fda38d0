/** Nest token of the {@link PlayedPast}. */
export const PLAYED_PAST = Symbol('PlayedPast');

/** The days that a demo lives through before the present; every other deployment has none. */
export class PlayedPast {
  /** Resolves when the present is reached: what runs on schedule begins then. */
  readonly isOver: Promise<void>;
  private end: () => void = () => undefined;
  private reached: { readonly day: number; readonly days: number } | null;

  /** @param days to be lived through; none: the present from the start */
  constructor(days = 0) {
    this.reached = days === 0 ? null : { day: 0, days };
    this.isOver = new Promise((resolve) => {
      this.end = resolve;
    });
    if (days === 0) this.end();
  }

  /** "day 12 of 35", or null when the present is reached. */
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
