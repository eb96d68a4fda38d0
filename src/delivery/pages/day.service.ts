import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { DAY_MS } from '../../platform/common/durations';
import type { DayPageData } from './day-page';
import { MorningService } from './morning.service';
import { SiteService } from './site.service';

/** Reads one UTC day as it was told. */
@Injectable()
export class DayService {
  constructor(
    private readonly mornings: MorningService,
    private readonly site: SiteService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param date UTC day that has begun */
  async read(date: string): Promise<DayPageData> {
    const now = nowMillis(this.clock);
    const since = Date.parse(date);
    const over = now >= since + DAY_MS;
    const [site, morning] = await Promise.all([
      this.site.read(),
      this.mornings.read(since, over ? since + DAY_MS - 1 : now),
    ]);
    return { site, date, morning, over };
  }
}
