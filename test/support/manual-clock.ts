import type { Clock } from '../../src/platform/common/clock';

/** A clock that stands still until it is set. */
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
