import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { DAY_MS } from '../../platform/common/durations';
import { utcDate } from '../../platform/common/utc-time';
import { DigestRepository } from '../../digest/digest.repository';
import { RegistryReader } from '../../registry/registry-reader.service';
import { AlertRepository } from '../../surge/alert.repository';
import type { DayPageData } from './day-page';
import { MarketPagesRepository } from './market-pages.repository';
import { alertsToTell, marketsToRead, morningOf, SURGES_TOLD, type Morning } from './morning';
import { SiteService } from './site.service';

const TOLD_OF_A_DAY = 50;
const ALERTS_READ = 20;
const CHANGES_READ = 200;

@Injectable()
export class DayService {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly digests: DigestRepository,
    private readonly markets: MarketPagesRepository,
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
      this.between(since, over ? since + DAY_MS - 1 : now, TOLD_OF_A_DAY),
    ]);
    return { site, date, morning, over, isFirst: date <= first };
  }

  /** Stories from `since` to `now` (UTC ms) with the values of that time; at most `most` moves and decisions. */
  async between(since: number, now: number, most: number): Promise<Morning> {
    const [listed, changes] = await Promise.all([
      this.alerts.list({ cluster: null, active: null, from: { at: now, id: '\uFFFF' } }, ALERTS_READ),
      this.digests.readChanges(since, now, CHANGES_READ),
    ]);
    const surges = alertsToTell(listed, since);
    const episodes = await Promise.all(surges.slice(0, SURGES_TOLD).map((id) => this.alerts.get(id)));
    const rows = {
      episodes: episodes.filter((episode) => episode !== null),
      moves: changes.priceMoves,
      settled: changes.settled,
      surges: surges.length,
      most,
    };
    return morningOf(rows, await this.markets.thenAndNow(marketsToRead(rows), now), now);
  }
}
