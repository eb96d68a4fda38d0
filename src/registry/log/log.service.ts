import { Injectable, Logger } from '@nestjs/common';
import { present } from '../../platform/common/assert';
import type { GraphTransaction } from '../../platform/graph/graph.service';
import { KeptAnswers } from '../copies/kept-answer.store';
import { CheckpointService } from './checkpoint.service';
import { LogAppender, type AppendRequest, type Grown } from './log-appender.service';
import { CannotSign, RegistryDegraded, RegistryStateService } from '../registry-state.service';
import { RegistryRepository, type LogHead, type StoredRecord } from '../registry.repository';
import { RegistryService } from '../registry.service';

export type { AppendRequest, BuiltDocument, LogSlot } from './log-appender.service';

export interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

type AppendResult =
  | { readonly kind: 'appended'; readonly record: StoredRecord }
  | { readonly kind: 'existing'; readonly record: StoredRecord }
  | Refused;

/** Result of work done while the log is held: documents to append, and a value for the caller. */
export interface LogWork<T> {
  readonly documents: readonly AppendRequest[];
  readonly value: T;
}

type LogResult<T> =
  | {
      readonly kind: 'done';
      readonly value: T;
      readonly records: readonly StoredRecord[];
      readonly existing: ReadonlySet<string>;
    }
  | Refused;

/** The only writer of the log: documents, their records and the new head in one transaction. */
@Injectable()
export class LogService {
  private readonly logger = new Logger('Registry');

  constructor(
    private readonly repository: RegistryRepository,
    private readonly registry: RegistryService,
    private readonly checkpoints: CheckpointService,
    private readonly appender: LogAppender,
    private readonly state: RegistryStateService,
    private readonly answers: KeptAnswers,
  ) {}

  async append(request: AppendRequest): Promise<AppendResult> {
    const result = await this.appendAll([request]);
    if (result.kind === 'refused') return result;
    const record = present(result.records[0], 'record');
    return { kind: result.existing.has(request.id) ? 'existing' : 'appended', record };
  }

  /** Appends related documents in this order, all or none. */
  async appendAll(documents: readonly AppendRequest[]): Promise<LogResult<undefined>> {
    return this.write(() => Promise.resolve({ documents, value: undefined }));
  }

  /** Runs `work`, maybe more than once, while the log is held, and appends its documents in the same transaction. */
  async write<T>(work: (tx: GraphTransaction, head: LogHead) => Promise<LogWork<T>>): Promise<LogResult<T>> {
    await this.registry.open();
    const { reason } = this.state.current();
    if (reason !== null) return { kind: 'refused', reason };
    await this.registry.begin();
    const result = await this.grow(work);
    if (result.kind === 'refused') return result;
    const { value, grown } = result;
    if (grown.head !== null) await this.sign(grown.head);
    await this.keep(grown.answers);
    return { kind: 'done', value, records: grown.records, existing: grown.existing };
  }

  private async grow<T>(
    work: (tx: GraphTransaction, head: LogHead) => Promise<LogWork<T>>,
  ): Promise<{ readonly kind: 'done'; readonly value: T; readonly grown: Grown } | Refused> {
    try {
      return await this.repository.withHead(async (tx, head) => {
        const refusal = (await this.registry.refusalOf(head)) ?? this.appender.refusalAt(head);
        if (refusal !== null) return { kind: 'refused' as const, reason: refusal };
        const { documents, value } = await work(tx, head);
        return { kind: 'done' as const, value, grown: await this.appender.add(tx, head, documents) };
      });
    } catch (error) {
      if (!(error instanceof RegistryDegraded)) throw error;
      return { kind: 'refused', reason: error.message };
    }
  }

  /** The log has priority: a response that cannot be stored is only logged. */
  private async keep(sha256s: readonly string[]): Promise<void> {
    try {
      await this.answers.keep(sha256s);
    } catch (error) {
      this.logger.warn(`An answer of an exchange was not kept: ${(error as Error).message}`);
    }
  }

  /** Signs the head at once, to notice a restored database. A failure here stops the next append, not this one. */
  private async sign(head: NonNullable<Grown['head']>): Promise<void> {
    try {
      await this.checkpoints.sign(head.origin, head.size, head.root);
      this.registry.changed();
    } catch (error) {
      if (error instanceof CannotSign || !(error instanceof RegistryDegraded)) {
        this.state.setDoubt(`The new head could not be signed: ${(error as Error).message}`);
      }
    }
  }
}
