import { setMaxListeners } from 'node:events';

/** On Node 20 an `AbortSignal.timeout` referenced only by `AbortSignal.any` is garbage-collected and never fires. */
export const withinTime = async <T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  reasonOf: () => Error = () => new Error(`Not finished after ${Math.round(ms / 1000)} s`),
): Promise<T> => {
  const own = new AbortController();
  // Hundreds of sources and calls may share one signal; each removes its listener at the end.
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
