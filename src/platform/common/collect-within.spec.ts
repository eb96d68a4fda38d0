import { getEventListeners } from 'node:events';
import { collectWithin, type Timed } from './within-time';

describe('collectWithin', () => {
  const never = new AbortController().signal;

  it('returns the results of the work', async () => {
    expect(await collectWithin(1_000, never, () => Promise.resolve(7))).toBe(7);
  });

  it('passes on how the work failed', async () => {
    await expect(collectWithin(1_000, never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('ends work that ignores its signal', async () => {
    let told: AbortSignal | null = null;

    await expect(
      collectWithin(20, never, ({ signal }) => {
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

  it('excludes the time in which the work waits for the consumer', async () => {
    const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    const work = async ({ untimed }: Timed): Promise<string> => {
      await untimed(() => sleep(150));
      return 'read';
    };

    expect(await collectWithin(50, never, work)).toBe('read');
    await expect(
      collectWithin(50, never, (timed) => timed.untimed(() => sleep(10)).then(() => sleep(150))),
    ).rejects.toThrow('Not finished');
  });

  it('takes an answer that lay ready when this process was late', async () => {
    const work = async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 'ready';
    };
    const running = collectWithin(10, never, work);
    const until = performance.now() + 60;
    while (performance.now() < until);

    expect(await running).toBe('ready');
  });

  it('hears why the work itself ended at the abort', async () => {
    const work = ({ signal }: Timed): Promise<never> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('Not read: busy'));
        });
      });

    await expect(collectWithin(10, never, work)).rejects.toThrow('Not read: busy');
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
