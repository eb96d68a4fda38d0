import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../platform/common/durations';
import { formatMillis } from '../../platform/common/utc-time';
import { GraphService } from '../../platform/graph/graph.service';
import type { ListedItem } from './items-list';

/** Items per day of a source, oldest first. */
export interface SourceDays {
  readonly source: string;
  readonly items: readonly number[];
  readonly copies: readonly number[];
}

/** Queries of the pages of sources. */
@Injectable()
export class SourcePagesRepository {
  constructor(private readonly graph: GraphService) {}

  /** Items per day by source, for `days` days up to `to` (days since the Unix epoch). */
  async sourceDays(sources: readonly string[], to: number, days: number): Promise<SourceDays[]> {
    const from = to - days + 1;
    const rows = await this.graph.read<{
      source: string;
      days: { day: number; items: number; copies: number }[];
    }>('pages/list-sources-days', { sources, from, to });
    return rows.map(({ source, days: known }) => {
      const items = new Array<number>(days).fill(0);
      const copies = new Array<number>(days).fill(0);
      for (const row of known) {
        items[row.day - from] = row.items;
        copies[row.day - from] = row.copies;
      }
      return { source, items, copies };
    });
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
}
