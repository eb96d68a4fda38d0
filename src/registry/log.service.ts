import { Inject, Injectable } from '@nestjs/common';
import { assert } from '../common/assert';
import { CLOCK, type Clock } from '../common/clock';
import { sha256Hex } from '../common/sha256';
import { formatMicros, parseMicros } from '../common/utc-time';
import type { GraphTransaction } from '../graph/graph.service';
import { CheckpointService } from './checkpoint.service';
import { recordDate, recordLeaf, type LogRecord, type RecordKind } from './log-record';
import { nextMadeAt } from './made-at';
import { appendLeaf, rootOf } from './merkle-tree';
import { isDocumentId } from './registry-path';
import { RegistryDegraded, RegistryStateService } from './registry-state.service';
import { RegistryRepository, type LogHead, type StoredRecord } from './registry.repository';
import { RegistryService } from './registry.service';

/** The place in the log that a document is built for. */
export interface LogSlot {
  /** `YYYY-MM-DDTHH:MM:SS.ffffffZ`, later than every one before. */
  readonly madeAt: string;
  readonly leafIndex: number;
}

/** A document for one slot. */
export interface BuiltDocument {
  /** Canonical JSON of the document: stored, hashed and served as it is. */
  readonly text: string;
  /** SHA-256 of `text`. */
  readonly sha256: string;
  /** Canonical JSON of words that stand beside it and are in no hash of the log; they can be withdrawn. */
  readonly words?: string;
  /** Further writes that happen with the append or not at all, by query name. */
  readonly also?: readonly { readonly query: string; readonly params: Record<string, unknown> }[];
}

export interface AppendRequest {
  /** Id of the document, `^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$`; appending it again changes nothing. */
  readonly id: string;
  readonly kind: RecordKind;
  /** Pure and quick: it runs while the log is locked, and may run more than once. */
  readonly build: (slot: LogSlot) => BuiltDocument;
}

export type AppendResult =
  | { readonly kind: 'appended'; readonly record: StoredRecord }
  /** A document of this id is in the log already. */
  | { readonly kind: 'existing'; readonly record: StoredRecord }
  | { readonly kind: 'refused'; readonly reason: string };

/** A record, and the head that it makes. */
interface Grown {
  readonly kind: 'appended';
  readonly record: StoredRecord;
  readonly grown: { readonly origin: string; readonly size: number; readonly root: string };
}

/** The only writer of the log: one document, its record and the new head in one transaction. */
@Injectable()
export class LogService {
  constructor(
    private readonly repository: RegistryRepository,
    private readonly registry: RegistryService,
    private readonly checkpoints: CheckpointService,
    private readonly state: RegistryStateService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async append(request: AppendRequest): Promise<AppendResult> {
    assert(isDocumentId(request.id), `${JSON.stringify(request.id)} names a document`);
    await this.registry.open();
    const { reason } = this.state.current();
    if (reason !== null) return { kind: 'refused', reason };
    await this.registry.begin();
    const result = await this.repository.withHead((tx, head) => this.appendTo(tx, head, request));
    if (result.kind !== 'appended') return result;
    await this.sign(result.grown);
    return { kind: 'appended', record: result.record };
  }

  private async appendTo(
    tx: GraphTransaction,
    head: LogHead,
    request: AppendRequest,
  ): Promise<Grown | Exclude<AppendResult, { kind: 'appended' }>> {
    const existing = await this.repository.findDocumentRecord(tx, request.id);
    if (existing !== null) return { kind: 'existing', record: existing };
    const refusal = await this.registry.refusalOf(head);
    if (refusal !== null) return { kind: 'refused', reason: refusal };
    return this.appendAt(tx, head, request);
  }

  private async appendAt(
    tx: GraphTransaction,
    head: LogHead,
    { id, kind, build }: AppendRequest,
  ): Promise<Grown | { kind: 'refused'; reason: string }> {
    const last = head.lastMadeAt === null ? null : parseMicros(head.lastMadeAt);
    const madeAt = formatMicros(nextMadeAt(this.clock.nowMicros(), last));
    const date = madeAt.slice(0, 10);
    if (date < head.genesisDate || (head.sealedDate !== null && date <= head.sealedDate)) {
      return { kind: 'refused', reason: `The day ${date} is sealed.` };
    }
    const { text, sha256, words = null, also = [] } = build({ madeAt, leafIndex: head.treeSize });
    assert(sha256Hex(text) === sha256, 'a document has the SHA-256 that it states');
    const record: LogRecord = { id, kind, made_at: madeAt, sha256 };
    const leaf = recordLeaf(record);
    const { frontier, completed } = appendLeaf(head.frontier, head.treeSize, leaf);
    // Sent in this order without waiting in between: the log is locked for one round trip, not for each.
    await Promise.all([
      this.repository.appendRecord(
        tx,
        { ...record, text, words },
        { leaf_index: head.treeSize, date: recordDate(record), leaf_hash: leaf },
        completed.slice(1),
        frontier,
      ),
      ...also.map(({ query, params }) => tx.run(query, params)),
    ]);
    return {
      kind: 'appended',
      record: { ...record, leaf_index: head.treeSize, leaf_hash: leaf },
      grown: { origin: head.origin, size: head.treeSize + 1, root: rootOf(frontier) },
    };
  }

  /**
   * Signs the head at once, so that a database put back to before this append is noticed. The append
   * itself has happened: a failure here stops the next one, not this.
   */
  private async sign(grown: Grown['grown']): Promise<void> {
    try {
      await this.checkpoints.sign(grown.origin, grown.size, grown.root);
      this.registry.changed();
    } catch (error) {
      if (!(error instanceof RegistryDegraded)) {
        this.state.setDoubt(`The new head could not be signed: ${(error as Error).message}`);
      }
    }
  }
}
