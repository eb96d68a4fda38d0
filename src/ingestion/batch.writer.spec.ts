import { BatchWriter, type Lingering } from './batch.writer';

type Write = (entries: readonly string[]) => Promise<readonly string[]>;
const writing = (write: Write, weightMax: number, lingering?: Lingering) =>
  new BatchWriter<string, string>({ prepare: () => Promise.resolve(), write }, weightMax, lingering);

describe('BatchWriter', () => {
  const recording = (weightMax: number, poison?: string) => {
    const writes: string[][] = [];
    const writer = writing(async (entries) => {
      writes.push([...entries]);
      await Promise.resolve();
      if (poison !== undefined && entries.includes(poison)) throw new Error(`cannot store ${poison}`);
      return entries.map((entry) => entry.toUpperCase());
    }, weightMax);
    return { writer, writes };
  };

  it('returns to each its own result', async () => {
    const { writer } = recording(10);

    expect(await Promise.all(['a', 'b'].map((entry) => writer.add(entry, 1)))).toEqual(['A', 'B']);
  });

  it('writes all ready items together, up to the weight', async () => {
    const { writer, writes } = recording(3);

    await Promise.all([writer.add('a', 1), writer.add('b', 2), writer.add('c', 9), writer.add('d', 3)]);

    expect(writes).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  it('lets one bad entry fail alone', async () => {
    const { writer } = recording(10, 'b');

    const results = await Promise.allSettled(['a', 'b', 'c'].map((entry) => writer.add(entry, 1)));

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('continues after it has been empty', async () => {
    const { writer } = recording(10);
    await writer.add('a', 1);

    expect(await writer.add('b', 1)).toBe('B');
  });

  it('waits for pending items, and not for those that never come', async () => {
    const writes: string[][] = [];
    let coming = 2;
    const writer = writing(
      (entries) => {
        writes.push([...entries]);
        return Promise.resolve(entries);
      },
      10,
      { moreComing: () => coming > 0, lingerMs: 60_000 },
    );
    const first = writer.add('a', 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    coming = 1;
    const second = writer.add('b', 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(writes).toEqual([]);

    coming = 0;
    await Promise.all([first, second]);

    expect(writes).toEqual([['a', 'b']]);
  });

  it('does not wait once a write is full', async () => {
    const writer = writing((entries) => Promise.resolve(entries), 2, {
      moreComing: () => true,
      lingerMs: 60_000,
    });

    expect(await Promise.all([writer.add('a', 1), writer.add('b', 1)])).toEqual(['a', 'b']);
  });

  it('makes the next batches ready while one is written, in order, and writes no more than two at a time', async () => {
    const seen: string[] = [];
    const release: (() => void)[] = [];
    const writer = new BatchWriter<string, string, string>(
      {
        prepare: (entries) => {
          seen.push(`ready ${entries.join('')}`);
          return Promise.resolve(entries.join('').toUpperCase());
        },
        write: async (entries, ready) => {
          seen.push(`write ${ready}`);
          await new Promise<void>((resolve) => release.push(resolve));
          return entries;
        },
      },
      1,
    );
    const all = Promise.all(['a', 'b', 'c'].map((entry) => writer.add(entry, 1)));
    await turn();
    expect(seen).toEqual(['ready a', 'write A', 'ready b', 'write B', 'ready c']);

    release.shift()?.();
    await turn();
    expect(seen.at(-1)).toBe('write C');

    for (const go of release) go();
    expect(await all).toEqual(['a', 'b', 'c']);
  });

  it('rejects only the entry that could not be made ready', async () => {
    const writer = new BatchWriter<string, string, readonly string[]>(
      {
        prepare: (entries) =>
          entries.includes('b') ? Promise.reject(new Error('cannot prepare b')) : Promise.resolve(entries),
        write: (_, ready) => Promise.resolve(ready),
      },
      10,
    );

    const results = await Promise.allSettled(['a', 'b', 'c'].map((entry) => writer.add(entry, 1)));

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
