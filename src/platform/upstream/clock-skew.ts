import { median } from '../common/median';

/** Upstreams send their time in the `Date` header; the median over many hosts is robust. */
export class ClockSkew {
  /** UTC ms of each host at counter zero. */
  private readonly epochs = new Map<string, number>();

  /** @param hosts maximum number of hosts; the oldest is evicted first */
  constructor(private readonly hosts = 101) {}

  /** The header is truncated to seconds. @param serverDate UTC ms of it @param counted monotonic ms at the response */
  observe(host: string, serverDate: number, counted: number): void {
    this.epochs.delete(host);
    this.epochs.set(host, serverDate + 500 - counted);
    const oldest = this.epochs.keys().next();
    if (this.epochs.size > this.hosts && oldest.done === false) this.epochs.delete(oldest.value);
  }

  /** Negative: behind; null with fewer than three hosts. @param now UTC ms of our clock @param counted monotonic ms */
  medianMicros(now: number, counted: number): number | null {
    if (this.epochs.size < 3) return null;
    return Math.round((now - counted - median([...this.epochs.values()])) * 1000);
  }
}
