import type { Clock } from '../platform/common/clock';
import { SystemClock } from '../platform/common/system-clock.provider';

/** The demo's clock: set by the demo while the past is built, the system clock from then on. */
export class DemoClock implements Clock {
  private readonly system = new SystemClock();
  private held: number | null = null;

  nowMicros(): number {
    return this.held ?? this.system.nowMicros();
  }

  /** Stops at an instant, UTC ms. */
  hold(millis: number): void {
    this.held = millis * 1000;
  }

  get isHeld(): boolean {
    return this.held !== null;
  }

  release(): void {
    this.held = null;
  }
}
