import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { writeHashed } from '../platform/common/hashed-file.writer';
import type { ByteRange } from '../registry/copies/byte-range';
import { byteLines } from './byte-lines';
import type { DatasetFormat } from './dataset-format';
import type { ExportedFile } from './dataset.service';
import type { SealedDatasetResponse } from './dataset.dto';

type Dated = 'date' | 'sealed_at';

/** What a UTC day added to the dataset of a population, without the addresses of its files. */
export type SealedDataset = Omit<SealedDatasetResponse, Dated | 'files'> & {
  readonly files: Readonly<Record<DatasetFormat, ExportedFile>>;
};

/** A sealed day as stored, with a dataset for each population. */
export type SealedDay = Pick<SealedDatasetResponse, Dated> & { readonly datasets: readonly SealedDataset[] };

/** Bytes of a JSON Lines file read at once: some 150 rows. */
const CHUNK_BYTES = 256 * 1024;
const DAY_NAME = /^(\d{4}-\d{2}-\d{2})\.json$/;

/**
 * Dataset files on disk, named by SHA-256, and the sealed days that refer to them. Files are complete once visible and
 * never rewritten, so processes can share the folder.
 */
export class DatasetFileStore {
  private readonly files: string;
  private readonly days: string;
  private readonly lines: string;
  private readonly lastPath: string;
  private writes = 0;

  constructor(folder: string) {
    this.files = join(folder, 'files');
    this.days = join(folder, 'days');
    this.lines = join(folder, 'sealed-lines');
    this.lastPath = join(folder, 'last.json');
  }

  /** Writes a file and returns its hash and size. @param now UTC ms, start of its age */
  async put(format: DatasetFormat, chunks: AsyncIterable<Buffer>, now: number): Promise<ExportedFile> {
    await mkdir(this.files, { recursive: true });
    const aside = join(this.files, `${process.pid}.${(this.writes += 1)}.tmp`);
    try {
      const { sha256, bytes } = await writeHashed(aside, chunks);
      await utimes(aside, now / 1000, now / 1000);
      await rename(aside, this.pathOf(sha256, format));
      return { sha256, bytes };
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  /** Length of a file in bytes; null if missing. */
  async sizeOf(sha256: string, format: DatasetFormat): Promise<number | null> {
    return stat(this.pathOf(sha256, format)).then(
      ({ size }) => size,
      () => null,
    );
  }

  read(sha256: string, format: DatasetFormat, range?: ByteRange): Readable {
    const part = range === undefined ? {} : { start: range.start, end: range.end - 1 };
    return createReadStream(this.pathOf(sha256, format), part);
  }

  /** Lines of a JSON Lines file with their line feeds, in pages. */
  linesOf(sha256: string): AsyncGenerator<readonly Buffer[]> {
    return byteLines(createReadStream(this.pathOf(sha256, 'jsonl'), { highWaterMark: CHUNK_BYTES }));
  }

  /** Dates of the sealed days, oldest first. */
  async dates(): Promise<string[]> {
    const names = await readdir(this.days).catch(() => []);
    return names.flatMap((name) => DAY_NAME.exec(name)?.[1] ?? []).sort();
  }

  async day(date: string): Promise<SealedDay | null> {
    const text = await readFile(join(this.days, `${date}.json`), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as SealedDay);
  }

  async seal(day: SealedDay): Promise<void> {
    await this.replace(join(this.days, `${day.date}.json`), JSON.stringify(day));
  }

  /** Adds the line hashes of a sealed day. */
  async noteSealed(population: string, date: string, hashes: readonly string[]): Promise<void> {
    await mkdir(this.lines, { recursive: true });
    if (hashes.length > 0)
      await appendFile(this.linesPath(population), hashes.map((hash) => `${date} ${hash}\n`).join(''));
  }

  /** Line hashes of sealed days. @param until last of these days, or null for all */
  async sealedLines(population: string, until: string | null): Promise<ReadonlySet<string>> {
    const text = await readFile(this.linesPath(population), 'utf8').catch(() => '');
    const entries = text.split('\n').filter((line) => line !== '');
    return new Set(
      entries.filter((line) => until === null || line.slice(0, 10) <= until).map((line) => line.slice(11)),
    );
  }

  /** Stores the last result under a name, for the next process. */
  async noteLast(name: string, state: string, value: object): Promise<void> {
    const last = (await this.last()).filter((one) => one.name !== name);
    await this.replace(this.lastPath, JSON.stringify([...last, { name, state, value }]));
  }

  async last(): Promise<readonly { readonly name: string; readonly state: string; readonly value: unknown }[]> {
    const text = await readFile(this.lastPath, 'utf8').catch(() => '[]');
    return JSON.parse(text) as { name: string; state: string; value: unknown }[];
  }

  /**
   * Deletes files not in `kept` that are older than `before` (UTC ms), and the oldest ones beyond a total of
   * `bytesMax`.
   */
  async clean(kept: ReadonlySet<string>, before: number, bytesMax: number): Promise<void> {
    const names = await readdir(this.files).catch(() => []);
    const unnamed = await Promise.all(
      names
        .filter((name) => !kept.has(name.split('.')[0] ?? ''))
        .map(async (name) => {
          const path = join(this.files, name);
          const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: Infinity, size: 0 }));
          return { path, mtimeMs, size };
        }),
    );
    let bytes = 0;
    for (const { path, mtimeMs, size } of unnamed.sort((left, right) => right.mtimeMs - left.mtimeMs))
      if (mtimeMs < before || (bytes += size) > bytesMax) await rm(path, { force: true });
  }

  private async replace(path: string, text: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    const aside = `${path}.${process.pid}.${(this.writes += 1)}.tmp`;
    await writeFile(aside, text);
    await rename(aside, path);
  }

  private linesPath(population: string): string {
    return join(this.lines, `${population.replace(':', '-')}.txt`);
  }

  private pathOf(sha256: string, format: DatasetFormat): string {
    return join(this.files, `${sha256}.${format}`);
  }
}
