import { getEventListeners } from 'node:events';
import { collectWithin } from './collect-within';

describe('collectWithin', () => {
  const never = new AbortController().signal;

  it('gives what the work gives', async () => {
    expect(await collectWithin(1_000, never, () => Promise.resolve(7))).toBe(7);
  });

  it('passes on how the work failed', async () => {
    await expect(collectWithin(1_000, never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('ends work that ignores its signal', async () => {
    let told: AbortSignal | null = null;

    await expect(
      collectWithin(20, never, (signal) => {
        told = signal;
        return new Promise(() => undefined);
      }),
    ).rejects.toThrow('Not finished after 0 s');
    expect(told).toMatchObject({ aborted: true });
  });

  it('leaves nobody listening to the outer signal, which outlives the work', async () => {
    await collectWithin(1_000, never, () => Promise.resolve());
    await expect(collectWithin(1_000, never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');

    expect(getEventListeners(never, 'abort')).toEqual([]);
  });

  it('ends with the outer signal, for its reason', async () => {
    const outer = new AbortController();
    const running = collectWithin(1_000, outer.signal, () => new Promise(() => undefined));

    outer.abort(new Error('enough'));

    await expect(running).rejects.toThrow('enough');
  });

  it('does not begin after the outer signal', async () => {
    let begun = false;

    await expect(
      collectWithin(1_000, AbortSignal.abort(new Error('late')), () => {
        begun = true;
        return Promise.resolve();
      }),
    ).rejects.toThrow('late');
    expect(begun).toBe(false);
  });
});
