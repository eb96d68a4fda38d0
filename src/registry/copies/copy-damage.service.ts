import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';

export interface DamageReport {
  readonly count: number;
  readonly copy: string;
  /** UTC ms. */
  readonly at: number;
}

/** Counts damaged copies on disk, and logs each. */
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

  report(): DamageReport | null {
    return this.last;
  }
}
