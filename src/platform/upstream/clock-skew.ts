import { median } from '../common/median';

/**
 * How far our clock stands from everybody else's: each upstream states its time in the `Date` header,
 * the median over many hosts is hard to fool. What is kept is their time against a count of ours that
 * nobody can set, so that a clock which was set after the last answer is seen at once.
 */
export class ClockSkew {
  /** UTC ms of each host at the zero of the count. */
  private readonly epochs = new Map<string, number>();

  /** @param hosts most hosts remembered; the oldest goes first */
  constructor(private readonly hosts = 101) {}

  /**
   * One answer. The header has whole seconds and is cut, not rounded: half a second is added.
   *
   * @param serverDate UTC ms of the Date header
   * @param counted ms of a monotonic count when the answer came
   */
  observe(host: string, serverDate: number, counted: number): void {
    this.epochs.delete(host);
    this.epochs.set(host, serverDate + 500 - counted);
    const oldest = this.epochs.keys().next();
    if (this.epochs.size > this.hosts && oldest.done === false) this.epochs.delete(oldest.value);
  }

  /**
   * Microseconds that our clock is ahead (behind when negative), or null with fewer than three hosts.
   *
   * @param now UTC ms of our clock
   * @param counted ms of the monotonic count at the same moment
   */
  medianMicros(now: number, counted: number): number | null {
    if (this.epochs.size < 3) return null;
    return Math.round((now - counted - median([...this.epochs.values()])) * 1000);
  }
}
