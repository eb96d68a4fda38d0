/** One line in each tool that opens the dataset from its address. Pure. */

export interface OpeningLine {
  readonly tool: string;
  readonly code: string;
}

/** @param base public address without a closing slash. @param population null for the one shown by default */
export const openingLines = (base: string, population: string | null = null): OpeningLine[] => {
  const query = population === null ? '' : `?population=${encodeURIComponent(population)}`;
  const at = (name: string): string => `${base}/api/dataset/${name}${query}`;
  const parquet = at('records.parquet');
  return [
    { tool: 'pandas', code: `pandas.read_parquet("${parquet}")` },
    { tool: 'polars', code: `polars.scan_parquet("${parquet}").collect()` },
    { tool: 'DuckDB', code: `SELECT * FROM read_parquet('${parquet}')` },
    { tool: 'R', code: `read.csv("${at('records.csv')}")` },
    {
      tool: 'Hugging Face datasets',
      code: `datasets.load_dataset("parquet", data_files="${parquet}")`,
    },
    {
      tool: 'mlcroissant',
      code: `mlcroissant.Dataset("${at('manifest.json')}").records("records")`,
    },
  ];
};
