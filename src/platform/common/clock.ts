/**
 * Time, injected. Every instant that Vedette reads comes through a {@link Clock}, so that a test or
 * the demo can replay a day and get the same bytes.
 */
export interface Clock {
  /** UTC microseconds since the Unix epoch; a safe integer. */
  nowMicros(): number;
}

/** Nest token of the {@link Clock}. */
export const CLOCK = Symbol('Clock');

/** UTC milliseconds since the Unix epoch, floored. */
export const nowMillis = (clock: Clock): number => Math.floor(clock.nowMicros() / 1000);

/** A clock that stands still until it is moved: for tests, and for the demo's past. */
export class ManualClock implements Clock {
  constructor(private micros: number) {}

  nowMicros(): number {
    return this.micros;
  }

  set(micros: number): void {
    this.micros = micros;
  }

  advance(micros: number): void {
    this.micros += micros;
  }
}
