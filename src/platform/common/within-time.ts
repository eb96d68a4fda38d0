import { setMaxListeners } from 'node:events';

/**
 * Runs work under a signal that aborts when its time is over, or with the outer signal. The timer is held by Node's
 * own list until the work ends: one made by `AbortSignal.timeout` that only `AbortSignal.any` refers to is collected
 * on Node 20 and never fires.
 *
 * @param ms most milliseconds
 * @param reasonOf what the signal aborts with when the time is over
 */
export const withinTime = async <T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  reasonOf: () => Error = () => new Error(`Not finished after ${Math.round(ms / 1000)} s`),
): Promise<T> => {
  const own = new AbortController();
  // Hundreds of sources and calls may be bounded by one signal; each stops listening when it ends.
  setMaxListeners(0, own.signal, ...(outer === undefined ? [] : [outer]));
  const follow = (): void => {
    own.abort(outer?.reason);
  };
  if (outer?.aborted === true) follow();
  outer?.addEventListener('abort', follow);
  const timer = setTimeout(() => {
    own.abort(reasonOf());
  }, ms);
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
};
