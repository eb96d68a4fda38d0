import { Inject, Injectable } from '@nestjs/common';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS } from '../platform/common/durations';
import { formatMillis, utcDate } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { instanceDir } from '../platform/config/instance-dir';
import { CaptureService } from '../registry/captures/capture.service';
import { DatasetFileStore } from './dataset-file.store';
import { DatasetRepository, type PopulationCounts } from './dataset.repository';
import type { DatasetFormat } from './dataset-format';
import {
  columnsOf,
  DatasetService,
  encode,
  type DatasetVersion,
  type ExportedFile,
  type PublishedRecord,
} from './dataset.service';
import { expiredDates, type SealedDay } from './sealed-days';

/** The dataset of one population as it stands: one reading of its rows, in three formats. */
export interface CurrentDataset {
  readonly files: Readonly<Record<DatasetFormat, ExportedFile>>;
  readonly rows: number;
  /** Rows without an anchor. */
  readonly unanchored: number;
  /** `made_at` of the newest row, or null. */
  readonly newest: string | null;
}

/** A file that no day names is kept for those who have its address from a manifest. */
const UNNAMED_KEPT_MS = 2 * DAY_MS;
const ROWS_PER_PAGE = 1_000;

/** The files of the dataset: made when something was graded or anchored, kept under their hash, sealed by day. */
@Injectable()
export class DatasetFiles {
  readonly store: DatasetFileStore;
  private readonly made = new Map<string, { state: string; result: Promise<CurrentDataset> }>();

  constructor(
    private readonly dataset: DatasetService,
    private readonly repository: DatasetRepository,
    private readonly captures: CaptureService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.store = new DatasetFileStore(join(instanceDir(environment), 'dataset'));
  }

  /** @param counts those of the population, where they are known already; null where it has no rows */
  async current(
    population: string,
    counts?: PopulationCounts | null,
    version: DatasetVersion = '0.1.0',
  ): Promise<CurrentDataset> {
    const found = counts === undefined ? await this.countsOf(population) : counts;
    const captured = (await this.captures.summary()).counts.verified;
    const state = JSON.stringify([found?.n_records, found?.graded_at_ms, captured]);
    const name = `${version} ${population}`;
    const known = this.made.get(name);
    if (known?.state === state && (await this.isThere(known.result))) return known.result;
    const result = this.make(population, version);
    this.made.set(name, { state, result });
    result.catch(() => this.made.delete(name));
    return result;
  }

  /** Sealed days that are kept, oldest first. */
  async days(): Promise<SealedDay[]> {
    const days = await Promise.all((await this.store.dates()).map((date) => this.store.day(date)));
    return days.flatMap((day) => day ?? []);
  }

  /**
   * Once after the end of a UTC day: the dataset as it stands then is what that day is sealed with. Days on
   * which the service did not run have none.
   * @returns the date that was sealed, or null
   */
  async sealDay(): Promise<string | null> {
    const now = nowMillis(this.clock);
    const date = utcDate((now - DAY_MS) * 1000);
    if ((await this.store.day(date)) !== null) return null;
    const populations = await this.repository.countPopulations();
    if (populations.length === 0) return null;
    const datasets = [];
    for (const counts of populations) {
      const { population } = counts;
      const { files, rows } = await this.current(population, counts);
      datasets.push({ population, n_records: rows, files });
    }
    await this.store.seal({ date, sealed_at: formatMillis(now), datasets });
    await this.clean(now);
    return date;
  }

  private async clean(now: number): Promise<void> {
    const expired = expiredDates(await this.store.dates());
    const named = (await this.days())
      .filter(({ date }) => !expired.includes(date))
      .flatMap(({ datasets }) => datasets.map(({ files }) => files));
    const current = await Promise.all([...this.made.values()].map(({ result }) => result));
    const kept = [...named, ...current.map(({ files }) => files)]
      .flatMap((files) => Object.values(files))
      .map(({ sha256 }) => sha256);
    await this.store.clean(expired, new Set(kept), now - UNNAMED_KEPT_MS);
  }

  private async countsOf(population: string): Promise<PopulationCounts | null> {
    const all = await this.repository.countPopulations();
    return all.find((each) => each.population === population) ?? null;
  }

  private async isThere(result: Promise<CurrentDataset>): Promise<boolean> {
    const { files } = await result;
    const sizes = await Promise.all(
      Object.entries(files).map(([format, { sha256 }]) => this.store.sizeOf(sha256, format as DatasetFormat)),
    );
    return !sizes.includes(null);
  }

  /** The graph is read once: the second and third format are made from the lines of the first. */
  private async make(population: string, version: DatasetVersion): Promise<CurrentDataset> {
    const now = nowMillis(this.clock);
    let rows = 0;
    let unanchored = 0;
    let newest: string | null = null;
    const dataset = this.dataset;
    const counted = async function* (): AsyncGenerator<readonly PublishedRecord[]> {
      for await (const records of dataset.pagesOf(population, version)) {
        rows += records.length;
        unanchored += records.filter(({ anchor }) => anchor === null).length;
        newest = records.at(-1)?.prediction.made_at ?? newest;
        yield records;
      }
    };
    const jsonl = await this.store.put('jsonl', encode(counted(), 'jsonl'), now);
    const columns = columnsOf(version);
    const again = (): AsyncGenerator<readonly PublishedRecord[]> => this.pagesOf(jsonl.sha256);
    const csv = await this.store.put('csv', encode(again(), 'csv', columns), now);
    const parquet = await this.store.put('parquet', encode(again(), 'parquet', columns), now);
    return { files: { jsonl, csv, parquet }, rows, unanchored, newest };
  }

  private async *pagesOf(sha256: string): AsyncGenerator<readonly PublishedRecord[]> {
    let page: PublishedRecord[] = [];
    for await (const line of createInterface({ input: this.store.read(sha256, 'jsonl') })) {
      page.push(JSON.parse(line) as PublishedRecord);
      if (page.length < ROWS_PER_PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }
}
