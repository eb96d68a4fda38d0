import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { UnreadableError } from '../common/foreign-json';
import { Metrics } from '../common/metrics.service';
import { RANDOM, type Random } from '../common/random';
import { ENVIRONMENT, type Environment } from '../config/environment';
import type { NewItem } from '../event-log/item';
import { EventLogService } from '../event-log/event-log.service';
import { EvidenceService } from '../evidence/evidence.service';
import { UpstreamClient } from '../upstream/upstream.client';
import { UpstreamError } from '../upstream/upstream-request';
import { BatchWriter } from './batch.writer';
import { collectWithin } from './collect-within';
import { ItemTagger } from './item-tagger.service';
import { prepareItems, type PreparedItems } from './prepare-items';
import { SourceCatalogue } from './source-catalogue.service';
import { SourceRepository } from './source.repository';
import { SOURCE_ADAPTERS, type CollectResult, type Source, type SourceAdapter } from './source';
import {
  byTurn,
  isDue,
  isOurOutage,
  newRecord,
  recordFailure,
  recordSuccess,
  type SourceRecord,
} from './source-state';
import { STORIES, type Stories } from './stories';
import {
  BudgetSpentError,
  countOutcome,
  emptySummary,
  type IngestionSummary,
  type SourceOutcome,
} from './ingestion-summary';

export interface IngestionOptions {
  /** Only these sources, whether due or not; null for all that are due. */
  readonly only: readonly string[] | null;
  /** Ends the run: aborted with a {@link BudgetSpentError} at the deadline, otherwise at a stop. */
  readonly signal: AbortSignal;
  /** Told of each source as it is done. */
  readonly onSource?: (outcome: SourceOutcome, total: number) => void;
}

/** Sources asked at the same time: enough that dozens may hang while the others go on. */
const CONCURRENCY = 40;
/** Most milliseconds for one source, whatever its adapter does. */
const SOURCE_BUDGET_MS = 25_000;
/** Most items stored together: in one transaction of the event log. */
export const BATCH_ITEMS = 2_000;
/** Most milliseconds that answers wait to be stored together with those that are about to arrive. */
const LINGER_MS = 250;

/** A source whose turn it is. */
interface Turn {
  readonly source: Source;
  readonly record: SourceRecord;
  /** Whether it is to rest after failures. */
  readonly resting: boolean;
}

interface Stored {
  readonly source: Source;
  readonly record: SourceRecord;
  readonly prepared: PreparedItems;
}

/** What came of asking a source. */
type Answer =
  | { readonly kind: 'said'; readonly result: CollectResult }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'disabled'; readonly reason: string };

interface StoredCount {
  readonly newItems: number;
  readonly edited: number;
}

type Writer = Pick<BatchWriter<Stored, StoredCount, readonly NewItem[]>, 'add'>;

/**
 * Asks every source that is due and stores what it says. Each source stands alone: one that fails,
 * hangs or lies is recorded as such and changes nothing for the others. What a source remembers (its
 * ETag, its cursor) is stored after its items, so that a kill in between only means asking again.
 */
@Injectable()
export class IngestionService {
  private readonly logger = new Logger(IngestionService.name);
  private readonly adapters: ReadonlyMap<string, SourceAdapter>;

  constructor(
    private readonly catalogue: SourceCatalogue,
    @Inject(SOURCE_ADAPTERS) adapters: readonly SourceAdapter[],
    private readonly upstream: UpstreamClient,
    private readonly repository: SourceRepository,
    private readonly tagger: ItemTagger,
    @Inject(STORIES) private readonly stories: Stories,
    private readonly eventLog: EventLogService,
    private readonly evidence: EvidenceService,
    private readonly metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'pollIntervalSeconds'>,
  ) {
    this.adapters = new Map(adapters.map((adapter) => [adapter.kind, adapter]));
  }

  async run(options: IngestionOptions): Promise<IngestionSummary> {
    const records = await this.repository.records();
    const chosen = this.choose(options.only, records);
    const summary = emptySummary();
    let coming = 0;
    const writer: Writer = new BatchWriter<Stored, StoredCount, readonly NewItem[]>(
      {
        prepare: (entries) =>
          this.stories.assign(entries.flatMap(({ prepared }) => prepared.items)),
        write: (entries, items) => this.store(entries, items),
      },
      BATCH_ITEMS,
      { moreComing: () => coming > 0, lingerMs: LINGER_MS },
    );
    const queue = chosen.due;
    summary.sources.waiting = chosen.waiting;
    const total = queue.length;

    const storing: Promise<void>[] = [];
    const tell = (source: Source, outcome: SourceOutcome): void => {
      countOutcome(summary, outcome);
      this.metrics.fetches.inc({ source_type: source.sourceType, result: fetchResult(outcome) });
      options.onSource?.(outcome, total);
    };
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        if (options.signal.aborted) {
          summary.sources.unasked += 1;
          continue;
        }
        const { source, record } = next;
        coming += 1;
        const arrive = once(() => {
          coming -= 1;
        });
        const answer = await this.ask(source, record, options.signal);
        const own: Writer = {
          add: (entry, weight) => {
            arrive();
            return writer.add(entry, weight);
          },
        };
        // The place is free for the next source while this one is stored.
        storing.push(
          this.attend(next, answer, own, options.signal)
            .finally(arrive)
            .then((outcome) => {
              tell(source, outcome);
            }),
        );
      }
    };
    await Promise.all([
      this.tagger.ready(),
      this.stories.begin(nowMillis(this.clock)),
      // The markets as this tick knows them: items are compared with these.
      this.evidence.refresh(nowMillis(this.clock)),
    ]);
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    await Promise.all(storing);
    return summary;
  }

  /** Which sources to ask, in the order of their turn. */
  private choose(
    only: readonly string[] | null,
    records: ReadonlyMap<string, SourceRecord>,
  ): { due: Turn[]; waiting: number } {
    const now = nowMillis(this.clock);
    const all = this.catalogue.sources
      .filter(({ id }) => only === null || only.includes(id))
      .map((source) => ({ source, record: records.get(source.id) ?? newRecord(source.id) }));
    const resting = !isOurOutage(all.map(({ record }) => record));
    const due = all
      .filter(({ record }) => only !== null || isDue(record, now, resting))
      .map((each) => ({ ...each, resting }))
      .sort((a, b) => byTurn(a.record, b.record));
    return { due, waiting: all.length - due.length };
  }

  /** What a source says, within its budget; never throws. */
  private async ask(source: Source, record: SourceRecord, signal: AbortSignal): Promise<Answer> {
    const adapter = this.adapters.get(source.kind);
    if (adapter === undefined)
      return { kind: 'disabled', reason: `This build has no adapter for ${source.kind}` };
    const disabled = adapter.disabledReason(source);
    if (disabled !== null) return { kind: 'disabled', reason: disabled };
    try {
      const result = await collectWithin(SOURCE_BUDGET_MS, signal, (bounded) =>
        adapter.collect(source, {
          upstream: {
            get: (request) => this.upstream.get({ ...request, signal: bounded }),
          },
          now: nowMillis(this.clock),
          state: record.collect,
          signal: bounded,
        }),
      );
      return { kind: 'said', result };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  /** Stores what came of asking; never throws. */
  private async attend(
    turn: Turn,
    answer: Answer,
    writer: Writer,
    signal: AbortSignal,
  ): Promise<SourceOutcome> {
    const { source, record } = turn;
    if (answer.kind === 'disabled')
      return { source: source.id, kind: 'disabled', reason: answer.reason };
    if (answer.kind === 'failed') return this.fail(turn, answer.error, writer, signal);
    try {
      return await this.accept(source, record, answer.result, writer);
    } catch (error) {
      // Our fault, not the source's: its state stays, and the next tick asks for the same again.
      this.logger.error(`What ${source.id} said was not stored: ${messageOf(error)}`);
      return {
        source: source.id,
        kind: 'failed',
        reason: 'It answered, and the graph did not store it',
      };
    }
  }

  private async accept(
    source: Source,
    record: SourceRecord,
    result: CollectResult,
    writer: Writer,
  ): Promise<SourceOutcome> {
    const now = nowMillis(this.clock);
    const prepared = await prepareItems(result.items, source, this.tagger, now);
    const newestItemAt = prepared.items.reduce<number | null>(
      (newest, { at }) => (newest === null || at > newest ? at : newest),
      null,
    );
    const success = recordSuccess(record, {
      now,
      collect: result.state,
      newItems: 0,
      newestItemAt,
    });
    const stored = await writer.add(
      { source, record: success, prepared },
      prepared.items.length + 1,
    );
    return {
      source: source.id,
      kind: 'collected',
      notModified: result.notModified,
      seen: prepared.items.length,
      newItems: stored.newItems,
      edited: stored.edited,
      warnings: [...result.warnings, ...prepared.warnings],
    };
  }

  private async fail(
    { source, record, resting }: Turn,
    error: unknown,
    writer: Writer,
    signal: AbortSignal,
  ): Promise<SourceOutcome> {
    // A stop of the service says nothing about the source.
    if (signal.aborted && !(signal.reason instanceof BudgetSpentError))
      return { source: source.id, kind: 'unasked' };
    const reason = signal.aborted
      ? 'No complete answer within the budget of the tick'
      : reasonOf(error);
    if (reason === 'The answer could not be processed')
      this.logger.warn(`Adapter ${source.kind} failed on ${source.id}: ${messageOf(error)}`);
    const failed = recordFailure(record, {
      reason,
      now: nowMillis(this.clock),
      random: this.random(),
      askedMs: error instanceof UpstreamError ? (error.details.retryAfterMs ?? null) : null,
      intervalMs: this.environment.pollIntervalSeconds * 1_000,
      resting,
    });
    try {
      await writer.add({ source, record: failed, prepared: { items: [], warnings: [] } }, 1);
    } catch (storeError) {
      this.logger.error(`The failure of ${source.id} was not stored: ${messageOf(storeError)}`);
    }
    return { source: source.id, kind: 'failed', reason };
  }

  /** Stores what several sources brought: items first, then what the sources remember. */
  private async store(
    entries: readonly Stored[],
    items: readonly NewItem[],
  ): Promise<StoredCount[]> {
    const judged = this.evidence.judge(items);
    const appended = await this.eventLog.append(items, (transaction, ids) =>
      this.evidence.write(transaction, judged, ids),
    );
    const fresh = new Set(appended.newIds);
    this.measure(items.filter(({ id }) => fresh.has(id)));
    const edited = new Set(appended.editedIds);
    const counts = entries.map(({ prepared }) => ({
      newItems: prepared.items.filter(({ id }) => fresh.delete(id)).length,
      edited: prepared.items.filter(({ id }) => edited.delete(id)).length,
    }));
    await this.repository.save(
      entries.map(({ source, record }, index) => ({
        source,
        record:
          (counts[index]?.newItems ?? 0) > 0
            ? { ...record, lastNewItemAt: record.lastSuccessAt }
            : record,
      })),
    );
    return counts;
  }

  private measure(fresh: readonly NewItem[]): void {
    for (const { sourceType, publishedAt, firstSeenAt, at } of fresh) {
      this.metrics.items.inc({ source_type: sourceType });
      if (publishedAt !== null)
        this.metrics.itemLagSeconds.observe({ source_type: sourceType }, (firstSeenAt - at) / 1000);
    }
  }
}

const fetchResult = (outcome: SourceOutcome): string => {
  if (outcome.kind === 'collected') return outcome.notModified ? 'not_modified' : 'ok';
  return outcome.kind === 'failed' ? 'failed' : 'skipped';
};

/** `act`, the first time only. */
const once = (act: () => void): (() => void) => {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Words for an operator. Errors of the upstream client and of the parsers are made for it, others are a fault of ours. */
const reasonOf = (error: unknown): string => {
  if (error instanceof UpstreamError || error instanceof UnreadableError) return error.message;
  const isPlain = error instanceof Error && error.name === 'Error' && error.message !== '';
  return isPlain ? error.message : 'The answer could not be processed';
};
