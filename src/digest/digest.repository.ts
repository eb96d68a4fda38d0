import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '../platform/common/durations';
import { SOURCE_TYPES } from '../platform/common/source-type';
import type { MarketKey } from '../markets/market-key';
import { GraphService } from '../platform/graph/graph.service';
import { THEATERS } from '../ontology/theater';
import { formatMillis } from '../platform/common/utc-time';
import type { AlertChange, ChangeRows, CrossingChange, PriceMoveChange, SettledChange, SignalChange } from './changes';
import { COMPARED_DAYS, type EntityVolume } from './digest';
import { HISTORY_READ_HOURS, theaterHistory, type TheaterHistory } from './theater-history';

export interface VolumeRow {
  readonly name: string;
  readonly n: number;
  readonly newest: number | null;
}

export interface TheaterRow extends VolumeRow, TheaterHistory {}

export interface DigestAlertRow {
  readonly id: string;
  readonly cluster: string;
  readonly opened_at: number;
  readonly count: number;
  readonly ratio: number | null;
  readonly baseline: number;
  readonly families: number;
}

export interface TopMarketRow extends MarketKey {
  readonly question: string | null;
  readonly theater: string | null;
  readonly yes_price: number | null;
  readonly score: number;
  readonly source_types: readonly string[];
  readonly weighted_score: number;
}

export interface DigestRows {
  readonly sourceTypes: readonly VolumeRow[];
  readonly theaters: readonly TheaterRow[];
  readonly entities: readonly EntityVolume[];
  readonly usualDays: number;
  readonly alerts: readonly DigestAlertRow[];
  readonly markets: readonly TopMarketRow[];
}

/** An alert closes within a day; one more hour covers its last evaluation. */
const ALERT_REACH_MS = DAY_MS + HOUR_MS;

/** Source types whose items are changes by themselves. */
const SIGNAL_TYPES = ['financial', 'whale', 'seismic'];
/** With a smaller gap to the price a forecast is on neither side. */
const CROSSING_GAP_MIN = 0.05;
const CROSSINGS_LOOKED_AT = 500;

@Injectable()
export class DigestRepository {
  constructor(private readonly graph: GraphService) {}

  /** @param now UTC ms: everything is as of then */
  async read(now: number, marketsMax: number): Promise<DigestRows> {
    const today = Math.floor(now / DAY_MS);
    const lastDay = { since: now - DAY_MS, now };
    const hour = Math.floor(now / HOUR_MS);
    const [sourceTypes, theaters, tallies, entities, watched, alerts, markets] = await Promise.all([
      this.graph.read<VolumeRow>('digest/count-volumes', { ...lastDay, types: SOURCE_TYPES }),
      this.graph.read<VolumeRow>('digest/count-theaters', { ...lastDay, theaters: THEATERS }),
      this.graph.read<{ name: string; tallies: number[] }>('digest/list-theater-tallies', {
        theaters: THEATERS,
        from: hour - HISTORY_READ_HOURS + 1,
        to: hour,
      }),
      this.graph.read<EntityVolume>('digest/list-movers', {
        ...lastDay,
        // Excludes today and yesterday, which overlap the last 24 hours.
        from: today - 1 - COMPARED_DAYS,
        to: today - 2,
      }),
      this.graph.read<{ days: number }>('digest/count-watched-days', {
        from: (today - 1 - COMPARED_DAYS) * 24,
        to: (today - 1) * 24 - 1,
      }),
      this.graph.read<DigestAlertRow>('digest/list-alerts-at', { since: now - ALERT_REACH_MS, now }),
      this.graph.read<TopMarketRow>('digest/list-top-markets', { ...lastDay, limit: marketsMax }),
    ]);
    const counted = new Map(tallies.map((row) => [row.name, row.tallies]));
    return {
      sourceTypes,
      theaters: theaters.map((row) => ({ ...row, ...theaterHistory(counted.get(row.name) ?? []) })),
      entities,
      usualDays: watched[0]?.days ?? 0,
      alerts,
      markets,
    };
  }

  /** Changes from `since` to `now`, both UTC ms: at most `limit` rows of each kind. */
  async readChanges(since: number, now: number, limit: number): Promise<ChangeRows> {
    const span = { since, now, limit };
    const inWords = { since: formatMillis(since), now: formatMillis(now), limit };
    const [alerts, priceMoves, signals, settled, crossings] = await Promise.all([
      this.graph.read<AlertChange>('digest/list-alerts-since', span),
      this.graph.read<PriceMoveChange>('digest/list-price-moves-since', span),
      this.graph.read<SignalChange>('digest/list-signals-since', { ...span, types: SIGNAL_TYPES }),
      this.graph.read<Omit<SettledChange, 'at'> & { resolved_at: string }>('digest/list-settled-since', inWords),
      this.graph.read<Omit<CrossingChange, 'at'> & { made_at: string }>('digest/list-crossings-since', {
        ...inWords,
        gap: CROSSING_GAP_MIN,
        looked: CROSSINGS_LOOKED_AT,
      }),
    ]);
    return {
      alerts,
      priceMoves,
      signals,
      settled: settled.map((row) => ({ ...row, at: Date.parse(row.resolved_at) })),
      crossings: crossings.map((row) => ({ ...row, at: Date.parse(row.made_at) })),
    };
  }
}
