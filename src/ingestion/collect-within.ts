import { withinTime } from '../platform/common/within-time';

/**
 * Runs work that must end: when its time is over or the outer signal aborts, the work's own signal
 * aborts and the caller goes on at once, even if the work ignores it.
 *
 * @throws Error naming the time limit, or the reason of the outer signal
 */
export const collectWithin = <T>(
  budgetMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  withinTime(budgetMs, outer, async (signal) => {
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
    return Promise.race([work(signal), aborted]);
  });
