import { Inject, Injectable, Logger } from '@nestjs/common';
import { clockWrong } from '../platform/upstream/clock-skew';
import { UpstreamClient } from '../platform/upstream/upstream.client';

/** State of the registry in /health, the digest and the track record. */
export interface RegistryState {
  /** False when the stored chain did not verify. */
  readonly available: boolean;
  /** True while signing, appending and sealing are stopped. */
  readonly degraded: boolean;
  /** One sentence, or null when all is well. */
  readonly reason: string | null;
}

/** The registry must not write, for the reason in the message. */
export class RegistryDegraded extends Error {}

/** The registry cannot sign now, because its key or its signed head cannot be read; published files stay valid. */
export class CannotSign extends RegistryDegraded {}

/** Whether the registry may write. A fault stays until a restart or a clean check, since a log in doubt must not grow. */
@Injectable()
export class RegistryStateService {
  private readonly logger = new Logger('Registry');
  private corrupt: string | null = null;
  private doubt: string | null = null;

  constructor(@Inject(UpstreamClient) private readonly upstream: Pick<UpstreamClient, 'skewMicros'>) {}

  current(): RegistryState {
    const reason = this.corrupt ?? this.doubt ?? clockWrong(this.upstream.skewMicros())?.message ?? null;
    return { available: this.corrupt === null, degraded: reason !== null, reason };
  }

  get faulty(): boolean {
    return this.corrupt !== null || this.doubt !== null;
  }

  /** Sets that the stored chain does not verify. */
  setCorrupt(reason: string | null): void {
    if (reason !== null && reason !== this.corrupt) this.logger.error(reason);
    this.corrupt = reason;
  }

  /** Sets that signing or appending would be wrong, though published files verify. */
  setDoubt(reason: string | null): void {
    if (reason !== null && reason !== this.doubt) this.logger.error(reason);
    this.doubt = reason;
  }

  /** @throws RegistryDegraded */
  requireSound(): void {
    const { reason } = this.current();
    if (reason !== null) throw new RegistryDegraded(reason);
  }
}
