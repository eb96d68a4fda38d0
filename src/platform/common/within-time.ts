import { setMaxListeners } from 'node:events';

/**
 * Aborts `own` with `outer`, until undone. `AbortSignal.any` would leak, because long-lived signals keep derived ones; and
 * on Node 20 an `AbortSignal.timeout` that only it references is garbage-collected and never fires.
 */
export const follow = (outer: AbortSignal | undefined, own: AbortController): (() => void) => {
  // Hundreds of sources and calls may share one signal; each removes its listener at the end.
  setMaxListeners(0, own.signal, ...(outer === undefined ? [] : [outer]));
  const end = (): void => {
    own.abort(outer?.reason);
  };
  if (outer?.aborted === true) end();
  outer?.addEventListener('abort', end);
  return () => {
    outer?.removeEventListener('abort', end);
  };
};

export const withinTime = async <T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  reasonOf: () => Error = () => new Error(`Not finished after ${Math.round(ms / 1000)} s`),
): Promise<T> => {
  const own = new AbortController();
  const unfollow = follow(outer, own);
  const timer = setTimeout(() => {
    own.abort(reasonOf());
  }, ms);
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    unfollow();
  }
};

/** Work with a time limit that can exclude waiting in our own queues. */
export interface Timed {
  /** Aborted at the time limit, or with the outer signal. */
  readonly signal: AbortSignal;
  /** Waits without counting against the limit. */
  readonly untimed: <T>(wait: () => Promise<T>) => Promise<T>;
}

/** At the limit, or when `outer` aborts, the caller continues at once, even if the work ignores its signal. */
export const collectWithin = async <T>(
  budgetMs: number,
  outer: AbortSignal,
  work: (timed: Timed) => Promise<T>,
): Promise<T> => {
  outer.throwIfAborted();
  const own = new AbortController();
  const { signal } = own;
  const unfollow = follow(outer, own);
  const expire = (): void => {
    // Pending I/O is read first: this process may have been late, not the response.
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
    unfollow();
  }
};
