import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { REPORTING_TYPES } from '../../evidence/report-groups';
import { formatMillis } from '../../platform/common/utc-time';
import { GraphService } from '../../platform/graph/graph.service';
import type { Examples } from './browser-guide';
import type { MapQuake } from './charts/place-map';
import type { ListedItem } from './items-list';
import type { QuotedMarket } from './market-pages.repository';
import type { MarketReport } from './report-clusters';

export interface EntityMarket extends QuotedMarket {
  readonly status: string;
  readonly outcome: string | null;
  readonly score: number | null;
}

/** Number of an entity's newest items per language (null if unknown); `since` is the oldest item's time, UTC ms. */
export interface LanguageCount {
  readonly lang: string | null;
  readonly n: number;
  readonly since: number;
}

export interface SourceDays {
  readonly source: string;
  readonly items: readonly number[];
  readonly copies: readonly number[];
}

export interface ForecastFrom {
  readonly bundle: string;
  readonly made_at: string;
  readonly probability_yes: number;
  readonly question: string | null;
}

const MARKETS_SHOWN = 50;
const FORECASTS_SHOWN = 20;
const QUAKES_SHOWN = 50;
const EXAMPLE_ITEMS_MAX = 300;
/** Newest items of a source type among which reports of a span are looked for, and the most that are read. */
const SPAN_ITEMS_SCANNED = 3_000;
const SPAN_REPORTS_MAX = 400;

@Injectable()
export class GraphPagesRepository {
  constructor(private readonly graph: GraphService) {}

  /** Reports per hour, oldest first; `now` in UTC ms. */
  async hoursOf(now: number, hours: number): Promise<number[]> {
    const rows = await this.graph.read<{ hours_ago: number; n: number }>('pages/count-hours', {
      since: now - hours * HOUR_MS,
      now,
    });
    const counts = new Array<number>(hours).fill(0);
    for (const { hours_ago: ago, n } of rows) if (ago < hours) counts[hours - 1 - ago] = n;
    return counts;
  }

  /** Earthquakes and explosions of the last 24 hours, newest first; `now` in UTC ms. */
  async quakes(now: number): Promise<MapQuake[]> {
    return this.graph.read<MapQuake>('pages/list-quakes', { since: now - DAY_MS, now, limit: QUAKES_SHOWN });
  }

  /** Reports that are evidence and raised no surge; instants in UTC ms. */
  async spanReports(since: number, now: number): Promise<MarketReport[]> {
    return this.graph.read<MarketReport>('pages/list-span-reports', {
      types: REPORTING_TYPES,
      since,
      now,
      scan: SPAN_ITEMS_SCANNED,
      limit: SPAN_REPORTS_MAX,
    });
  }

  /** Reports per day by entity, for `days` days up to `to` (days since the Unix epoch). */
  async entityDays(
    entities: readonly string[],
    to: number,
    days: number,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const from = to - days + 1;
    const rows = await this.graph.read<{ entity: string; days: { day: number; n: number }[] }>(
      'pages/list-entities-days',
      { entities: [...entities], from, to },
    );
    return new Map(rows.map((row) => [row.entity, countsByDay(row.days, from, days, ({ n }) => n)]));
  }

  /** Items per day by source, for `days` days up to `to` (days since the Unix epoch). */
  async sourceDays(sources: readonly string[], to: number, days: number): Promise<SourceDays[]> {
    const from = to - days + 1;
    const rows = await this.graph.read<{
      source: string;
      days: { day: number; items: number; copies: number }[];
    }>('pages/list-sources-days', { sources, from, to });
    return rows.map((row) => ({
      source: row.source,
      items: countsByDay(row.days, from, days, ({ items }) => items),
      copies: countsByDay(row.days, from, days, ({ copies }) => copies),
    }));
  }

  async itemsOfSource(source: string, now: number, limit: number): Promise<ListedItem[]> {
    const rows = await this.graph.read<{ item: ListedItem & { readonly at: number } }>('pages/list-items-of-source', {
      source,
      since: now - DAY_MS,
      now,
      limit,
    });
    return rows.map(({ item }) => ({ ...item, at: formatMillis(item.at) }));
  }

  async marketsAbout(entity: string): Promise<EntityMarket[]> {
    return this.graph.read<EntityMarket>('pages/list-markets-about', { entity, limit: MARKETS_SHOWN });
  }

  languagesOf(entity: string, now: number, limit: number): Promise<LanguageCount[]> {
    return this.graph.read<LanguageCount>('pages/count-languages', { id: entity, now, limit });
  }

  forecastsFrom(item: string): Promise<ForecastFrom[]> {
    return this.graph.read<ForecastFrom>('pages/list-forecasts-from', { id: item, limit: FORECASTS_SHOWN });
  }

  async listNames(): Promise<{ id: string; name: string }[]> {
    return this.graph.read('pages/list-all-names');
  }

  async examples(now: number): Promise<Examples> {
    const [row] = await this.graph.read<Examples>('pages/list-examples', { now, limit: EXAMPLE_ITEMS_MAX });
    return row ?? {};
  }
}

/** Counts of `days` days from the day `from` on; 0 for a day without a row. */
const countsByDay = <Row extends { readonly day: number }>(
  rows: readonly Row[],
  from: number,
  days: number,
  countOf: (row: Row) => number,
): number[] => {
  const counts = new Array<number>(days).fill(0);
  for (const row of rows) counts[row.day - from] = countOf(row);
  return counts;
};
