/** Injected time, so that tests and the demo can replay a day with identical results. */
export interface Clock {
  /** UTC microseconds since the Unix epoch; a safe integer. */
  nowMicros(): number;
}

export const CLOCK = Symbol('Clock');

/** UTC milliseconds since the Unix epoch, floored. */
export const nowMillis = (clock: Clock): number => Math.floor(clock.nowMicros() / 1000);
