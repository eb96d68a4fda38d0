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
  const controller = new AbortController();
  const giveUp = (reason: unknown): void => {
    controller.abort(reason);
  };
  const onOuter = (): void => {
    giveUp(outer.reason);
  };
  const timer = setTimeout(() => {
    giveUp(new Error(`Not finished after ${Math.round(budgetMs / 1000)} s`));
  }, budgetMs);
  try {
    if (outer.aborted) onOuter();
    outer.addEventListener('abort', onOuter, { once: true });
    const aborted = new Promise<never>((_, reject) => {
      const fail = (): void => {
        reject(controller.signal.reason as Error);
      };
      if (controller.signal.aborted) fail();
      else controller.signal.addEventListener('abort', fail, { once: true });
    });
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', onOuter);
  }
};
