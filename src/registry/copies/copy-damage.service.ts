import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';

/** What is known of copies that were not what the log says. */
export interface DamageReport {
  /** Since the start of this process. */
  readonly count: number;
  /** The last of them. */
  readonly copy: string;
  /** When it was noticed, UTC ms. */
  readonly at: number;
}

/** Keeps what was noticed of damaged copies on disk, and tells each in the log. */
@Injectable()
export class CopyDamage {
  private readonly logger = new Logger('Registry');
  private last: DamageReport | null = null;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  tell(copy: string): void {
    this.logger.warn(`The copy of ${copy} on disk is damaged: it is made again from the graph`);
    const count = (this.last?.count ?? 0) + 1;
    this.last = { count, copy, at: nowMillis(this.clock) };
  }

  /** Null while every copy that was read was sound. */
  report(): DamageReport | null {
    return this.last;
  }
}
