import { Injectable } from '@nestjs/common';
import { HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import type { SourceType } from '../platform/common/source-type';
import type { NewItem } from '../event-log/item';
import { mapInSlices } from '../platform/common/map-in-slices';
import { StoryRepository } from './story.repository';
import { StoryIndex } from './syndication';

/** Types with prose items; measurements have no copies. */
const TOLD: ReadonlySet<SourceType> = new Set<SourceType>(['news', 'telegram', 'twitter']);
const WINDOW_MS = 48 * HOUR_MS;
const ITEMS_MAX = 20_000;
/** Overlap with the last read, since another process may have stored items late. */
const OVERLAP_MS = 10 * MINUTE_MS;

/** Assigns items to recent stories, in memory; refreshed from the event log for other processes' items. */
@Injectable()
export class StoryService {
  private readonly index = new StoryIndex({ windowMs: WINDOW_MS, itemsMax: ITEMS_MAX });
  private seenUntil = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly repository: StoryRepository) {}

  /** Loads items stored by other processes; called before the first {@link assign} of a run. */
  async begin(now: number): Promise<void> {
    const seenSince = Math.max(0, Math.min(this.seenUntil, now) - OVERLAP_MS);
    const rows = await this.repository.listItems(now - WINDOW_MS, seenSince, ITEMS_MAX);
    // Oldest first: the index forgets in insertion order.
    await mapInSlices(rows.reverse(), ({ story, ...item }) => {
      this.index.restore(item, story);
    });
    this.seenUntil = now;
  }

  /** The same items in order, each with its story or null. Serialized: a story is complete before others join it. */
  assign(items: readonly NewItem[]): Promise<readonly NewItem[]> {
    const assigned = this.turn.then(() =>
      mapInSlices(items, (item) => (TOLD.has(item.sourceType) ? { ...item, story: this.index.assign(item) } : item)),
    );
    this.turn = assigned.catch(() => undefined);
    return assigned;
  }
}
