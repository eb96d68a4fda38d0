import type { Clock } from './clock';

/** A wall-clock anchor plus the monotonic counter, renewed when they differ by more than 50 ms (the clock was set). */
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
