import { Readable } from 'node:stream';
import { byteLines } from './byte-lines';

const linesOf = async (chunks: readonly string[]): Promise<string[]> => {
  const lines: string[] = [];
  for await (const page of byteLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))))
    lines.push(...page.map((line) => line.toString()));
  return lines;
};

describe('lines of bytes', () => {
  it('are the same however the file is cut', async () => {
    const text = '{"n":1}\n{"name":"Zaporizhzhia"}\n\n{"n":3}\n';

    for (let size = 1; size <= text.length; size += 1) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size),
      );
      expect(await linesOf(chunks)).toEqual(['{"n":1}\n', '{"name":"Zaporizhzhia"}\n', '\n', '{"n":3}\n']);
    }
  });

  it('are none in an empty file', async () => {
    expect(await linesOf([])).toEqual([]);
  });
});
