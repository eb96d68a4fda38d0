/** Formats in which the evaluation records are published. */
export const DATASET_FORMATS = ['jsonl', 'csv', 'parquet'] as const;

export type DatasetFormat = (typeof DATASET_FORMATS)[number];
