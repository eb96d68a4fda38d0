/** Code to open the dataset in each tool. Pure. */

interface OpeningLine {
  readonly tool: string;
  readonly code: string;
}

/** @param base public address without a trailing slash @param population null for the default */
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

/**
 * Three lines for each of three tools: they open the dataset and print its mean Brier score, weighting markets equally.
 * @param base public address without a trailing slash
 */
export const openingScripts = (base: string): OpeningLine[] => [
  {
    tool: 'Python, polars',
    code: `import polars as pl
rows = pl.scan_parquet("${base}/api/dataset/records.parquet").collect()
print(rows.group_by("question_exchange", "question_ticker").agg(pl.mean("resolution_brier_score")).select(pl.mean("resolution_brier_score")))`,
  },
  {
    tool: 'R',
    code: `rows <- read.csv("${base}/api/dataset/records.csv")
by_market <- aggregate(resolution_brier_score ~ question_exchange + question_ticker, rows, mean)
mean(by_market$resolution_brier_score)`,
  },
  {
    tool: 'DuckDB',
    code: `CREATE TABLE forecasts AS FROM read_parquet('${base}/api/dataset/records.parquet');
CREATE VIEW markets AS SELECT avg(resolution_brier_score) AS brier FROM forecasts GROUP BY question_exchange, question_ticker;
SELECT avg(brier) FROM markets;`,
  },
];
