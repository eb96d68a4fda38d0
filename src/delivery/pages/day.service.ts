import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { DAY_MS } from '../../platform/common/durations';
import { utcDate } from '../../platform/common/utc-time';
import { clusterName } from '../../digest/changes';
import { DigestService, type Digest } from '../../digest/digest.service';
import { DigestRepository } from '../../digest/digest.repository';
import { RegistryReader } from '../../registry/registry-reader.service';
import { AlertRepository } from '../../surge/alert.repository';
import type { DayPageData } from './day-page';
import { GraphPagesRepository } from './graph-pages.repository';
import { MarketPagesRepository } from './market-pages.repository';
import {
  alertsToTell,
  marketsToRead,
  morningOf,
  STORIES_TOLD,
  SURGES_TOLD,
  type Morning,
  type UsualCluster,
} from './morning';
import { clustersOfReports } from './report-clusters';
import { SiteService } from './site.service';

const TOLD_OF_A_DAY = 50;
const ALERTS_READ = 20;
const CHANGES_READ = 200;

@Injectable()
export class DayService {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly digests: DigestService,
    private readonly changes: DigestRepository,
    private readonly graph: GraphPagesRepository,
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
      this.digests.get(over ? since + DAY_MS - 1 : now).then((digest) => this.between(since, digest, TOLD_OF_A_DAY)),
    ]);
    return { site, date, morning, over, isFirst: date <= first };
  }

  /** Stories from `since` (UTC ms) to a digest, with the values of its time; at most `most` moves and decisions. */
  async between(since: number, digest: Digest, most: number): Promise<Morning> {
    const now = digest.computedAt;
    const [listed, changes] = await Promise.all([
      this.alerts.list({ cluster: null, active: null, from: { at: now, id: '\uFFFF' } }, ALERTS_READ),
      this.changes.readChanges(since, now, CHANGES_READ),
    ]);
    const surges = alertsToTell(listed, since);
    const told = surges.slice(0, SURGES_TOLD);
    const [episodes, clusters] = await Promise.all([
      Promise.all(told.map((id) => this.alerts.get(id))),
      this.clusters(
        since,
        digest,
        listed.flatMap(({ alert }) => (alert.opened_at >= since ? clusterName(alert.cluster) : [])),
        STORIES_TOLD - told.length,
      ),
    ]);
    const rows = {
      episodes: episodes.filter((episode) => episode !== null),
      clusters,
      moves: changes.priceMoves,
      settled: changes.settled,
      surges: surges.length,
      most,
    };
    return morningOf(rows, await this.markets.thenAndNow(marketsToRead(rows), now), now);
  }

  private async clusters(
    since: number,
    { computedAt, places }: Digest,
    surged: readonly string[],
    most: number,
  ): Promise<UsualCluster[]> {
    const [{ names }, reports] = await Promise.all([this.site.read(), this.graph.spanReports(since, computedAt)]);
    return clustersOfReports(reports, names.told, surged, most).map((cluster) => {
      const place = places.find(({ id }) => id === cluster.parties[0]);
      return {
        ...cluster,
        names: cluster.parties.map((id) => names.entity(id)),
        usual: place === undefined || place.ratio === null ? null : place.baseline,
      };
    });
  }
}
