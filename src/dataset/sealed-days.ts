/** Which sealed days of the dataset are kept. Pure. */
import type { DatasetFormat } from './dataset-format';
import type { ExportedFile } from './dataset.service';

/** The dataset of one population as it stood when a UTC day was sealed. */
export interface SealedDataset {
  readonly population: string;
  /** Rows of each file. */
  readonly n_records: number;
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

/** Days that are all kept; of older ones the last of each month. */
export const RECENT_DAYS = 31;

/** The dates that are to go, of all that are there. @param dates YYYY-MM-DD */
export const expiredDates = (dates: readonly string[]): string[] => {
  const sorted = [...dates].sort();
  return sorted.slice(0, -RECENT_DAYS).filter((date, index) => {
    const next = sorted[index + 1];
    return next !== undefined && next.slice(0, 7) === date.slice(0, 7);
  });
};
