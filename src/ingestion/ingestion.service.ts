import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { errorMessage } from '../platform/common/error-message';
import { UnreadableError } from '../platform/common/foreign-json';
import { Metrics } from '../platform/common/metrics.service';
import { EventLogService } from '../event-log/event-log.service';
import { UpstreamError } from '../platform/upstream/upstream-request';
import {
  BudgetSpentError,
  countOutcome,
  emptySummary,
  type IngestionSummary,
  type SourceOutcome,
} from './ingestion-summary';
import { NotReadError } from './feeds/feed-parser.pool';
import { ItemTagger } from './item-tagger.service';
import { ItemWriter, type Batches } from './item.writer';
import { prepareItems, underKnownKeys } from './prepare-items';
import type { CollectResult, Source } from './source';
import { SourceAsker, type Answer } from './source-asker.service';
import { recordSuccess, type SourceRecord } from './source-state';
import { SourceTurns, type Turn } from './source-turns.service';

export interface IngestionOptions {
  /** Only these sources, whether due or not; null for all due ones. */
  readonly only: readonly string[] | null;
  /** Aborted with a {@link BudgetSpentError} at the deadline, otherwise at a shutdown. */
  readonly signal: AbortSignal;
  /** Whether answers may be stored now; false while the clock is wrong. */
  readonly maySave?: () => boolean;
  /** Called after each source. */
  readonly onSource?: (outcome: SourceOutcome, total: number) => void;
}

/** Concurrent sources: enough to continue while dozens hang. */
const CONCURRENCY = 40;

/**
 * Polls every due source and stores its items. Failures are recorded per source and do not affect others. A source's
 * state (its ETag, its cursor) is stored after its items, so that after a kill in between it is only polled again.
 */
@Injectable()
export class IngestionService {
  private readonly logger = new Logger(IngestionService.name);

  constructor(
    private readonly turns: SourceTurns,
    private readonly asker: SourceAsker,
    private readonly items: ItemWriter,
    private readonly eventLog: EventLogService,
    private readonly tagger: ItemTagger,
    private readonly metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(options: IngestionOptions): Promise<IngestionSummary> {
    const chosen = await this.turns.choose(options.only);
    // While the first sources are asked: on a busy machine it takes longer than their time.
    const ready = Promise.all([this.tagger.ready(), this.items.begin(nowMillis(this.clock))]);
    ready.catch(() => undefined);
    const summary = emptySummary();
    let coming = 0;
    const writer = this.items.batches(() => coming > 0);
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
        const answer = await this.asker.ask(source, record, options.signal);
        const ended: unknown = options.signal.reason;
        const own: Batches = {
          add: (entry, weight) => {
            arrive();
            return writer.add(entry, weight);
          },
        };
        // Frees the slot for the next source while this one is stored.
        storing.push(
          ready
            .then(
              () => this.attend(next, answer, own, { ...options, ended }),
              (): SourceOutcome => ({ source: source.id, kind: 'unasked' }),
            )
            .finally(arrive)
            .finally(answer.kind === 'said' ? answer.release : undefined)
            .then((outcome) => {
              tell(source, outcome);
            }),
        );
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    await Promise.all(storing);
    await ready;
    return summary;
  }

  /** Stores the result of a poll; never throws. */
  private async attend(
    turn: Turn,
    answer: Answer,
    writer: Batches,
    { ended, maySave }: Pick<IngestionOptions, 'maySave'> & { readonly ended: unknown },
  ): Promise<SourceOutcome> {
    const { source, record } = turn;
    if (answer.kind === 'disabled') return { source: source.id, kind: 'disabled', reason: answer.reason };
    if (maySave?.() === false) return { source: source.id, kind: 'unasked' };
    if (answer.kind === 'failed') return this.fail(turn, answer.error, writer, ended);
    try {
      return await this.accept(source, record, answer.result, writer);
    } catch (error) {
      // Our fault, not the source's: its state is unchanged, and the next tick retries.
      this.logger.error(`What ${source.id} said was not stored: ${errorMessage(error)}`);
      return { source: source.id, kind: 'failed', reason: 'It answered, and the graph did not store it' };
    }
  }

  private async accept(
    source: Source,
    record: SourceRecord,
    result: CollectResult,
    writer: Batches,
  ): Promise<SourceOutcome> {
    const now = nowMillis(this.clock);
    const known = await underKnownKeys(result.items, source, (ids) => this.eventLog.stored(ids));
    const prepared = await prepareItems(known, source, this.tagger, now);
    const newestItemAt = prepared.items.reduce<number | null>(
      (newest, { at }) => (newest === null || at > newest ? at : newest),
      null,
    );
    const success = recordSuccess(record, { now, collect: result.state, newItems: 0, newestItemAt });
    const stored = await writer.add({ source, record: success, prepared }, prepared.items.length + 1);
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

  /** @param ended why asking had ended when it failed, or undefined */
  private async fail(turn: Turn, error: unknown, writer: Batches, ended: unknown): Promise<SourceOutcome> {
    const { source } = turn;
    // A shutdown is not a failure of the source.
    if (ended !== undefined && !(ended instanceof BudgetSpentError)) return { source: source.id, kind: 'unasked' };
    // Neither is our own load: the next tick retries.
    if (error instanceof NotReadError) return { source: source.id, kind: 'failed', reason: error.message };
    const reason = ended !== undefined ? 'No complete answer within the budget of the tick' : reasonOf(error);
    if (reason === 'The answer could not be processed')
      this.logger.warn(`Adapter ${source.kind} failed on ${source.id}: ${errorMessage(error)}`);
    const failed = this.turns.afterFailure(turn, reason, error);
    try {
      await writer.add({ source, record: failed, prepared: { items: [], warnings: [] } }, 1);
    } catch (storeError) {
      this.logger.error(`The failure of ${source.id} was not stored: ${errorMessage(storeError)}`);
    }
    return { source: source.id, kind: 'failed', reason };
  }
}

const fetchResult = (outcome: SourceOutcome): string => {
  if (outcome.kind === 'collected') return outcome.notModified ? 'not_modified' : 'ok';
  return outcome.kind === 'failed' ? 'failed' : 'skipped';
};

const once = (act: () => void): (() => void) => {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
};

/** Message for operators. Errors of the upstream client and the parsers are written for them; others are bugs. */
const reasonOf = (error: unknown): string => {
  if (error instanceof UpstreamError || error instanceof UnreadableError) return error.message;
  const isPlain = error instanceof Error && error.name === 'Error' && error.message !== '';
  return isPlain ? error.message : 'The answer could not be processed';
};
