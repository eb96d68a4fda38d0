import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '../common/durations';
import { SOURCE_TYPES } from '../common/source-type';
import { GraphService } from '../graph/graph.service';
import { THEATERS } from '../ontology/theater';
import { COMPARED_DAYS, type EntityVolume } from './digest';

export interface VolumeRow {
  readonly name: string;
  readonly n: number;
  readonly newest: number | null;
}

export interface DigestAlertRow {
  readonly id: string;
  readonly cluster: string;
  readonly opened_at: number;
  readonly count: number;
  readonly ratio: number | null;
  readonly baseline: number;
  readonly families: number;
}

export interface TopMarketRow {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string | null;
  readonly theater: string | null;
  readonly yes_price: number | null;
  readonly score: number;
  readonly source_types: readonly string[];
  readonly weighted_score: number;
}

export interface DigestRows {
  readonly sourceTypes: readonly VolumeRow[];
  readonly theaters: readonly VolumeRow[];
  readonly entities: readonly EntityVolume[];
  readonly alerts: readonly DigestAlertRow[];
  readonly markets: readonly TopMarketRow[];
}

/** An alert closes within a day of its opening; an hour more covers its last evaluation. */
const ALERT_REACH_MS = DAY_MS + HOUR_MS;

/** What a digest is made of, as of an instant. */
@Injectable()
export class DigestRepository {
  constructor(private readonly graph: GraphService) {}

  /** @param now UTC ms: everything is answered as it stood then */
  async read(now: number, marketsMax: number): Promise<DigestRows> {
    const today = Math.floor(now / DAY_MS);
    const lastDay = { since: now - DAY_MS, now };
    const [sourceTypes, theaters, entities, alerts, markets] = await Promise.all([
      this.graph.read<VolumeRow>('digest/count-volumes', { ...lastDay, types: SOURCE_TYPES }),
      this.graph.read<VolumeRow>('digest/count-theaters', { ...lastDay, theaters: THEATERS }),
      this.graph.read<EntityVolume>('digest/list-movers', {
        ...lastDay,
        // Today and yesterday overlap the last 24 hours.
        from: today - 1 - COMPARED_DAYS,
        to: today - 2,
      }),
      this.graph.read<DigestAlertRow>('digest/list-alerts-at', {
        since: now - ALERT_REACH_MS,
        now,
      }),
      this.graph.read<TopMarketRow>('digest/list-top-markets', { ...lastDay, limit: marketsMax }),
    ]);
    return { sourceTypes, theaters, entities, alerts, markets };
  }
}
