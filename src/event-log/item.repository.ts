import { Injectable } from '@nestjs/common';
import type { Position as Coordinates } from '../platform/formats/geojson';
import { GraphService, type GraphTransaction } from '../platform/graph/graph.service';
import type { ItemDetailRow, ItemRow, StoredItem } from './events.dto';
import { chooseWalk, walkParameters, walkStart, type EventFilter, type Position } from './event-filter';

interface ItemPage {
  readonly rows: readonly ItemRow[];
  /** Start of the next page, or null at the end. */
  readonly next: Position | null;
}

/** Maximum index entries per page, for filters without an index. */
export const SCAN_MAX = 20_000;
/** Searches with fewer matches use the full-text index alone. */
const RARE_MATCHES = 1_000;
const COPIES_MAX = 50;

interface RawRow extends ItemRow {
  readonly revisions: readonly (StoredItem & { readonly until: number })[];
}

/**
 * Reads the event log. Every listing walks one index from its newest entry until the page is full, so its cost depends
 * on the page, not on the log. Other filters are checked per entry, for at most {@link SCAN_MAX} entries; a page that
 * reaches the limit is short, and its cursor continues after the last entry read.
 */
@Injectable()
export class ItemRepository {
  constructor(private readonly graph: GraphService) {}

  /** Locations of the places named in items, by item id; items without places are omitted. */
  async places(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Coordinates[]>> {
    const rows = await this.graph.read<{ item: string; places: Coordinates[] }>('event-log/list-places', { ids });
    return new Map(rows.map(({ item, places }) => [item, places]));
  }

  /** One page of items that pass a filter, newest first by (at, id). @param scan maximum index entries to read */
  async list(filter: EventFilter, limit: number, scan = SCAN_MAX): Promise<ItemPage> {
    return this.graph.readTransaction(async (transaction) => {
      if (filter.market === null && filter.runs.length > 0 && (await this.isRare(transaction, filter)))
        return this.listByWords(transaction, filter, limit);
      const entities = await this.rarestFirst(transaction, filter.entities);
      return this.walk(transaction, { ...filter, entities }, limit, scan);
    });
  }

  async get(id: string, asOf: number): Promise<ItemDetailRow | null> {
    const [row] = await this.graph.read<RawRow & ItemDetailRow>('event-log/get-item', {
      id,
      as_of: asOf,
      copies: COPIES_MAX,
    });
    return row === undefined ? null : { ...row, ...asItStood(row) };
  }

  private async walk(
    transaction: GraphTransaction,
    filter: EventFilter,
    limit: number,
    scan: number,
  ): Promise<ItemPage> {
    const walk = chooseWalk(filter);
    const raw = await transaction.run<RawRow>(
      `event-log/list-by-${walk.index}`,
      walkParameters(filter, walk, scan, limit + 1),
    );
    const rows = raw.map(asItStood);
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: positionOf(rows, limit) };
    if (walk.exact) return { rows, next: null };
    const [stopped] = await transaction.run<Position>(`event-log/position-by-${walk.index}`, {
      ...walkStart(filter, walk),
      skip: scan - 1,
    });
    return { rows, next: stopped ?? null };
  }

  private async listByWords(transaction: GraphTransaction, filter: EventFilter, limit: number): Promise<ItemPage> {
    const raw = await transaction.run<RawRow>('event-log/list-by-words', {
      query: filter.luceneQuery,
      matches: RARE_MATCHES,
      at: filter.from.at,
      item: filter.from.item,
      since: filter.since,
      source_type: filter.sourceType,
      theater: filter.theater,
      category: filter.category,
      lang: filter.lang,
      words: filter.runs,
      entities: filter.entities,
      as_of: filter.asOf,
      limit: limit + 1,
    });
    const rows = raw.map(asItStood);
    return { rows: rows.slice(0, limit), next: rows.length > limit ? positionOf(rows, limit) : null };
  }

  private async isRare(transaction: GraphTransaction, filter: EventFilter): Promise<boolean> {
    const [count] = await transaction.run<{ n: number }>('event-log/count-matches', {
      query: filter.luceneQuery,
      matches: RARE_MATCHES,
    });
    return (count?.n ?? 0) < RARE_MATCHES;
  }

  /** Of several entities the rarest selects the index, the others are checked. */
  private async rarestFirst(transaction: GraphTransaction, entities: readonly string[]): Promise<readonly string[]> {
    if (entities.length < 2) return entities;
    const counts = await transaction.run<{ entity: string; n: number }>('event-log/count-touching', { entities });
    const touching = new Map(counts.map(({ entity, n }) => [entity, n]));
    return [...entities].sort((a, b) => (touching.get(a) ?? 0) - (touching.get(b) ?? 0));
  }
}

const positionOf = (rows: readonly ItemRow[], limit: number): Position | null => {
  const last = rows[limit - 1]?.item;
  return last === undefined ? null : { at: last.at, item: last.id };
};

/** The item with its earlier texts: its earliest revision not yet replaced at that time. */
const asItStood = (row: RawRow): ItemRow => {
  const [then] = [...row.revisions].sort((a, b) => a.until - b.until);
  return { item: then ?? row.item, entities: [...row.entities].sort() };
};
