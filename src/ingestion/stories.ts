import type { NewItem } from '../event-log/item';

export interface Stories {
  /** Loads items stored by other processes; called before the first {@link assign} of a run. */
  begin(now: number): Promise<void>;
  /** The same items in order, each with its story or null. */
  assign(items: readonly NewItem[]): Promise<readonly NewItem[]>;
}

export const STORIES = Symbol('Stories');
