import type { NewItem } from '../event-log/item';

/** Finds which items are copies of one story. */
export interface Stories {
  /** Learns what others stored meanwhile; before the first {@link assign} of a run. */
  begin(now: number): Promise<void>;
  /** The same items in the same order, each with the story that it reports, or null. */
  assign(items: readonly NewItem[]): Promise<readonly NewItem[]>;
}

/** Nest token of the {@link Stories}. */
export const STORIES = Symbol('Stories');
