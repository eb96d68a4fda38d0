import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '../registry/copies/byte-range';
import type { DatasetFormat } from './dataset-format';
import type { ExportedFile } from './dataset.service';
import type { SealedDay } from './sealed-days';

const DAY_NAME = /^(\d{4}-\d{2}-\d{2})\.json$/;

/**
 * The files of the dataset on disk, each under the SHA-256 of its bytes, and the sealed days, which name
 * them. A file that is there is whole and never rewritten, so that several processes may share the folder.
 */
export class DatasetFileStore {
  private readonly files: string;
  private readonly days: string;
  private writes = 0;

  constructor(folder: string) {
    this.files = join(folder, 'files');
    this.days = join(folder, 'days');
  }

  /** Writes a file and says what it is. @param now UTC ms, from which its age counts */
  async put(format: DatasetFormat, chunks: AsyncIterable<Buffer>, now: number): Promise<ExportedFile> {
    await mkdir(this.files, { recursive: true });
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const aside = join(this.files, `${process.pid}.${(this.writes += 1)}.tmp`);
    try {
      await pipeline(Readable.from(counted(), { objectMode: false }), createWriteStream(aside));
      const sha256 = hash.digest('hex');
      await utimes(aside, now / 1000, now / 1000);
      await rename(aside, this.pathOf(sha256, format));
      return { sha256, bytes };
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  /** Length of a file in bytes; null where it is not here. */
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
    await mkdir(this.days, { recursive: true });
    const aside = join(this.days, `${process.pid}.tmp`);
    await writeFile(aside, JSON.stringify(day));
    await rename(aside, join(this.days, `${day.date}.json`));
  }

  /** Lets days go, and every file older than `before` (UTC ms) that nothing named in `kept` needs. */
  async clean(dates: readonly string[], kept: ReadonlySet<string>, before: number): Promise<void> {
    for (const date of dates) await rm(join(this.days, `${date}.json`), { force: true });
    for (const name of await readdir(this.files).catch(() => [])) {
      const path = join(this.files, name);
      const written = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Infinity,
      );
      if (written < before && !kept.has(name.split('.')[0] ?? '')) await rm(path, { force: true });
    }
  }

  private pathOf(sha256: string, format: DatasetFormat): string {
    return join(this.files, `${sha256}.${format}`);
  }
}
