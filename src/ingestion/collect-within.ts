/**
 * Runs work that must end: when its time is over or the outer signal aborts, the work's own signal
 * aborts and the caller goes on at once, even if the work ignores it.
 *
 * @throws Error naming the time limit, or the reason of the outer signal
 */
export const collectWithin = async <T>(
  budgetMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const clock = new AbortController();
  const timer = setTimeout(() => {
    clock.abort(new Error(`Not finished after ${Math.round(budgetMs / 1000)} s`));
  }, budgetMs);
  const signal = AbortSignal.any([outer, clock.signal]);
  let end = (): void => undefined;
  try {
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      end = () => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', end);
    });
    return await Promise.race([work(signal), aborted]);
  } finally {
    clearTimeout(timer);
    // A signal of several others lives on while somebody listens to it, and with it all that was collected.
    signal.removeEventListener('abort', end);
  }
};
