import { setImmediate as nextTurn } from 'node:timers/promises';
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
  /** Items that the log did not hold, in the order given. */
  readonly newIds: string[];
  /** Items whose words changed; what they said before is kept. */
  readonly editedIds: string[];
  readonly unchanged: number;
}

/**
 * What else is to be written of items: worked out of those that may be stored or edited, while the database is at work,
 * then written in their transaction, told the ids of those that were.
 */
type Alongside = (
  items: readonly NewItem[],
) => (transaction: GraphTransaction, ids: ReadonlySet<string>) => Promise<void>;

/** Items in one transaction: large enough to be fast, small enough to hold no lock for long. */
export const ITEMS_PER_TRANSACTION = 2_000;
/** Transactions of one call at a time: the database makes the items of one while it commits another. */
const WRITERS = 2;
/** Most revisions kept of one item. */
const REVISIONS_MAX = 100;
/** Times that a batch is begun anew because another writer stored one of its items meanwhile. */
const ATTEMPTS_MAX = 10;

interface CreatedRow {
  readonly linked: readonly string[];
  readonly origins: readonly string[];
}

interface FoundRow {
  readonly id: string;
  readonly content_hash: string;
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

  /**
   * Stores what is new of these items, and the edits of those that are known.
   *
   * @param alongside what else is to be written with them, in the same transaction
   */
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

  /** Which of some items are stored. */
  async stored(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.graph.read<FoundRow>('event-log/find-items', { ids });
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * One batch in one transaction. The constraint on the id is what keeps two writers from storing one
   * item twice: the later one is refused, begins anew, and finds the item known.
   */
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
    const [more] = await Promise.all([
      // What is sent first is on its way when this process gets to work.
      nextTurn().then(() => alongside?.([...fresh, ...edited])),
      this.create(transaction, fresh, clusters),
    ]);
    const editedIds = await this.revise(transaction, edited);
    const touched = new Set([...fresh.map(({ id }) => id), ...editedIds]);
    if (touched.size > 0) await more?.(transaction, touched);
    return { newIds: fresh.map(({ id }) => id), editedIds, unchanged: batch.length - fresh.length - editedIds.length };
  }

  /**
   * New items and what is counted of them. Sent in one go: other writers wait for the one that holds a story or a
   * counter, so that these come last, and the database goes from one to the next without asking back.
   */
  private async create(
    transaction: GraphTransaction,
    given: readonly NewItem[],
    clusters: readonly Membership[],
  ): Promise<void> {
    if (given.length === 0) return;
    // In one order for all, so that two writers of the same items never wait for each other in a ring; by time,
    // so that neighbours in most indexes are stored one after the other.
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

  /** A link to an unknown entity is not made: seed and resolver disagree, which an operator must hear. */
  private reportUnknownEntities(touches: readonly EntityTouches[], linked: ReadonlySet<string>): void {
    const unknown = touches.filter(({ entity }) => !linked.has(entity));
    if (unknown.length === 0) return;
    const names = unknown.slice(0, 20).map(({ entity }) => entity);
    this.logger.warn(`${unknown.length} entities that new items name are not in the graph, among: ${names.join(', ')}`);
  }
}

/** What an edit may change. Identity, source and time of an item stay as first stored. */
const editedProperties = (item: NewItem): Record<string, unknown> => {
  const kept = new Set(['id', 'source_type', 'category', 'source', 'family', 'at', 'first_seen_at']);
  return Object.fromEntries(
    Object.entries(itemProperties(item)).filter(
      ([name]) => !kept.has(name) && name !== 'published_at' && name !== 'story',
    ),
  );
};

/** Whether a write failed because another writer has stored the same in between. */
const isStoredMeanwhile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'Neo.ClientError.Schema.ConstraintValidationFailed';
