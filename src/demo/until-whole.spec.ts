import { present } from '../platform/common/assert';
import { untilWhole } from './until-whole';

describe('a step of the past that meets a fault', () => {
  const never = new AbortController().signal;

  it('is run again until all of it is done', async () => {
    const results = [
      () => Promise.reject(new Error('away')),
      () => Promise.resolve(false),
      () => Promise.resolve(true),
    ];
    let tries = 0;
    await untilWhole(() => present(results[tries++], 'try')(), never, 1);
    expect(tries).toBe(3);
  });

  it('throws the error of the last of six tries', async () => {
    let tries = 0;
    const step = (): Promise<boolean> => Promise.reject(new Error(`away ${(tries += 1)}`));
    await expect(untilWhole(step, never, 1)).rejects.toThrow('away 6');
  });

  it('returns a value that is still incomplete after six tries', async () => {
    let tries = 0;
    await untilWhole(() => Promise.resolve((tries += 1) < 0), never, 1);
    expect(tries).toBe(6);
  });

  it('ends its pause when the service stops', async () => {
    const stop = new AbortController();
    let tries = 0;
    const done = untilWhole(
      () => {
        tries += 1;
        setTimeout(() => {
          stop.abort();
        }, 5);
        return Promise.resolve(false);
      },
      stop.signal,
      60_000,
    );
    await done;
    expect(tries).toBe(1);
  });
});
