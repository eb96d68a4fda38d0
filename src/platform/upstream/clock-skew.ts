import { median } from '../common/median';

/** With more skew, times stored now would be wrong. */
const SKEW_MAX_MICROS = 5_000_000;

/** Nothing may be stored with a time: this machine's clock is wrong. */
export class ClockWrong extends Error {}

/** @param skewMicros by which our clock is ahead of the upstreams', or null if unknown. @returns null if it is right */
export const clockWrong = (skewMicros: number | null): ClockWrong | null => {
  if (skewMicros === null || Math.abs(skewMicros) <= SKEW_MAX_MICROS) return null;
  const seconds = Math.round(Math.abs(skewMicros) / 1e6);
  return new ClockWrong(
    `This machine's clock is ${seconds} s ${skewMicros > 0 ? 'ahead of' : 'behind'} the upstreams' clocks.`,
  );
};

/** Upstreams send their time in the `Date` header; the median over many hosts is robust. */
export class ClockSkew {
  /** Earliest and latest UTC ms of each host at counter zero. */
  private readonly epochs = new Map<string, { readonly from: number; readonly to: number }>();

  /** @param hosts maximum number of hosts; the oldest is evicted first */
  constructor(private readonly hosts = 101) {}

  /**
   * The header is truncated to seconds, and was written at any time between question and answer.
   *
   * @param serverDate UTC ms of it
   * @param asked ms of the counter at the question
   * @param answered ms of the counter at the answer
   */
  observe(host: string, serverDate: number, asked: number, answered: number): void {
    this.epochs.delete(host);
    this.epochs.set(host, { from: serverDate - answered, to: serverDate + 1_000 - asked });
    const oldest = this.epochs.keys().next();
    if (this.epochs.size > this.hosts && oldest.done === false) this.epochs.delete(oldest.value);
  }

  /**
   * The least skew that explains the answers; negative: behind; null with fewer than three hosts.
   *
   * @param now UTC ms of our clock
   * @param counted ms of the counter
   */
  medianMicros(now: number, counted: number): number | null {
    if (this.epochs.size < 3) return null;
    const own = now - counted;
    const skews = [...this.epochs.values()].map(({ from, to }) => own - Math.min(Math.max(own, from), to));
    return Math.round(median(skews) * 1000);
  }
}
