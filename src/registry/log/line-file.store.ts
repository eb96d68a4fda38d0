import { createHash, type Hash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ByteRange } from '../copies/byte-range';

const NEWLINE = 0x0a;
const MARKED_LINES = 1_024;
/** Bytes per hashed block; each part of the file is checked when it is read. */
const BLOCK_BYTES = 64 * 1024;

/** The bytes on disk differ from those written. */
export class DamagedFile extends Error {}

/** Result of a look at the file: unchanged, replaced or longer, or shorter. */
export type Look = 'as known' | 'read anew' | 'cut off';

/** Snapshot of the file's hashes; later reads are checked against it. */
export interface KnownBytes {
  readonly bytes: number;
  /** Hashes of the complete blocks. The file may have grown since: later blocks are not checked. */
  readonly blocks: readonly string[];
  /** Hash of the bytes after them. */
  readonly tail: string;
}

/** Append-only file of lines. Concurrent writers are safe: each line has its own offset and the same bytes. */
export class LineFile {
  private hash: Hash = createHash('sha256');
  private marks: number[] = [0];
  private blocks: string[] = [];
  private block: Hash = createHash('sha256');
  /** Identity of the file; an inode number alone may be reused. */
  private identity: string | null = null;
  private known = false;
  lines = 0;
  /** Length of the known complete lines. */
  bytes = 0;

  constructor(readonly path: string) {}

  get sha256(): string {
    return this.hash.copy().digest('hex');
  }

  get state(): KnownBytes {
    return { bytes: this.bytes, blocks: this.blocks, tail: this.block.copy().digest('base64') };
  }

  /** Reads the file; reads it again after another process has replaced it. */
  async look(): Promise<Look> {
    const found = await stat(this.path).catch(() => null);
    const identity = found === null ? null : identityOf(found);
    const same = this.known && identity === this.identity;
    if (same && (found?.size ?? 0) >= this.bytes) return 'as known';
    this.forget();
    this.known = true;
    this.identity = identity;
    if (found === null) return 'read anew';
    let rest = Buffer.alloc(0);
    for await (const chunk of createReadStream(this.path)) {
      const bytes = Buffer.concat([rest, chunk as Buffer]);
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      this.take(bytes.subarray(0, end));
      rest = bytes.subarray(end);
    }
    return same ? 'cut off' : 'read anew';
  }

  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    await mkdir(dirname(this.path), { recursive: true });
    // Creates the file if needed, then writes at an offset, which append mode would not allow.
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

  /** Starts over; open readers keep the old file. */
  async reset(): Promise<void> {
    await rm(this.path, { force: true });
    this.forget();
    this.known = true;
  }

  /** Offset of a line; the length of the file for the line after the last. */
  async offsetOf(line: number): Promise<number> {
    const mark = Math.floor(line / MARKED_LINES);
    let at = this.marks[mark] ?? 0;
    let left = line - mark * MARKED_LINES;
    if (left === 0) return at;
    for await (const bytes of this.read({ start: at, end: this.bytes })) {
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

  /**
   * Reads a range; each block is checked against its hash before any of it is returned.
   *
   * @param known the snapshot from which the range was chosen
   * @throws DamagedFile
   */
  async *read({ start, end }: ByteRange, known: KnownBytes = this.state): AsyncGenerator<Buffer, void> {
    if (start >= end) return;
    const file = await open(this.path, 'r').catch(() => null);
    if (file === null) throw new DamagedFile(`${this.path} is gone`);
    try {
      for (let at = Math.floor(start / BLOCK_BYTES); at * BLOCK_BYTES < end; at += 1) {
        const begin = at * BLOCK_BYTES;
        const block = Buffer.alloc(Math.min(BLOCK_BYTES, known.bytes - begin));
        const { bytesRead } = await file.read(block, 0, block.length, begin);
        const whole = block.length === BLOCK_BYTES;
        const sound = bytesRead === block.length && hashOf(block) === (whole ? known.blocks[at] : known.tail);
        if (!sound) throw new DamagedFile(`${this.path} is damaged near byte ${begin}`);
        yield block.subarray(Math.max(0, start - begin), Math.min(block.length, end - begin));
      }
    } finally {
      await file.close();
    }
  }

  async *readLines(): AsyncGenerator<string, void> {
    let rest = Buffer.alloc(0);
    for await (const part of this.read({ start: 0, end: this.bytes })) {
      let bytes = Buffer.concat([rest, part]);
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE)) {
        yield bytes.toString('utf8', 0, end);
        bytes = bytes.subarray(end + 1);
      }
      rest = bytes;
    }
  }

  private take(bytes: Buffer): void {
    this.hash.update(bytes);
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) {
      this.lines += 1;
      if (this.lines % MARKED_LINES === 0) this.marks.push(this.bytes + at + 1);
    }
    this.takeBlocks(bytes);
    this.bytes += bytes.length;
  }

  private takeBlocks(bytes: Buffer): void {
    for (let from = 0; from < bytes.length;) {
      const room = BLOCK_BYTES - ((this.bytes + from) % BLOCK_BYTES);
      const part = bytes.subarray(from, from + room);
      this.block.update(part);
      from += part.length;
      if (part.length < room) return;
      this.blocks.push(this.block.digest('base64'));
      this.block = createHash('sha256');
    }
  }

  private forget(): void {
    this.hash = createHash('sha256');
    this.marks = [0];
    // A new list: readers still hold the old one.
    this.blocks = [];
    this.block = createHash('sha256');
    this.identity = null;
    this.known = false;
    this.lines = 0;
    this.bytes = 0;
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

const identityOf = ({ ino, birthtimeMs }: Stats): string => `${ino} of ${birthtimeMs}`;
