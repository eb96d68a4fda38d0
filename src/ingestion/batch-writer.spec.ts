import { BatchWriter } from './batch-writer';

describe('BatchWriter', () => {
  const recording = (weightMax: number, poison?: string) => {
    const writes: string[][] = [];
    const writer = new BatchWriter<string, string>(async (entries) => {
      writes.push([...entries]);
      await Promise.resolve();
      if (poison !== undefined && entries.includes(poison))
        throw new Error(`cannot store ${poison}`);
      return entries.map((entry) => entry.toUpperCase());
    }, weightMax);
    return { writer, writes };
  };

  it('gives each its own result', async () => {
    const { writer } = recording(10);

    expect(await Promise.all(['a', 'b'].map((entry) => writer.add(entry, 1)))).toEqual(['A', 'B']);
  });

  it('writes together what is ready together, up to the weight', async () => {
    const { writer, writes } = recording(3);

    await Promise.all([
      writer.add('a', 1),
      writer.add('b', 2),
      writer.add('c', 9),
      writer.add('d', 3),
    ]);

    expect(writes).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  it('lets one bad entry fail alone', async () => {
    const { writer } = recording(10, 'b');

    const results = await Promise.allSettled(['a', 'b', 'c'].map((entry) => writer.add(entry, 1)));

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('goes on after it has been empty', async () => {
    const { writer } = recording(10);
    await writer.add('a', 1);

    expect(await writer.add('b', 1)).toBe('B');
  });
});
