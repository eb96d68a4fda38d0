import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../platform/common/sha256';
import { DamagedFile, LineFile } from './line-file.store';

const fresh = (): string => join(mkdtempSync(join(tmpdir(), 'vedette-lines-')), 'public', 'x.jsonl');

const opened = async (path: string): Promise<LineFile> => {
  const file = new LineFile(path);
  await file.look();
  return file;
};

describe('a file of lines', () => {
  it('has its lines, bytes and hash, also after a restart', async () => {
    const path = fresh();
    const file = await opened(path);
    const lines = Array.from({ length: 3_000 }, (_, n) => `line ${n} é`);
    await file.append(lines.slice(0, 2_000));
    await file.append(lines.slice(2_000));
    const text = lines.map((line) => `${line}\n`).join('');

    for (const each of [file, await opened(path)]) {
      expect([each.lines, each.bytes, each.sha256]).toEqual([3_000, Buffer.byteLength(text), sha256Hex(text)]);
      for (const line of [0, 1, 1_023, 1_024, 1_500, 2_999, 3_000])
        expect(await each.offsetOf(line)).toBe(
          Buffer.byteLength(
            lines
              .slice(0, line)
              .map((one) => `${one}\n`)
              .join(''),
          ),
        );
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

  it('returns any range of a long file, and no byte of a block that was changed on disk', async () => {
    const path = fresh();
    const file = await opened(path);
    for (let n = 0; n < 40; n++)
      await file.append(Array.from({ length: 100 }, (_, m) => `line ${n} ${m} ${'x'.repeat(50)}`));
    const whole = readFileSync(path);
    const read = async (start: number, end: number): Promise<Buffer> => {
      const parts: Buffer[] = [];
      for await (const part of file.read({ start, end })) parts.push(part);
      return Buffer.concat(parts);
    };

    expect(whole.length).toBeGreaterThan(3 * 65_536);
    for (const [start, end] of [
      [0, whole.length],
      [5, 6],
      [65_535, 131_073],
      [70_000, 70_000],
      [whole.length - 1, whole.length],
    ] as const)
      expect(await read(start, end)).toEqual(whole.subarray(start, end));
    const bad = Buffer.from(whole);
    bad[100_000] = (bad[100_000] ?? 0) ^ 1;
    writeFileSync(path, bad);

    expect(await read(0, 65_536)).toEqual(whole.subarray(0, 65_536));
    await expect(read(0, whole.length)).rejects.toThrow(DamagedFile);
    await expect(read(131_071, 131_072)).rejects.toThrow(DamagedFile);
    expect(await file.look()).toBe('as known');
    writeFileSync(path, whole.subarray(0, 1_000));
    expect(await file.look()).toBe('cut off');
  });
});
