import { Injectable, Logger } from '@nestjs/common';
import { GraphService, type GraphTransaction } from '../platform/graph/graph.service';
import type { NewItem } from './item';
import {
  compareText,
  copyCounts,
  dayCounts,
  hourCounts,
  itemColumns,
  itemProperties,
  sameById,
  storiesOf,
  storyColumns,
  touchesOf,
  type EntityTouches,
  type Membership,
} from './item-rows';

interface Appended {
  /** Items new to the log, in the given order. */
  readonly newIds: string[];
  /** Items with changed texts; the earlier texts are kept as revisions. */
  readonly editedIds: string[];
  readonly unchanged: number;
}

/** Further writes for possibly changed items; written in the same transaction for the stored ones. */
type Alongside = (
  items: readonly NewItem[],
) => Promise<(transaction: GraphTransaction, ids: ReadonlySet<string>) => Promise<void>>;

/** Large enough to be fast, small enough not to hold locks for long. */
export const ITEMS_PER_TRANSACTION = 2_000;
/** Concurrent transactions per call: the database works on one while it commits another. */
const WRITERS = 2;
const REVISIONS_MAX = 100;
/** Maximum retries of a batch after a conflict with another writer. */
const ATTEMPTS_MAX = 10;

interface CreatedRow {
  readonly linked: readonly string[];
  readonly origins: readonly string[];
}

interface FoundRow {
  readonly id: string;
  readonly content_hash: string;
}

/** The only writer of items. Each item is complete or absent after a kill; repeats change nothing. */
@Injectable()
export class EventLogService {
  private readonly logger = new Logger(EventLogService.name);

  constructor(private readonly graph: GraphService) {}

  /** Stores new items, and edits of known ones. @param alongside further writes in the same transaction */
  async append(items: readonly NewItem[], alongside?: Alongside): Promise<Appended> {
    const distinct = sameById(items);
    const batches = Array.from({ length: Math.ceil(distinct.length / ITEMS_PER_TRANSACTION) }, (_, index) =>
      distinct.slice(index * ITEMS_PER_TRANSACTION, (index + 1) * ITEMS_PER_TRANSACTION),
    );
    const appended: Appended[] = [];
    const waiting = batches.entries();
    const write = async (): Promise<void> => {
      for (const [index, batch] of waiting) appended[index] = await this.appendWhole(batch, alongside);
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    return {
      newIds: appended.flatMap(({ newIds }) => newIds),
      editedIds: appended.flatMap(({ editedIds }) => editedIds),
      unchanged: appended.reduce((sum, { unchanged }) => sum + unchanged, 0),
    };
  }

  async stored(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.graph.read<FoundRow>('event-log/find-items', { ids });
    return new Set(rows.map(({ id }) => id));
  }

  /** One transaction. Of two writers of an id the later fails by constraint, retries, and finds the item. */
  private async appendWhole(batch: readonly NewItem[], alongside: Alongside | undefined): Promise<Appended> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.graph.writeTransaction((transaction) => this.appendBatch(transaction, batch, alongside));
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || !isStoredMeanwhile(error)) throw error;
      }
  }

  private async appendBatch(
    transaction: GraphTransaction,
    batch: readonly NewItem[],
    alongside: Alongside | undefined,
  ): Promise<Appended> {
    const [found, clusters] = await Promise.all([
      transaction.run<FoundRow>('event-log/find-items', { ids: batch.map(({ id }) => id) }),
      transaction.run<Membership>('event-log/list-memberships'),
    ]);
    const stored = new Map(found.map(({ id, content_hash }) => [id, content_hash]));
    const fresh = batch.filter(({ id }) => !stored.has(id));
    const edited = batch.filter(({ id, contentHash }) => stored.has(id) && stored.get(id) !== contentHash);
    // Before the first lock, for which the writer of the next batch would wait.
    const more = await alongside?.([...fresh, ...edited]);
    await this.create(transaction, fresh, clusters);
    const editedIds = await this.revise(transaction, edited);
    const touched = new Set([...fresh.map(({ id }) => id), ...editedIds]);
    if (touched.size > 0) await more?.(transaction, touched);
    return { newIds: fresh.map(({ id }) => id), editedIds, unchanged: batch.length - fresh.length - editedIds.length };
  }

  /** Writes new items and counters in one round trip; locks that others wait for are taken last. */
  private async create(
    transaction: GraphTransaction,
    given: readonly NewItem[],
    clusters: readonly Membership[],
  ): Promise<void> {
    if (given.length === 0) return;
    // Sorted, so that two writers of the same items cannot deadlock; by time, so that neighbours in most indexes are
    // written together.
    const fresh = [...given].sort((a, b) => a.at - b.at || compareText(a.id, b.id));
    const touches = touchesOf(fresh);
    const stories = storiesOf(fresh);
    const [[created]] = await Promise.all([
      transaction.run<CreatedRow>('event-log/create-items', {
        items: itemColumns(fresh),
        touches,
        stories: storyColumns(stories),
      }),
      transaction.run('event-log/tally-clusters', { rows: hourCounts(fresh, clusters) }),
      transaction.run('event-log/tally-days', { ...dayCounts(fresh) }),
    ]);
    const { linked = [], origins = [] } = created ?? {};
    const copies = copyCounts(fresh, stories, origins);
    if (copies.length > 0) await transaction.run('event-log/tally-copies', { rows: copies });
    this.reportUnknownEntities(touches, new Set(linked));
  }

  private async revise(transaction: GraphTransaction, edited: readonly NewItem[]): Promise<string[]> {
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

  /** Warns about unknown entities, which mean that seed and resolver disagree. */
  private reportUnknownEntities(touches: readonly EntityTouches[], linked: ReadonlySet<string>): void {
    const unknown = touches.filter(({ entity }) => !linked.has(entity));
    if (unknown.length === 0) return;
    const names = unknown.slice(0, 20).map(({ entity }) => entity);
    this.logger.warn(`${unknown.length} entities that new items name are not in the graph, among: ${names.join(', ')}`);
  }
}

/** Identity, source and time of an item never change. */
const editedProperties = (item: NewItem): Record<string, unknown> => {
  const kept = new Set(['id', 'source_type', 'category', 'source', 'family', 'at', 'first_seen_at']);
  return Object.fromEntries(
    Object.entries(itemProperties(item)).filter(
      ([name]) => !kept.has(name) && name !== 'published_at' && name !== 'story',
    ),
  );
};

/** Whether a concurrent writer stored the same item. */
const isStoredMeanwhile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'Neo.ClientError.Schema.ConstraintValidationFailed';
