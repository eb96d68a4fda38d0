/** Format of a sealed day of the dataset. */
import type { DatasetFormat } from './dataset-format';
import type { ExportedFile } from './dataset.service';

/** Rows that a UTC day added to a population's dataset, as of the seal. */
export interface SealedDataset {
  readonly population: string;
  /** Rows in each file: those that no earlier day was sealed with in this exact form. */
  readonly n_records: number;
  /** Rows of the whole dataset at that time. */
  readonly n_total: number;
  readonly files: Readonly<Record<DatasetFormat, ExportedFile>>;
}

export interface SealedDay {
  /** UTC, YYYY-MM-DD. */
  readonly date: string;
  /** RFC 3339, UTC. */
  readonly sealed_at: string;
  /** One per population. */
  readonly datasets: readonly SealedDataset[];
}
