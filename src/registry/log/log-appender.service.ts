import { Inject, Injectable } from '@nestjs/common';
import { assert, present } from '../../platform/common/assert';
import { addTo } from '../../platform/common/group-by';
import { CLOCK, type Clock } from '../../platform/common/clock';
import { sha256Hex } from '../../platform/common/sha256';
import { formatMicros, parseMicros } from '../../platform/common/utc-time';
import type { GraphTransaction } from '../../platform/graph/graph.service';
import { recordDate, recordLeaf, type LogRecord } from './log-record';
import type { RecordKind } from './kinds';
import { answersNamedIn } from '../copies/kept-answer.store';
import { nextMadeAt } from './made-at';
import { appendLeaf, rootOf, type Frontier, type HashedNode } from '../proofs/merkle-tree';
import { RegistryStateService } from '../registry-state.service';
import { isDocumentId } from '../registry-path';
import { RegistryRepository, type LogHead, type PlacedDocument, type StoredRecord } from '../registry.repository';

export interface LogSlot {
  /** `YYYY-MM-DDTHH:MM:SS.ffffffZ`, later than all before. */
  readonly madeAt: string;
  readonly leafIndex: number;
  /** SHA-256 of an earlier document of the same append. Throws when there is none. */
  readonly sha256Of: (id: string) => string;
}

export interface BuiltDocument {
  /** Canonical JSON of the document, stored, hashed and served unchanged. */
  readonly text: string;
  readonly sha256: string;
  /** Canonical JSON served with the document but not hashed; none by default. */
  readonly words?: string | null;
  readonly also?: readonly AlsoWritten[];
}

/** A row for a named query that takes rows as `$rows`. */
export interface AlsoWritten {
  readonly query: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export interface AppendRequest {
  /** Id of the document, `^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$`; appending it again changes nothing. */
  readonly id: string;
  readonly kind: RecordKind;
  /** Pure and fast: it runs while the log is locked, and may run more than once. */
  readonly build: (slot: LogSlot) => BuiltDocument;
}

/** Result of an append: one record per request, in order, and the new head. */
export interface Grown {
  readonly records: readonly StoredRecord[];
  /** Ids already in the log; `records` has their stored records. */
  readonly existing: ReadonlySet<string>;
  readonly head: { readonly origin: string; readonly size: number; readonly root: string } | null;
  /** SHA-256 of the exchange responses referenced by the new documents. */
  readonly answers: readonly string[];
}

/** Appends documents and their records while the caller holds the head. */
@Injectable()
export class LogAppender {
  constructor(
    private readonly repository: RegistryRepository,
    private readonly state: RegistryStateService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Reason to refuse appends to this head now, or null. */
  refusalAt(head: LogHead): string | null {
    const date = formatMicros(this.nextAfter(head)).slice(0, 10);
    const sealed = date < head.genesis_date || date <= (head.sealed_date ?? '');
    return sealed ? `The day ${date} is sealed.` : null;
  }

  /** Writes the requests in order inside the transaction that holds `head`. @throws RegistryDegraded */
  async add(tx: GraphTransaction, head: LogHead, requests: readonly AppendRequest[]): Promise<Grown> {
    if (requests.length === 0) return { records: [], existing: new Set(), head: null, answers: [] };
    for (const { id } of requests) assert(isDocumentId(id), `${JSON.stringify(id)} names a document`);
    const known = await this.repository.findRecords(
      tx,
      requests.map(({ id }) => id),
    );
    const batch = new Batch(head, known);
    // The clock may have changed since the log was locked.
    if (known.size < requests.length) this.state.requireSound();
    for (const request of requests) if (!known.has(request.id)) batch.add(request, this.nextAfter(batch));
    // Sent in this order without waiting: the log is locked for one round trip.
    if (batch.rows.length > 0)
      await Promise.all([
        this.repository.appendRecords(tx, batch.rows, batch.nodes, batch.frontier),
        ...[...batch.also].map(([query, rows]) => tx.run(query, { rows })),
      ]);
    return {
      records: requests.map(({ id }) => present(batch.records.get(id) ?? known.get(id), 'record')),
      existing: new Set(known.keys()),
      answers: batch.rows.flatMap(({ text }) => answersNamedIn(text)),
      head: batch.rows.length === 0 ? null : { origin: head.origin, size: batch.size, root: rootOf(batch.frontier) },
    };
  }

  private nextAfter({ last_made_at: last }: Pick<LogHead, 'last_made_at'>): number {
    return nextMadeAt(this.clock.nowMicros(), last === null ? null : parseMicros(last));
  }
}

class Batch {
  readonly rows: PlacedDocument[] = [];
  readonly nodes: HashedNode[] = [];
  readonly records = new Map<string, StoredRecord>();
  /** Rows by query, in order of first use: one call for all documents of the batch. */
  readonly also = new Map<string, AlsoWritten['row'][]>();
  frontier: Frontier;
  size: number;
  last_made_at: string | null;

  constructor(
    head: LogHead,
    private readonly known: ReadonlyMap<string, StoredRecord>,
  ) {
    this.frontier = head.frontier;
    this.size = head.tree_size;
    this.last_made_at = head.last_made_at;
  }

  add({ id, kind, build }: AppendRequest, micros: number): void {
    const madeAt = formatMicros(micros);
    const sha256Of = (earlier: string): string =>
      present(this.records.get(earlier) ?? this.known.get(earlier), `record of ${earlier}`).sha256;
    const built = build({ madeAt, leafIndex: this.size, sha256Of });
    assert(sha256Hex(built.text) === built.sha256, 'a document has the SHA-256 that it states');
    const record: LogRecord = { id, kind, made_at: madeAt, sha256: built.sha256 };
    const leaf = recordLeaf(record);
    const { frontier, completed } = appendLeaf(this.frontier, this.size, leaf);
    const stored: StoredRecord = { ...record, leaf_index: this.size, leaf_hash: leaf };
    this.rows.push({ ...stored, date: recordDate(record), text: built.text, words: built.words ?? null });
    this.records.set(id, stored);
    this.nodes.push(...completed.slice(1));
    for (const { query, row } of built.also ?? []) addTo(this.also, query, row);
    this.frontier = frontier;
    this.size += 1;
    this.last_made_at = madeAt;
  }
}
