import { randomInt } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { GraphService, type GraphTransaction } from '../graph/graph.service';
import type { NewItem } from './item';
import { dayCounts, itemProperties, sameById } from './item-rows';

export interface Appended {
  /** Items that the log did not hold, in the order given. */
  readonly newIds: string[];
  /** Items whose words changed; what they said before is kept. */
  readonly editedIds: string[];
  readonly unchanged: number;
}

/** Items in one transaction: large enough to be fast, small enough to hold no lock for long. */
const BATCH = 1_000;
/** Most revisions kept of one item. */
const REVISIONS_MAX = 100;

interface AppendedRow {
  readonly id: string;
  readonly fresh: boolean;
  readonly content_hash: string;
  readonly linked: number;
}

/**
 * The only writer of items. Each item is stored once however often it is given; its links, its story
 * and everything that is counted of it happen in the same transaction, so that a kill at any instant
 * leaves an item either whole or absent, and a repeat changes nothing.
 */
@Injectable()
export class EventLogService {
  private readonly logger = new Logger(EventLogService.name);

  constructor(private readonly graph: GraphService) {}

  /** Stores what is new of these items, and the edits of those that are known. */
  async append(items: readonly NewItem[]): Promise<Appended> {
    const distinct = sameById(items);
    const total: Appended = { newIds: [], editedIds: [], unchanged: 0 };
    let { unchanged } = total;
    for (let from = 0; from < distinct.length; from += BATCH) {
      const batch = distinct.slice(from, from + BATCH);
      const appended = await this.graph.writeTransaction((transaction) =>
        this.appendBatch(transaction, batch),
      );
      total.newIds.push(...appended.newIds);
      total.editedIds.push(...appended.editedIds);
      unchanged += appended.unchanged;
    }
    return { ...total, unchanged };
  }

  private async appendBatch(
    transaction: GraphTransaction,
    batch: readonly NewItem[],
  ): Promise<Appended> {
    // Made inside the attempt: a retry must not take an earlier attempt's items for its own.
    const token = randomInt(2 ** 47);
    const rows = await transaction.run<AppendedRow>('event-log/append-items', {
      token,
      rows: batch.map((item) => ({
        id: item.id,
        at: item.at,
        source_type: item.sourceType,
        seen_at: item.firstSeenAt,
        properties: itemProperties(item),
        entities: item.entities,
      })),
    });
    const stored = new Map(rows.map((row) => [row.id, row]));
    const fresh = batch.filter((item) => stored.get(item.id)?.fresh === true);
    const edited = batch.filter((item) => {
      const row = stored.get(item.id);
      return row !== undefined && !row.fresh && row.content_hash !== item.contentHash;
    });
    this.reportUnknownEntities(fresh, stored);
    await this.count(transaction, fresh);
    const editedIds = await this.revise(transaction, edited);
    return {
      newIds: fresh.map(({ id }) => id),
      editedIds,
      unchanged: batch.length - fresh.length - editedIds.length,
    };
  }

  /** Stories, tallies and day counts of new items. */
  private async count(transaction: GraphTransaction, fresh: readonly NewItem[]): Promise<void> {
    if (fresh.length === 0) return;
    const reports = fresh
      .flatMap(({ id, story, family, at }) => (story === null ? [] : [{ id, story, family, at }]))
      .sort((a, b) => compare(a.story, b.story) || a.at - b.at || compare(a.id, b.id));
    const joined =
      reports.length === 0
        ? []
        : await transaction.run<{ id: string; copy: boolean }>('event-log/join-stories', {
            rows: reports,
          });
    const copies = new Set(joined.filter(({ copy }) => copy).map(({ id }) => id));
    await transaction.run('event-log/tally-clusters', { ids: fresh.map(({ id }) => id) });
    await transaction.run('event-log/tally-days', { ...dayCounts(fresh, copies) });
  }

  private async revise(
    transaction: GraphTransaction,
    edited: readonly NewItem[],
  ): Promise<string[]> {
    if (edited.length === 0) return [];
    const revised = await transaction.run<{ id: string }>('event-log/revise-items', {
      limit: REVISIONS_MAX,
      rows: edited.map((item) => ({
        id: item.id,
        seen_at: item.firstSeenAt,
        source: item.source,
        content_hash: item.contentHash,
        properties: editedProperties(item),
      })),
    });
    const ids = new Set(revised.map(({ id }) => id));
    const rows = edited
      .filter(({ id, entities }) => ids.has(id) && entities.length > 0)
      .map(({ id, firstSeenAt, entities }) => ({ id, seen_at: firstSeenAt, entities }));
    if (rows.length > 0) await transaction.run('event-log/link-edited', { rows });
    return [...ids];
  }

  /** A link to an unknown entity is not made: seed and resolver disagree, which an operator must hear. */
  private reportUnknownEntities(
    fresh: readonly NewItem[],
    stored: ReadonlyMap<string, AppendedRow>,
  ): void {
    const short = fresh.filter(({ id, entities }) => stored.get(id)?.linked !== entities.length);
    if (short.length === 0) return;
    const names = [...new Set(short.flatMap(({ entities }) => entities))].slice(0, 20).join(', ');
    this.logger.warn(
      `${short.length} items name entities that the graph does not hold, among: ${names}`,
    );
  }
}

/** What an edit may change. Identity, source and time of an item stay as first stored. */
const editedProperties = (item: NewItem): Record<string, unknown> => {
  const kept = new Set([
    'id',
    'source_type',
    'category',
    'source',
    'family',
    'at',
    'first_seen_at',
  ]);
  return Object.fromEntries(
    Object.entries(itemProperties(item)).filter(
      ([name]) => !kept.has(name) && name !== 'published_at' && name !== 'story',
    ),
  );
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
