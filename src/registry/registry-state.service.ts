import { Inject, Injectable, Logger } from '@nestjs/common';
import { UpstreamClient } from '../platform/upstream/upstream.client';

/** What the registry says of itself, on /health, in the digest and in the track record. */
export interface RegistryState {
  /** False when the stored chain did not verify. */
  readonly available: boolean;
  /** True while nothing is signed, appended or sealed. */
  readonly degraded: boolean;
  /** One sentence, or null when all is well. */
  readonly reason: string | null;
}

/** Beyond it neither `made_at` nor a seal would be true. */
const CLOCK_SKEW_MAX_MICROS = 5_000_000;

/** A registry that must not write: the sentence says why. */
export class RegistryDegraded extends Error {}

/** A registry that cannot sign now, because its key or what it has signed cannot be read; what it published stands. */
export class CannotSign extends RegistryDegraded {}

/**
 * Whether the registry may write. A fault is set once and stays until a restart or a clean check,
 * because a log that goes on after a doubt is worth less than one that stops.
 */
@Injectable()
export class RegistryStateService {
  private readonly logger = new Logger('Registry');
  private corrupt: string | null = null;
  private doubt: string | null = null;

  constructor(@Inject(UpstreamClient) private readonly upstream: Pick<UpstreamClient, 'skewMicros'>) {}

  current(): RegistryState {
    const reason = this.corrupt ?? this.doubt ?? this.clockDoubt();
    return { available: this.corrupt === null, degraded: reason !== null, reason };
  }

  /** Whether a fault was set, which a clean check would lift. */
  get faulty(): boolean {
    return this.corrupt !== null || this.doubt !== null;
  }

  /** The stored chain does not verify. */
  setCorrupt(reason: string | null): void {
    if (reason !== null && reason !== this.corrupt) this.logger.error(reason);
    this.corrupt = reason;
  }

  /** Signing or appending would be wrong, though what is published verifies. */
  setDoubt(reason: string | null): void {
    if (reason !== null && reason !== this.doubt) this.logger.error(reason);
    this.doubt = reason;
  }

  /** @throws RegistryDegraded */
  requireSound(): void {
    const { reason } = this.current();
    if (reason !== null) throw new RegistryDegraded(reason);
  }

  private clockDoubt(): string | null {
    const skew = this.upstream.skewMicros();
    if (skew === null || Math.abs(skew) <= CLOCK_SKEW_MAX_MICROS) return null;
    const seconds = Math.round(Math.abs(skew) / 1e6);
    return `This machine's clock is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the upstreams' clocks.`;
  }
}
