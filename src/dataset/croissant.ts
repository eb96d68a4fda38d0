/**
 * The dataset's manifest in Croissant 1.1 (JSON-LD of MLCommons): files with checksums and sizes, fields with
 * locations, and counts that prove completeness. Deterministic for counts and files.
 */
import type { PopulationCountsResponse } from './dataset.dto';
import type { DatasetFormat } from './dataset-format';
import type { ExportedFile } from './dataset.service';
import { columnName } from './csv';
import { recordColumns, type RecordField } from './record-fields';
import { RECORD_SCHEMA_VERSION, type SchemaNode } from './record-schema';

export const DATASET_LICENCE = 'https://creativecommons.org/licenses/by/4.0/';

/** Changes of the dataset format, newest first. */
const DATASET_CHANGELOG = [
  {
    version: '0.1.0',
    date: '2026-05-07',
    changes: 'First version: binary questions, recorded model claude, replay bundles and anchors.',
  },
] as const;

export interface ManifestParts {
  /** Public address without a trailing slash. */
  readonly base: string;
  readonly publisher: string;
  readonly population: string;
  readonly counts: PopulationCountsResponse | null;
  readonly unanchored: number;
  readonly files: Readonly<Record<DatasetFormat, ExportedFile>>;
  readonly populations: readonly string[];
  readonly synthetic: boolean;
  /** `made_at` of the newest row, or null. */
  readonly newest: string | null;
}

/** Media types as in the Croissant specification. */
const ENCODINGS: Readonly<Record<DatasetFormat, string>> = {
  jsonl: 'application/jsonlines',
  csv: 'text/csv',
  parquet: 'application/x-parquet',
};

/** Path of a file while it is kept. */
export const filePath = (sha256: string, format: DatasetFormat): string => `/api/dataset/files/${sha256}.${format}`;

export const croissant = (parts: ManifestParts): Record<string, unknown> => {
  const { base, counts, population } = parts;
  return {
    '@context': CONTEXT(base),
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    name: 'vedette_evaluation_records',
    description: describeDataset(parts),
    version: RECORD_SCHEMA_VERSION,
    url: `${base}/dataset/schema`,
    license: DATASET_LICENCE,
    citeAs: `${parts.publisher}: Vedette evaluation records, schema ${RECORD_SCHEMA_VERSION}. ${base}/dataset/schema`,
    creator: { '@type': 'sc:Organization', name: parts.publisher, url: base },
    datePublished: (parts.newest ?? '2026-05-07').slice(0, 10),
    inLanguage: 'en',
    isAccessibleForFree: true,
    keywords: ['forecasting', 'prediction markets', 'evaluation', 'Brier score', 'conflict'],
    distribution: Object.entries(parts.files).map(([format, file]) => fileObject(base, format as DatasetFormat, file)),
    recordSet: [
      {
        '@type': 'cr:RecordSet',
        '@id': 'records',
        name: 'records',
        description: 'One row per settled prediction, in the order in which they were made.',
        key: { '@id': 'records/sample_id' },
        field: recordColumns().map(fieldOf),
      },
    ],
    counts: {
      n_registered: counts?.n_registered ?? 0,
      n_resolved: counts?.n_resolved ?? 0,
      n_open: counts?.n_open ?? 0,
      n_void: counts?.n_void ?? 0,
      n_records: counts?.n_records ?? 0,
      n_unanchored: parts.unanchored,
      n_refused: counts?.n_refused ?? 0,
    },
    population,
    populations: [...parts.populations].sort(),
    synthetic: parts.synthetic,
    record_schema_url: `${base}/api/dataset/schema.json`,
    changelog: DATASET_CHANGELOG,
  };
};

export const describeDataset = ({ synthetic, population }: ManifestParts): string =>
  [
    ...(synthetic ? ['SYNTHETIC: invented markets and forecasts of the demo.'] : []),
    'Predictions of binary conflict markets, each with its input in numbers, the reasoning and probability of the model, the market price, the outcome, and a proof that it was recorded before the outcome.',
    'Every prediction is registered when it is made; n_registered = n_resolved + n_open + n_void, and n_records rows have a settlement price.',
    'A market that was settled at a price between 0 and 1, or called off at a price, is a row by the rule of the schema and is left out of grading.',
    population === 'own'
      ? 'All rows were forecast by this deployment.'
      : 'All rows were imported: this deployment did not register them and proves nothing about when they were made.',
  ].join(' ');

const fileObject = (base: string, format: DatasetFormat, { sha256, bytes }: ExportedFile): Record<string, unknown> => ({
  '@type': 'cr:FileObject',
  '@id': `records.${format}`,
  name: `records.${format}`,
  contentUrl: `${base}${filePath(sha256, format)}`,
  contentSize: `${bytes} B`,
  encodingFormat: ENCODINGS[format],
  sha256,
});

const fieldOf = (column: RecordField): Record<string, unknown> => ({
  '@type': 'cr:Field',
  '@id': `records/${columnName(column)}`,
  name: columnName(column),
  description: column.description,
  dataType: dataTypeOf(column),
  ...(isList(column) ? { isArray: true, arrayShape: '-1' } : {}),
  source: { fileObject: { '@id': 'records.parquet' }, extract: { column: columnName(column) } },
});

const isList = ({ node }: RecordField): boolean => [node.type ?? []].flat().includes('array');

const dataTypeOf = ({ node }: { readonly node: SchemaNode }): string => {
  if (node.format === 'date-time') return 'sc:DateTime';
  if (node.format === 'date') return 'sc:Date';
  if (node.format === 'uri') return 'sc:URL';
  const [type] = [node.type ?? []].flat().filter((each) => each !== 'null');
  if (type === 'array' && node.items !== undefined) return dataTypeOf({ node: node.items });
  if (type === 'number') return 'sc:Float';
  return type === 'integer' ? 'sc:Integer' : 'sc:Text';
};

const terms = (names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, `cr:${name}`]));

/** The context of the Croissant specification, with our additional terms. */
const CONTEXT = (base: string): Record<string, unknown> => ({
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  vedette: `${base}/dataset/schema#`,
  ...terms('arrayShape citeAs column'),
  conformsTo: 'dct:conformsTo',
  containedIn: 'cr:containedIn',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  description: { '@container': '@language' },
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  ...terms('extract field fileObject fileProperty fileSet format includes isArray isLiveDataset jsonPath key md5'),
  name: { '@container': '@language' },
  ...terms('parentField path recordSet references regex repeated replace samplingRate separator source subField'),
  ...terms('transform'),
  counts: { '@id': 'vedette:counts', '@type': '@json' },
  changelog: { '@id': 'vedette:changelog', '@type': '@json' },
  population: 'vedette:population',
  populations: 'vedette:populations',
  synthetic: 'vedette:synthetic',
  record_schema_url: 'vedette:record_schema_url',
});
