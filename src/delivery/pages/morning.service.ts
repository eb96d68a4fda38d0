import { Injectable } from '@nestjs/common';
import { DigestRepository } from '../../digest/digest.repository';
import { AlertRepository } from '../../surge/alert.repository';
import { alertsToTell, marketsToRead, morningOf, SURGES_TOLD, type Morning } from './morning';
import { MorningRepository } from './morning.repository';

const ALERTS_READ = 20;
const CHANGES_READ = 200;

@Injectable()
export class MorningService {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly digests: DigestRepository,
    private readonly markets: MorningRepository,
  ) {}

  /** Stories from `since` to `now` (UTC ms) with the values of that time; at most `most` moves and decisions. */
  async read(since: number, now: number, most: number): Promise<Morning> {
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
