import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/common/metrics.service';
import { EventLogService, ITEMS_PER_TRANSACTION } from '../event-log/event-log.service';
import type { NewItem } from '../event-log/item';
import { EvidenceService } from '../evidence/evidence.service';
import { BatchWriter } from './batch.writer';
import type { PreparedItems } from './prepare-items';
import type { Source } from './source';
import type { SourceRecord } from './source-state';
import { SourceRepository } from './source.repository';
import { StoryService } from './story.service';

/** How long results wait to be stored together, milliseconds. */
const LINGER_MS = 250;

interface Brought {
  readonly source: Source;
  readonly record: SourceRecord;
  readonly prepared: PreparedItems;
}

interface StoredCount {
  readonly newItems: number;
  readonly edited: number;
}

export type Batches = Pick<BatchWriter<Brought, StoredCount, readonly NewItem[]>, 'add'>;

@Injectable()
export class ItemWriter {
  constructor(
    private readonly stories: StoryService,
    private readonly eventLog: EventLogService,
    private readonly evidence: EvidenceService,
    private readonly repository: SourceRepository,
    private readonly metrics: Metrics,
  ) {}

  /** Loads recent stories and current markets, with which items are compared. */
  async begin(now: number): Promise<void> {
    await Promise.all([this.stories.begin(now), this.evidence.refresh(now)]);
  }

  /** @param moreComing whether further sources are about to deliver */
  batches(moreComing: () => boolean): Batches {
    return new BatchWriter<Brought, StoredCount, readonly NewItem[]>(
      {
        prepare: (entries) => this.stories.assign(entries.flatMap(({ prepared }) => prepared.items)),
        write: (entries, items) => this.store(entries, items),
      },
      ITEMS_PER_TRANSACTION,
      { moreComing, lingerMs: LINGER_MS },
    );
  }

  /** Stores items first, then the states of their sources. */
  private async store(entries: readonly Brought[], items: readonly NewItem[]): Promise<StoredCount[]> {
    const appended = await this.eventLog.append(items, (given) => this.evidence.linking(given));
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
        record: (counts[index]?.newItems ?? 0) > 0 ? { ...record, last_new_item_at: record.last_success_at } : record,
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
