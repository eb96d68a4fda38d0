/** What a sealed day of the dataset states. */
import type { DatasetFormat } from './dataset-format';
import type { ExportedFile } from './dataset.service';

/** What a UTC day added to the dataset of one population, as it stood when the day was sealed. */
export interface SealedDataset {
  readonly population: string;
  /** Rows of each file: those that no earlier day was sealed with in these words. */
  readonly n_records: number;
  /** Rows of the whole dataset then. */
  readonly n_total: number;
  readonly files: Readonly<Record<DatasetFormat, ExportedFile>>;
}

export interface SealedDay {
  /** UTC, YYYY-MM-DD. */
  readonly date: string;
  /** RFC 3339, UTC. */
  readonly sealed_at: string;
  /** One for each population there was. */
  readonly datasets: readonly SealedDataset[];
}
