import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { DAY_MS } from '../../platform/common/durations';
import { utcDate } from '../../platform/common/utc-time';
import { RegistryReader } from '../../registry/registry-reader.service';
import type { DayPageData } from './day-page';
import { MorningService } from './morning.service';
import { SiteService } from './site.service';

/** Maximum number of moves, and of decisions, on a day's page. */
const TOLD_OF_A_DAY = 50;

@Injectable()
export class DayService {
  constructor(
    private readonly mornings: MorningService,
    private readonly registry: RegistryReader,
    private readonly site: SiteService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** UTC day on which the log begins, else today. */
  async first(): Promise<string> {
    return (await this.registry.firstDay()) ?? utcDate(this.clock.nowMicros());
  }

  /** @param date UTC day, not in the future and not before the first */
  async read(date: string): Promise<DayPageData> {
    const now = nowMillis(this.clock);
    const since = Date.parse(date);
    const over = now >= since + DAY_MS;
    const [site, first, morning] = await Promise.all([
      this.site.read(),
      this.first(),
      this.mornings.read(since, over ? since + DAY_MS - 1 : now, TOLD_OF_A_DAY),
    ]);
    return { site, date, morning, over, isFirst: date <= first };
  }
}
