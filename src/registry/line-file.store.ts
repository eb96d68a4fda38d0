import { createHash, type Hash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange } from './byte-range';

const NEWLINE = 0x0a;
/** Offsets are remembered of every so many lines. */
const MARKED_LINES = 1_024;

/**
 * A file of lines that only grows. Several processes may write the same one: a line is a function of its
 * place, and is written at the place that it has, so that whoever comes second writes the same bytes.
 */
export class LineFile {
  private hash: Hash = createHash('sha256');
  private marks: number[] = [0];
  /** Which file it is; a number alone is used again for the next. */
  private identity: string | null = null;
  private known = false;
  lines = 0;
  /** Length of the whole lines that are known. */
  bytes = 0;

  constructor(readonly path: string) {}

  /** SHA-256 of the first {@link bytes}. */
  get sha256(): string {
    return this.hash.copy().digest('hex');
  }

  /** Reads what is there; again when another process has put another file in its place. */
  async look(): Promise<void> {
    const found = await stat(this.path).catch(() => null);
    const identity = found === null ? null : identityOf(found);
    if (this.known && identity === this.identity && (found?.size ?? 0) >= this.bytes) return;
    this.forget();
    this.known = true;
    this.identity = identity;
    if (found === null) return;
    let rest = Buffer.alloc(0);
    for await (const chunk of createReadStream(this.path)) {
      const bytes = Buffer.concat([rest, chunk as Buffer]);
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      this.take(bytes.subarray(0, end));
      rest = bytes.subarray(end);
    }
  }

  /** Adds lines behind those that are known. */
  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    await mkdir(dirname(this.path), { recursive: true });
    // To be there, whoever makes it; then written at its place, which a file opened to append would not be.
    await (await open(this.path, 'a')).close();
    const writer = await open(this.path, 'r+');
    try {
      await writer.write(bytes, 0, bytes.length, this.bytes);
      this.identity = identityOf(await writer.stat());
    } finally {
      await writer.close();
    }
    this.take(bytes);
  }

  /** Begins anew: readers of the old file keep it to its end. */
  async reset(): Promise<void> {
    await rm(this.path, { force: true });
    this.forget();
    this.known = true;
  }

  /** Where a line begins; the length of the file for the line behind the last. */
  async offsetOf(line: number): Promise<number> {
    const mark = Math.floor(line / MARKED_LINES);
    let at = this.marks[mark] ?? 0;
    let left = line - mark * MARKED_LINES;
    if (left === 0) return at;
    for await (const chunk of createReadStream(this.path, { start: at, end: this.bytes - 1 })) {
      const bytes = chunk as Buffer;
      for (let from = 0; ;) {
        const found = bytes.indexOf(NEWLINE, from);
        if (found === -1) break;
        left -= 1;
        from = found + 1;
        if (left === 0) return at + from;
      }
      at += bytes.length;
    }
    return this.bytes;
  }

  read({ start, end }: ByteRange): Readable {
    return createReadStream(this.path, { start, end: end - 1 });
  }

  private take(bytes: Buffer): void {
    this.hash.update(bytes);
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) {
      this.lines += 1;
      if (this.lines % MARKED_LINES === 0) this.marks.push(this.bytes + at + 1);
    }
    this.bytes += bytes.length;
  }

  private forget(): void {
    this.hash = createHash('sha256');
    this.marks = [0];
    this.identity = null;
    this.known = false;
    this.lines = 0;
    this.bytes = 0;
  }
}

const identityOf = ({ ino, birthtimeMs }: Stats): string => `${ino} of ${birthtimeMs}`;
