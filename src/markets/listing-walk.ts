/**
 * Walks through a paged listing over several ticks: a few pages per tick, then a pause after the end. A repeated cursor
 * (some upstreams ignore the parameter and return page one) ends the walk, a cursor that keeps failing restarts it, and
 * a page that is too large is halved. Pure.
 */
export interface WalkState {
  /** Cursor of the next page; null at the beginning. */
  readonly cursor: string | null;
  readonly seen: readonly string[];
  /** Entries per page; null for the exchange's maximum. */
  readonly size: number | null;
  /** Consecutive failures at this cursor. */
  readonly failures: number;
  /** UTC milliseconds before which no new walk begins. */
  readonly restAt: number;
}

export const FIRST_WALK: WalkState = { cursor: null, seen: [], size: null, failures: 0, restAt: 0 };

const FAILURES_MAX = 3;

/**
 * Whether to read a page now.
 *
 * @param restMs pause after the end: a longer remaining one means that the clock was set back
 */
export const isWalking = (state: WalkState, now: number, restMs: number): boolean =>
  now >= state.restAt || state.restAt - now > restMs;

/** The state after a page. A smaller page grows again. @param restMs pause after the end */
export const afterPage = (state: WalkState, nextCursor: string | null, now: number, restMs: number): WalkState =>
  nextCursor === null || state.seen.includes(nextCursor)
    ? { ...FIRST_WALK, restAt: now + restMs }
    : {
        ...state,
        cursor: nextCursor,
        seen: [...state.seen, nextCursor],
        size: state.size === null ? null : state.size * 2,
        failures: 0,
      };

/** The state after a page that was too large. @param asked number of entries requested */
export const afterTooLarge = (state: WalkState, asked: number): WalkState => ({
  ...state,
  size: Math.max(1, Math.floor(asked / 2)),
});

/** The state after a failure: a cursor that is rejected, or fails three times, is dropped. */
export const afterFailure = (state: WalkState, refused: boolean): WalkState =>
  state.cursor !== null && (refused || state.failures + 1 >= FAILURES_MAX)
    ? { ...FIRST_WALK, restAt: state.restAt }
    : { ...state, failures: state.failures + 1 };

/** The cursor at the end of a response that is too long to parse, or null. @param name its field */
export const cursorAtEnd = (body: Buffer, name: string): string | null => {
  const end = body.subarray(-2_000).toString('utf8');
  const at = end.lastIndexOf(`"${name}"`);
  return at < 0 ? null : (/^:\s*"([^"\\]{1,1000})"/.exec(end.slice(at + name.length + 2).trimStart())?.[1] ?? null);
};
