import type { Clock } from './clock';

/**
 * The machine's clock at microsecond resolution: a wall-clock anchor carried forward by the monotonic
 * counter, taken anew when the two drift apart by more than 50 ms (a clock that was set).
 */
export class SystemClock implements Clock {
  private anchorWall = Date.now();
  private anchorTicks = process.hrtime.bigint();

  nowMicros(): number {
    const elapsed = Number((process.hrtime.bigint() - this.anchorTicks) / 1000n);
    const micros = this.anchorWall * 1000 + elapsed;
    const wall = Date.now();
    if (Math.abs(micros / 1000 - wall) <= 50) return micros;
    this.anchorWall = wall;
    this.anchorTicks = process.hrtime.bigint();
    return wall * 1000;
  }
}
