/**
 * How far our clock stands from everybody else's: each upstream states its time in the `Date` header,
 * the median over many hosts is hard to fool. Sealing watches it (a wrong clock must not seal a day).
 */
export class ClockSkew {
  private readonly offsets = new Map<string, number>();

  /** @param hosts most hosts remembered; the oldest goes first */
  constructor(private readonly hosts = 101) {}

  /**
   * One answer. The header has whole seconds and is cut, not rounded: half a second is added.
   *
   * @param serverDate UTC ms of the Date header
   * @param now UTC ms of our clock when the answer came
   */
  observe(host: string, serverDate: number, now: number): void {
    this.offsets.delete(host);
    this.offsets.set(host, now - (serverDate + 500));
    const oldest = this.offsets.keys().next();
    if (this.offsets.size > this.hosts && oldest.done === false) this.offsets.delete(oldest.value);
  }

  /** Microseconds that our clock is ahead (behind when negative), or null with fewer than three hosts. */
  medianMicros(): number | null {
    if (this.offsets.size < 3) return null;
    const sorted = [...this.offsets.values()].sort((a, b) => a - b);
    const high = sorted[sorted.length >> 1] ?? 0;
    const low = sorted[(sorted.length - 1) >> 1] ?? 0;
    return Math.round(((high + low) / 2) * 1000);
  }
}
