/**
 * The dataset card for the Hugging Face Hub: Markdown with YAML front matter whose `configs` assign files to splits
 * (hub documentation, «Dataset Cards» and «Data files configuration»). In a folder with `records.parquet`, `datasets`
 * can load that folder. Pure.
 */
import { DATASET_LICENCE, describeDataset, type ManifestParts } from './croissant';
import { openingLines } from './opening-lines';
import { RECORD_SCHEMA_VERSION } from './record-schema';

const SIZES = [
  [1_000, 'n<1K'],
  [10_000, '1K<n<10K'],
  [100_000, '10K<n<100K'],
  [1_000_000, '100K<n<1M'],
] as const;

const sizeOf = (rows: number): string => SIZES.find(([below]) => rows < below)?.[1] ?? '1M<n<10M';

export const hubCard = (parts: ManifestParts): string => {
  const { base, publisher, population, files, counts } = parts;
  const lines = openingLines(base, population).map(({ tool, code }) => `| ${tool} | \`${code}\` |`);
  return `---
pretty_name: Vedette evaluation records
license: cc-by-4.0
language:
- en
tags:
- forecasting
- prediction-markets
- evaluation${parts.synthetic ? '\n- synthetic' : ''}
size_categories:
- ${sizeOf(counts?.n_records ?? 0)}
configs:
- config_name: records
  default: true
  data_files:
  - split: test
    path: records.parquet
---

# Vedette evaluation records

${describeDataset(parts)}

- Publisher: ${plain(publisher)}, ${base}
- Schema ${RECORD_SCHEMA_VERSION}: ${base}/api/dataset/schema.json
- Rows: ${counts?.n_records ?? 0}, of ${counts?.n_registered ?? 0} predictions registered (${counts?.n_resolved ?? 0} resolved, ${counts?.n_open ?? 0} open, ${counts?.n_void ?? 0} void); ${parts.unanchored} rows without an anchor
- \`records.parquet\`: ${files.parquet.bytes} bytes, SHA-256 \`${files.parquet.sha256}\`
- Licence: ${DATASET_LICENCE}

| tool | line |
|---|---|
${lines.join('\n')}
`;
};

/** Escapes an operator's setting as one line of Markdown. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|]/g, (sign) => `\\${sign}`);
