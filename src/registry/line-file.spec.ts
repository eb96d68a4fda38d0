import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../common/sha256';
import { LineFile } from './line-file.store';

const fresh = (): string =>
  join(mkdtempSync(join(tmpdir(), 'vedette-lines-')), 'public', 'x.jsonl');

const opened = async (path: string): Promise<LineFile> => {
  const file = new LineFile(path);
  await file.look();
  return file;
};

describe('a file of lines', () => {
  it('knows its lines, bytes and hash, and knows them again after a restart', async () => {
    const path = fresh();
    const file = await opened(path);
    const lines = Array.from({ length: 3_000 }, (_, n) => `line ${n} é`);
    await file.append(lines.slice(0, 2_000));
    await file.append(lines.slice(2_000));
    const text = lines.map((line) => `${line}\n`).join('');

    for (const each of [file, await opened(path)]) {
      expect([each.lines, each.bytes, each.sha256]).toEqual([3_000, Buffer.byteLength(text), sha256Hex(text)]); // prettier-ignore
      for (const line of [0, 1, 1_023, 1_024, 1_500, 2_999, 3_000])
        expect(await each.offsetOf(line)).toBe(Buffer.byteLength(lines.slice(0, line).map((one) => `${one}\n`).join(''))); // prettier-ignore
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('takes no half line of a write that was cut short, and writes over it', async () => {
    const path = fresh();
    await (await opened(path)).append(['one', 'two']);
    writeFileSync(path, 'one\ntwo\nthr');
    const file = await opened(path);
    await file.append(['three']);

    expect(file.lines).toBe(3);
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('is the same file whoever of two writes first', async () => {
    const path = fresh();
    const [one, other] = [await opened(path), await opened(path)];
    await one.append(['a', 'b', 'c']);
    await other.append(['a', 'b']);
    await other.append(['c', 'd']);

    expect(readFileSync(path, 'utf8')).toBe('a\nb\nc\nd\n');
  });

  it('notices another file in its place', async () => {
    const path = fresh();
    const [one, other] = [await opened(path), await opened(path)];
    await one.append(['old']);
    await other.look();
    await one.reset();
    await one.append(['new', 'lines']);
    await other.look();

    expect(other.lines).toBe(2);
    expect(other.sha256).toBe(one.sha256);
  });
});
