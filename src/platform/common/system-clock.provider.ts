import type { Clock } from './clock';

/**
 * The machine's clock at microsecond resolution: a wall-clock anchor carried forward by the monotonic
 * counter, taken anew when the two drift apart by more than 50 ms (a clock that was set).
 */
export class SystemClock implements Clock {
  private anchorWall = Date.now();
  private anchorMillis = performance.now();

  nowMicros(): number {
    const elapsed = Math.floor((performance.now() - this.anchorMillis) * 1000);
    const micros = this.anchorWall * 1000 + elapsed;
    const wall = Date.now();
    if (Math.abs(micros / 1000 - wall) <= 50) return micros;
    this.anchorWall = wall;
    this.anchorMillis = performance.now();
    return wall * 1000;
  }
}
