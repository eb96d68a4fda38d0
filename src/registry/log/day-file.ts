/**
 * The file of one UTC day: its records in log order, the Merkle root over all records up to its end with the signed
 * checkpoint, and, once sealed, the markets without a forecast and why. Built from stored records only, so the same
 * records always yield the same bytes.
 */
import { canonicalJson, canonicalParsed, compareCodePoints } from '../../platform/common/canonical-json';
import { isSha256Hex } from '../../platform/common/sha256';
import { isUtcDate } from '../../platform/common/utc-time';
import type { MarketKey } from '../../markets/market-key';
import type { CoverageResponse, DayFileResponse } from '../registry.dto';
import { COVERAGE_STATUSES, type CoverageStatus } from './kinds';
import { readRecord, recordDate, type LogRecord } from './log-record';

const DAY_FILE_SCHEMA_VERSION = '1.1.0';

/** Readable versions: 1.0.0 had fewer kinds of record and no abandoned intents. */
const READ_VERSIONS: readonly unknown[] = ['1.0.0', DAY_FILE_SCHEMA_VERSION];

/** Result of one tracked market on one day; an omitted forecast shows here. */
export type CoverageEntry = Readonly<Omit<CoverageResponse, 'status'>> & { readonly status: CoverageStatus };

export type DayFile = Readonly<Omit<DayFileResponse, 'records' | 'coverage'>> & {
  readonly records: readonly LogRecord[];
  /** Only in a sealed file: one entry per market tracked on the day, by exchange and ticker. */
  readonly coverage?: readonly CoverageEntry[];
};

/** The members from which the others follow. `coverage` is null in the file of an open day. */
export type DayFileParts = Pick<
  DayFile,
  'origin' | 'date' | 'prev_hash' | 'first_leaf_index' | 'root_hash' | 'checkpoint' | 'records'
> & { readonly coverage: readonly CoverageEntry[] | null };

export const dayFileText = ({ coverage, records, ...parts }: DayFileParts): string => {
  const file: DayFile = {
    ...parts,
    schema_version: DAY_FILE_SCHEMA_VERSION,
    sealed: coverage !== null,
    n_records: records.length,
    records: records.map(({ id, kind, made_at, sha256 }) => ({ id, kind, made_at, sha256 })),
    tree_size: parts.first_leaf_index + records.length,
    ...(coverage === null ? {} : { coverage: sortCoverage(coverage) }),
  };
  return canonicalJson(file);
};

/** The order of markets in a file: by exchange, then ticker. */
export const compareMarkets = (left: MarketKey, right: MarketKey): number =>
  compareCodePoints(left.exchange, right.exchange) || compareCodePoints(left.ticker, right.ticker);

const sortCoverage = (coverage: readonly CoverageEntry[]): CoverageEntry[] =>
  coverage.map(({ exchange, ticker, status, reason }) => ({ exchange, ticker, status, reason })).sort(compareMarkets);

type ReadDayFile = { readonly ok: true; readonly file: DayFile } | { readonly ok: false; readonly reason: string };

/** Reads a day-file and checks it by itself; its signature and place in the chain are checked elsewhere. */
export const readDayFile = (text: string): ReadDayFile => {
  const refused = (reason: string): ReadDayFile => ({ ok: false, reason });
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (canonicalParsed(value) !== text) return refused('the bytes are not canonical JSON');
  } catch (error) {
    return refused(`not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('not an object');
  }
  const file = value as Record<string, unknown>;
  const reason = brokenHeader(file) ?? brokenRecords(file) ?? brokenCoverage(file);
  return reason === null ? { ok: true, file: value as DayFile } : refused(reason);
};

const MEMBERS = new Set<string>([
  'schema_version',
  'origin',
  'date',
  'prev_hash',
  'sealed',
  'first_leaf_index',
  'n_records',
  'records',
  'tree_size',
  'root_hash',
  'checkpoint',
  'coverage',
] satisfies (keyof DayFile)[]);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const brokenHeader = (file: Record<string, unknown>): string | null => {
  const unknown = Object.keys(file).find((key) => !MEMBERS.has(key));
  if (unknown !== undefined) return `unknown member ${unknown}`;
  if (!READ_VERSIONS.includes(file['schema_version'])) return 'unknown schema_version';
  if (typeof file['origin'] !== 'string') return 'origin is not text';
  if (typeof file['date'] !== 'string' || !isUtcDate(file['date'])) return 'date is not a day';
  if (typeof file['sealed'] !== 'boolean') return 'sealed is neither true nor false';
  const open = file['prev_hash'] === null && !file['sealed'];
  if (!open && !isSha256Hex(file['prev_hash'])) return 'prev_hash is not a SHA-256';
  if (!isSha256Hex(file['root_hash'])) return 'root_hash is not a SHA-256';
  if (typeof file['checkpoint'] !== 'string') return 'checkpoint is not text';
  return null;
};

const brokenRecords = (file: Record<string, unknown>): string | null => {
  const { records, first_leaf_index: first, n_records: count, tree_size: size } = file;
  if (!Array.isArray(records)) return 'records is not a list';
  if (!isCount(first) || !isCount(size)) return 'first_leaf_index or tree_size is not a count';
  if (count !== records.length) return 'n_records is not the number of records';
  if (size !== first + records.length) return 'tree_size is not first_leaf_index + n_records';
  let last = '';
  for (const [index, value] of records.entries()) {
    const record = readRecord(value);
    if (record === null) return `records[${index}] is not a record`;
    if (recordDate(record) !== file['date']) return `records[${index}] is of another day`;
    if (record.made_at <= last) return `records[${index}] is not later than the one before`;
    last = record.made_at;
  }
  return null;
};

const brokenCoverage = (file: Record<string, unknown>): string | null => {
  const { coverage, sealed } = file;
  if (!sealed) return coverage === undefined ? null : 'an open file has no coverage';
  if (!Array.isArray(coverage)) return 'a sealed file has no coverage list';
  let last: CoverageEntry | null = null;
  for (const [index, value] of coverage.entries()) {
    const entry = readCoverage(value);
    if (entry === null) return `coverage[${index}] is not a coverage entry`;
    if (last !== null && compareMarkets(last, entry) >= 0) return `coverage[${index}] is out of order or a repetition`;
    last = entry;
  }
  return null;
};

const readCoverage = (value: unknown): CoverageEntry | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { exchange, ticker, status, reason } = value as Record<string, unknown>;
  const known = COVERAGE_STATUSES.find((candidate) => candidate === status);
  if (typeof exchange !== 'string' || typeof ticker !== 'string' || known === undefined) {
    return null;
  }
  if (reason !== null && typeof reason !== 'string') return null;
  return { exchange, ticker, status: known, reason };
};
