import { MINUTE_MS } from '../common/durations';
import { formatMillis } from '../common/utc-time';
import { afterFailure, CLOSED_BREAKER, isOpen, type BreakerState } from '../upstream/circuit-breaker';

/** Two failures in a row are tolerated; then ten minutes, doubling up to an hour. */
const POLICY = { tolerated: 2, baseMs: 10 * MINUTE_MS, capMs: 60 * MINUTE_MS };
/** No jitter, because there is one caller. */
const FULL_PAUSE = 1;

/** State of one provider, in memory: a new process tries once. */
export class ProviderBreaker {
  private state: BreakerState = CLOSED_BREAKER;
  private reason = '';

  constructor(private readonly provider: string) {}

  succeeded(): void {
    this.state = CLOSED_BREAKER;
  }

  /** @param reason text without secrets @param now UTC ms @param askedMs delay requested by the provider, or null */
  failed(reason: string, now: number, askedMs: number | null): void {
    this.state = afterFailure(this.state, POLICY, now, FULL_PAUSE, askedMs);
    this.reason = reason;
  }

  get doubtful(): boolean {
    return this.state.failures > 0;
  }

  /** Why the provider is paused, or null. @param now UTC ms */
  closedFor(now: number): string | null {
    return isOpen(this.state, now)
      ? `${this.provider} is left alone until ${formatMillis(this.state.openUntil).slice(0, 19)}Z: ${this.reason}`
      : null;
  }
}
