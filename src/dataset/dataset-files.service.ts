import { Inject, Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS } from '../platform/common/durations';
import { LastMade } from '../platform/common/last-made';
import { formatMillis, utcDate } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { instanceDir } from '../platform/config/instance-dir';
import { CaptureService } from '../registry/captures/capture.service';
import { DatasetFileStore, type SealedDataset, type SealedDay } from './dataset-file.store';
import type { PopulationCountsResponse } from './dataset.dto';
import { DatasetRepository } from './dataset.repository';
import { DATASET_FORMATS, type DatasetFormat } from './dataset-format';
import {
  columnsOf,
  DATASET_VERSIONS,
  DatasetService,
  encode,
  type DatasetVersion,
  type ExportedFile,
  type PublishedRecord,
} from './dataset.service';

/** The current dataset of a population: one read of its rows, in three formats. */
interface CurrentDataset {
  readonly files: Readonly<Record<DatasetFormat, ExportedFile>>;
  readonly rows: number;
  readonly unanchored: number;
  /** `made_at` of the newest row, or null. */
  readonly newest: string | null;
}

type Page = readonly PublishedRecord[];

/** Retention of files without a sealed day, for readers of an older manifest: maximum age and total bytes. */
const UNNAMED_KEPT_MS = 2 * DAY_MS;
const UNNAMED_KEPT_BYTES = 1_000_000_000;
/** How long a reader waits for files in progress if there are older ones. */
const READER_WAIT_MS = 400;
/** Incremented when the format of the files changes, to rebuild them. */
const EDITION = 2;
/** Maximum number of cached "new since" files. */
const SINCE_KEPT = 20;

/**
 * The files of the dataset: built after grades or anchors change, stored by hash. Each UTC day is sealed with the rows
 * that it added.
 */
@Injectable()
export class DatasetFiles {
  readonly store: DatasetFileStore;
  private readonly made = new LastMade<CurrentDataset>(READER_WAIT_MS);
  private readonly since = new Map<string, Promise<ExportedFile>>();
  private adopted = false;

  constructor(
    private readonly dataset: DatasetService,
    private readonly repository: DatasetRepository,
    private readonly captures: CaptureService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.store = new DatasetFileStore(join(instanceDir(environment), 'dataset'));
  }

  /**
   * The current files, or the previous ones while newer ones are being built.
   * @param counts of the population, if known; null if it has no rows
   */
  async current(
    population: string,
    counts?: PopulationCountsResponse | null,
    version: DatasetVersion = '0.1.0',
  ): Promise<CurrentDataset> {
    await this.adoptLast();
    const name = nameOf(population, version);
    const last = this.made.all().find((one) => one.name === name);
    if (last !== undefined && !(await this.isThere(last.value))) this.made.forget(name);
    const found = counts === undefined ? await this.countsOf(population) : counts;
    return this.made.get(name, await this.stateOf(found), () => this.make(population, version));
  }

  /** Builds the files changed by grades or anchors once per tick, so that readers do not wait. */
  async refresh(): Promise<void> {
    await this.adoptLast();
    const known = new Set(this.made.all().map(({ name }) => name));
    const sealed = (await this.store.dates()).at(-1);
    for (const counts of await this.repository.recount())
      for (const version of DATASET_VERSIONS) {
        const name = nameOf(counts.population, version);
        if (version !== '0.1.0' && !known.has(name)) continue;
        await this.made.current(name, await this.stateOf(counts), () => this.make(counts.population, version));
        if (sealed !== undefined && version === '0.1.0') await this.newSince(counts.population, sealed, 'jsonl');
      }
    await this.clean();
  }

  /** Sealed days, oldest first. */
  async days(): Promise<SealedDay[]> {
    const days = await Promise.all((await this.store.dates()).map((date) => this.store.day(date)));
    return days.flatMap((day) => day ?? []);
  }

  /**
   * Run after the end of a UTC day: seals it with the rows that no earlier day was sealed with. Rows of days without a
   * running service are in the next sealed day.
   * @returns the sealed date, or null
   */
  async sealDay(): Promise<string | null> {
    const now = nowMillis(this.clock);
    const date = utcDate((now - DAY_MS) * 1000);
    // Days are sealed in their order: the clock may have been set back over midnight.
    if (((await this.store.dates()).at(-1) ?? '') >= date) return null;
    const populations = await this.repository.recount();
    if (populations.length === 0) return null;
    const datasets: SealedDataset[] = [];
    for (const { population } of populations) datasets.push(await this.sealDataset(population, now));
    await this.store.seal({ date, sealed_at: formatMillis(now), datasets });
    for (const { population, files } of datasets) {
      await this.store.noteSealed(population, date, await this.hashesOf(files.jsonl.sha256));
    }
    return date;
  }

  /** Rows new or changed since a UTC day was sealed; all rows without such a day. */
  async newSince(population: string, date: string, format: DatasetFormat): Promise<ExportedFile> {
    const { files } = await this.current(population);
    const key = `${files.jsonl.sha256} ${date} ${format}`;
    const known = this.since.get(key);
    if (known !== undefined && (await known.then(({ sha256 }) => this.store.sizeOf(sha256, format))) !== null)
      return known;
    const sealed = await this.store.sealedLines(population, date);
    if (sealed.size === 0) return files[format];
    const isNew = (line: Buffer): boolean => !sealed.has(hashOf(line));
    const { sha256 } = files.jsonl;
    const bytes = format === 'jsonl' ? this.bytesOf(sha256, isNew) : encode(this.pagesOf(sha256, isNew), format);
    const made = this.store.put(format, bytes, nowMillis(this.clock));
    this.since.set(key, made);
    made.catch(() => this.since.delete(key));
    for (const old of [...this.since.keys()].slice(0, -SINCE_KEPT)) this.since.delete(old);
    return made;
  }

  private async sealDataset(population: string, now: number): Promise<SealedDataset> {
    const counts = await this.countsOf(population);
    const whole = await this.made.current(nameOf(population, '0.1.0'), await this.stateOf(counts), () =>
      this.make(population, '0.1.0'),
    );
    const sealed = await this.store.sealedLines(population, null);
    let added = 0;
    const pages = this.pagesOf(whole.files.jsonl.sha256, (line) => !sealed.has(hashOf(line)));
    const counted = async function* (): AsyncGenerator<Page> {
      for await (const page of pages) {
        added += page.length;
        yield page;
      }
    };
    const files = await this.putAll(counted(), '0.1.0', now);
    return { population, n_records: added, n_total: whole.rows, files };
  }

  /** Adopts results of earlier or other processes. */
  private async adoptLast(): Promise<void> {
    if (this.adopted) return;
    this.adopted = true;
    for (const { name, state, value } of await this.store.last()) this.made.adopt(name, state, value as CurrentDataset);
  }

  private async clean(): Promise<void> {
    const named = (await this.days()).flatMap(({ datasets }) => datasets.map(({ files }) => files));
    const current = this.made.all().map(({ value }) => value.files);
    const kept = [...named, ...current].flatMap((files) => Object.values(files)).map(({ sha256 }) => sha256);
    const before = nowMillis(this.clock) - UNNAMED_KEPT_MS;
    await this.store.clean(new Set(kept), before, UNNAMED_KEPT_BYTES);
  }

  private async stateOf(counts: PopulationCountsResponse | null): Promise<string> {
    const captured = (await this.captures.summary()).counts.verified;
    return JSON.stringify([EDITION, counts?.n_records, counts?.graded_at_ms, captured]);
  }

  private async countsOf(population: string): Promise<PopulationCountsResponse | null> {
    const all = await this.repository.countPopulations();
    return all.find((each) => each.population === population) ?? null;
  }

  private async isThere({ files }: CurrentDataset): Promise<boolean> {
    const sizes = await Promise.all(DATASET_FORMATS.map((format) => this.store.sizeOf(files[format].sha256, format)));
    return !sizes.includes(null);
  }

  private async make(population: string, version: DatasetVersion): Promise<CurrentDataset> {
    let rows = 0;
    let unanchored = 0;
    let newest: string | null = null;
    const dataset = this.dataset;
    const counted = async function* (): AsyncGenerator<Page> {
      for await (const records of dataset.pagesOf(population, version)) {
        rows += records.length;
        unanchored += records.filter(({ anchor }) => anchor === null).length;
        newest = records.at(-1)?.prediction.made_at ?? newest;
        yield records;
        await nextTurn();
      }
    };
    const counts = await this.countsOf(population);
    const state = await this.stateOf(counts);
    const files = await this.putAll(counted(), version, nowMillis(this.clock));
    const value = { files, rows, unanchored, newest };
    await this.store.noteLast(nameOf(population, version), state, value);
    return value;
  }

  /** Rows are read once: the second and third format are built from the lines of the first. */
  private async putAll(
    pages: AsyncIterable<Page>,
    version: DatasetVersion,
    now: number,
  ): Promise<Record<DatasetFormat, ExportedFile>> {
    const columns = columnsOf(version);
    const jsonl = await this.store.put('jsonl', encode(pages, 'jsonl'), now);
    const csv = await this.store.put('csv', encode(this.pagesOf(jsonl.sha256), 'csv', columns), now);
    const parquet = await this.store.put('parquet', encode(this.pagesOf(jsonl.sha256), 'parquet', columns), now);
    return { jsonl, csv, parquet };
  }

  private async hashesOf(sha256: string): Promise<string[]> {
    const hashes: string[] = [];
    for await (const lines of this.store.linesOf(sha256)) hashes.push(...lines.map(hashOf));
    return hashes;
  }

  private async *bytesOf(sha256: string, wanted: (line: Buffer) => boolean): AsyncGenerator<Buffer> {
    for await (const lines of this.store.linesOf(sha256)) yield Buffer.concat(lines.filter(wanted));
  }

  private async *pagesOf(sha256: string, wanted: (line: Buffer) => boolean = () => true): AsyncGenerator<Page> {
    for await (const lines of this.store.linesOf(sha256)) {
      const page = lines.filter(wanted).map((line) => JSON.parse(line.toString()) as PublishedRecord);
      if (page.length > 0) yield page;
    }
  }
}

const nameOf = (population: string, version: DatasetVersion): string => `${version} ${population}`;

/** 80 bits identify a line among millions. The line feed is left out. */
const hashOf = (line: Buffer): string => hash('sha256', line.subarray(0, -1)).slice(0, 20);
