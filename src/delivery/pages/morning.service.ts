import { Injectable } from '@nestjs/common';
import { DigestRepository } from '../../digest/digest.repository';
import { AlertRepository } from '../../surge/alert.repository';
import { alertsToTell, marketsToRead, morningOf, type Morning } from './morning';
import { MorningRepository } from './morning.repository';

const ALERTS_READ = 20;
const CHANGES_READ = 20;

/** Reads the stories of a span of time. */
@Injectable()
export class MorningService {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly digests: DigestRepository,
    private readonly markets: MorningRepository,
  ) {}

  /** Stories from `since` to `now`, as they stood then; UTC ms. */
  async read(since: number, now: number): Promise<Morning> {
    const [listed, changes] = await Promise.all([
      this.alerts.list({ cluster: null, active: null, from: { at: now, id: '\uFFFF' } }, ALERTS_READ),
      this.digests.readChanges(since, now, CHANGES_READ),
    ]);
    const episodes = await Promise.all(alertsToTell(listed, since).map((id) => this.alerts.get(id)));
    const rows = {
      episodes: episodes.filter((episode) => episode !== null),
      moves: changes.priceMoves,
      settled: changes.settled,
    };
    return morningOf(rows, await this.markets.thenAndNow(marketsToRead(rows), now), now);
  }
}
