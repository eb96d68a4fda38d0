/**
 * Walking through a paged listing over several ticks: a few pages a tick from where the last one
 * stopped, and after the end a pause before it begins again. A cursor that comes back would walk in a
 * circle for ever (an upstream that ignores its parameter answers page one each time), so a repeated
 * one ends the walk. Pure: the state goes in and comes out.
 */
export interface WalkState {
  /** Cursor of the next page; null at the beginning. */
  readonly cursor: string | null;
  /** Cursors of this walk. */
  readonly seen: readonly string[];
  /** UTC milliseconds before which no new walk begins. */
  readonly restAt: number;
}

export const FIRST_WALK: WalkState = { cursor: null, seen: [], restAt: 0 };

/**
 * Whether a page is to be read now.
 *
 * @param restMs pause after the end: a longer one was begun by a clock that has been set back since
 */
export const isWalking = (state: WalkState, now: number, restMs: number): boolean =>
  now >= state.restAt || state.restAt - now > restMs;

/** The state after a page. @param restMs pause after the end */
export const afterPage = (state: WalkState, nextCursor: string | null, now: number, restMs: number): WalkState =>
  nextCursor === null || state.seen.includes(nextCursor)
    ? { cursor: null, seen: [], restAt: now + restMs }
    : { cursor: nextCursor, seen: [...state.seen, nextCursor], restAt: state.restAt };
