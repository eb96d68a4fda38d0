import { withinTime } from './within-time';

const ended = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve((signal.reason as Error).message);
    });
  });

describe('withinTime', () => {
  it('aborts when the time is over, although nothing else holds the timer', async () => {
    const work = withinTime(30, undefined, (signal) => ended(signal));
    globalThis.gc?.();
    await expect(work).resolves.toBe('Not finished after 0 s');
  });

  it('aborts with the outer signal and its reason', async () => {
    const outer = new AbortController();
    const work = withinTime(60_000, outer.signal, (signal) => ended(signal));
    outer.abort(new Error('the tick ended'));
    await expect(work).resolves.toBe('the tick ended');
  });

  it('begins aborted when the outer signal is', async () => {
    expect(await withinTime(60_000, AbortSignal.abort(), (signal) => Promise.resolve(signal.aborted))).toBe(true);
  });
});
