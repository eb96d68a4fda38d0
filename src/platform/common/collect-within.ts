import { setMaxListeners } from 'node:events';

/**
 * Work that must end, and whose time runs only while it is its own: waiting for us (a queue of ours) does not count.
 */
export interface Timed {
  /** Aborted when the time is over, or with the outer signal. */
  readonly signal: AbortSignal;
  /** Waits without spending time. */
  readonly untimed: <T>(wait: () => Promise<T>) => Promise<T>;
}

/**
 * Runs work that must end: when its time is over or the outer signal aborts, the work's own signal aborts and the caller
 * goes on at once, even if the work ignores it. Work that gives a reason of its own at the abort is heard.
 *
 * @throws Error naming the time limit, the reason of the outer signal, or the work's own
 */
export const collectWithin = async <T>(
  budgetMs: number,
  outer: AbortSignal,
  work: (timed: Timed) => Promise<T>,
): Promise<T> => {
  outer.throwIfAborted();
  const own = new AbortController();
  const { signal } = own;
  // Hundreds of sources may be bounded by one outer signal; each stops listening when it ends.
  setMaxListeners(0, signal, outer);
  const follow = (): void => {
    own.abort(outer.reason);
  };
  outer.addEventListener('abort', follow);
  const expire = (): void => {
    // What lies ready is read before the clock is believed: this process may have been late, not the answer.
    setImmediate(() => {
      own.abort(new Error(`Not finished after ${Math.round(budgetMs / 1000)} s`));
    });
  };
  let over = false;
  let left = budgetMs;
  let since = performance.now();
  let timer = setTimeout(expire, left);
  const untimed = async <R>(wait: () => Promise<R>): Promise<R> => {
    clearTimeout(timer);
    left -= performance.now() - since;
    try {
      return await wait();
    } finally {
      since = performance.now();
      if (!over) timer = setTimeout(expire, Math.max(0, left));
    }
  };
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      setImmediate(() => {
        reject(signal.reason as Error);
      });
    });
  });
  try {
    return await Promise.race([work({ signal, untimed }), aborted]);
  } finally {
    over = true;
    clearTimeout(timer);
    outer.removeEventListener('abort', follow);
  }
};
