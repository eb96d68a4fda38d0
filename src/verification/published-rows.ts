/** Checks the rows of the dataset, in every format, against the log. Pure. */
import { captureIsBefore, captureMicros, parseWaybackUrl } from '../registry/captures/anchor';
import { readDayFile } from '../registry/log/day-file';
import { dayFilePath } from '../registry/registry-path';
import { parseMicros } from '../platform/common/utc-time';
import type { EvaluationRecord } from '../dataset/evaluation-record';
import type { DueRow } from './claims';
import { Broken, insist, OtherVersion } from './finding';
import { baseOf } from './public-address';
import type { LoggedRecords } from './log-text';
import { insistKnown, linesOf, Members, readCanonical, readObject, sameJson, shortly } from './received-json';

export const RECORDS_PATH = '/api/dataset/records.jsonl';

export interface QuotedCopy {
  readonly what: string;
  readonly waybackUrl: string;
  readonly sha256: string;
  readonly madeAt: string;
  readonly resolvedAt: string;
  readonly registryBase: string;
}

export interface PublishedRows {
  /** As published, anchors included; CSV, Parquet and manifest are derived from them. */
  readonly rows: readonly EvaluationRecord[];
  readonly copies: readonly QuotedCopy[];
  /** Rows whose bundle is no longer proven, or which have members that its version lacked. */
  readonly unproven: number;
}

/** @param due rows derived from the log. @throws Broken at the first difference */
export const checkRows = (text: string, due: readonly DueRow[]): PublishedRows => {
  const lines = linesOf(RECORDS_PATH, text);
  const copies: QuotedCopy[] = [];
  const rows = lines.map((line, index) => {
    const what = `${RECORDS_PATH} line ${index + 1}`;
    const row = new Members(what, readObject(what, readCanonical(what, line)));
    const expected = due[index];
    if (expected === undefined) throw new Broken(what, 'has no bundle in the log: no such forecast was recorded');
    insistRow(row, expected);
    const copy = row.object['anchor'] === null ? null : quotedCopy(row, expected);
    if (copy !== null) copies.push(copy);
    return row.object as unknown as EvaluationRecord;
  });
  const missing = due[lines.length];
  if (missing !== undefined)
    throw new Broken(
      RECORDS_PATH,
      `has no row for ${missing.bundle.record.id}, whose market ${missing.record.question.ticker} was decided`,
    );
  return { rows, copies, unproven: due.filter(({ bundle }) => !isWhole(bundle)).length };
};

const isWhole = (bundle: DueRow['bundle']): boolean =>
  bundle.proven && bundle.members.object['schema_version'] !== '1.0.0';

/** @throws OtherVersion for rows of an unknown schema version */
export const insistVersion = (row: Members, version: string): void => {
  const given = row.text('schema_version');
  if (given !== version) throw new OtherVersion(row.what, `schema_version is ${shortly(given)}, not ${version}`);
};

const insistRow = (row: Members, { record, bundle }: DueRow): void => {
  insistVersion(row, record.schema_version);
  insistKnown(row.what, row.object, Object.keys(record));
  for (const [group, due] of Object.entries(record)) {
    if (group === 'anchor') continue;
    if (typeof due !== 'object' || due === null) {
      row.equal(group, due, 'which follows from the log');
      continue;
    }
    const given = row.at(group);
    insistKnown(given.what, given.object, Object.keys(due));
    for (const [name, value] of Object.entries(due as Record<string, unknown>)) {
      // Bundles 1.0.0 have no theater and event type.
      const unsaid = ['theater', 'event_type'].includes(name) && !isWhole(bundle);
      if (!unsaid && !sameJson(given.object[name], value))
        throw new Broken(
          row.what,
          `${group}.${name} is ${shortly(given.object[name])}, and the log says ${shortly(value)}`,
        );
    }
  }
};

/** Checks that an anchor names the record, its day and a copy made in between; the copy itself is checked elsewhere. */
export const quotedCopy = (row: Members, { bundle, record }: DueRow): QuotedCopy => {
  const anchor = row.at('anchor');
  insistKnown(anchor.what, anchor.object, ['registry_date', 'registry_url', 'bundle_sha256', 'wayback_url']);
  const { made_at: madeAt, sha256 } = bundle.record;
  const date = madeAt.slice(0, 10);
  anchor.equal('bundle_sha256', sha256, 'the hash of its bundle');
  anchor.equal('registry_date', date, 'the day of its bundle');
  const registryBase = baseOf(anchor.what, anchor.object['registry_url'], dayFilePath(date));
  const waybackUrl = anchor.text('wayback_url');
  const capture = parseWaybackUrl(waybackUrl);
  if (capture === null) throw new Broken(anchor.what, 'wayback_url is not a copy in the web archive');
  insist(new URL(capture.url).pathname === dayFilePath(date), anchor.what, 'wayback_url is a copy of another file');
  const { resolved_at: resolvedAt } = record.resolution;
  const before = captureIsBefore(capture.timestamp, resolvedAt);
  insist(before, anchor.what, `the copy of ${capture.timestamp} is not before the resolution at ${resolvedAt}`);
  const end = captureMicros(capture.timestamp) ?? 0;
  insist(
    end > (parseMicros(madeAt) ?? 0),
    anchor.what,
    `the copy of ${capture.timestamp} is older than the forecast of ${madeAt}`,
  );
  return { what: anchor.what, waybackUrl, sha256, madeAt, resolvedAt, registryBase };
};

interface CopiedState {
  readonly note: string;
  readonly treeSize: number;
  readonly rootHash: string;
}

/**
 * Checks that a copy is a day-file of this log: its root is this log's at that size, and it contains the record. A bare
 * list of hashes is not enough. The caller checks the signature.
 *
 * @throws Broken
 */
export const checkCopy = (
  { what, waybackUrl, sha256 }: QuotedCopy,
  bytes: string,
  log: LoggedRecords,
  origin: string,
): CopiedState => {
  const read = readDayFile(bytes);
  if (!read.ok) throw new Broken(what, `the copy ${waybackUrl} is not a day-file (${read.reason})`);
  const { file } = read;
  insist(file.origin === origin, what, 'the copy is of another log');
  insist(
    file.records.some((record) => record.sha256 === sha256),
    what,
    'the copy does not hold the record',
  );
  const known = file.tree_size <= log.records.length;
  insist(
    known && log.rootAt(file.tree_size) === file.root_hash,
    what,
    'the copy shows another log than this one: the log was rewritten',
  );
  return { note: file.checkpoint, treeSize: file.tree_size, rootHash: file.root_hash };
};
