/**
 * Walking through a paged listing over several ticks: a few pages a tick from where the last one
 * stopped, and after the end a pause before it begins again. No cursor is kept for good: one that comes back (an
 * upstream that ignores its parameter answers page one each time) ends the walk, one that fails again and again
 * begins it anew, and a page of too many bytes is asked for by half. Pure: the state goes in and comes out.
 */
export interface WalkState {
  /** Cursor of the next page; null at the beginning. */
  readonly cursor: string | null;
  /** Cursors of this walk. */
  readonly seen: readonly string[];
  /** Entries to ask for in one page; null for as many as the exchange gives. */
  readonly size: number | null;
  /** Failures in a row at this cursor. */
  readonly failures: number;
  /** UTC milliseconds before which no new walk begins. */
  readonly restAt: number;
}

export const FIRST_WALK: WalkState = { cursor: null, seen: [], size: null, failures: 0, restAt: 0 };

const FAILURES_MAX = 3;

/**
 * Whether a page is to be read now.
 *
 * @param restMs pause after the end: a longer one was begun by a clock that has been set back since
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

/** The state after a page of too many bytes. @param asked how many entries were asked for */
export const afterTooLarge = (state: WalkState, asked: number): WalkState => ({
  ...state,
  size: Math.max(1, Math.floor(asked / 2)),
});

/** The state after a failure: a cursor that the upstream refuses, or that fails for the third time, is given up. */
export const afterFailure = (state: WalkState, refused: boolean): WalkState =>
  state.cursor !== null && (refused || state.failures + 1 >= FAILURES_MAX)
    ? { ...FIRST_WALK, restAt: state.restAt }
    : { ...state, failures: state.failures + 1 };

/** The cursor at the end of an answer that is too long to be read as a whole, or null. @param name its field */
export const cursorAtEnd = (body: Buffer, name: string): string | null => {
  const end = body.subarray(-2_000).toString('utf8');
  const at = end.lastIndexOf(`"${name}"`);
  return at < 0 ? null : (/^:\s*"([^"\\]{1,1000})"/.exec(end.slice(at + name.length + 2).trimStart())?.[1] ?? null);
};
