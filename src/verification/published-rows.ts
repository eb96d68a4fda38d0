/** Checks the rows of the dataset, in every format, against the log. Pure. */
import { captureIsBefore, captureMicros, parseWaybackUrl } from '../registry/captures/anchor';
import { readDayFile } from '../registry/log/day-file';
import { dayFilePath } from '../registry/registry-path';
import { parseMicros } from '../platform/common/utc-time';
import type { AnswerRecord } from '../dataset/answer-record';
import type { EvaluationRecord } from '../dataset/evaluation-record';
import type { DueRow } from './claims';
import { Broken, insist, OtherVersion } from './finding';
import { baseOf } from './public-address';
import type { LoggedRecords } from './log-text';
import { checkLines, sameJson, shortly, type Members } from './received-json';

export const RECORDS_PATH = '/api/dataset/records.jsonl';

export type QuotedCopy = ReturnType<typeof quotedCopy>;
export type PublishedRows = ReturnType<typeof checkRows>;

/** @param due rows derived from the log. @throws Broken at the first difference */
export const checkRows = (text: string, due: readonly DueRow[]) => {
  const copies: QuotedCopy[] = [];
  const rows = checkLines(RECORDS_PATH, text, due, SURPLUS, (row, expected) => {
    insistFollows(row, expected.record, (name) => UNSAID.has(name) && !isWhole(expected.bundle));
    if (row.object['anchor'] !== null) copies.push(quotedCopy(row, expected));
  });
  return {
    /** As published, anchors included; CSV, Parquet and manifest are derived from them. */
    rows: rows as unknown as readonly EvaluationRecord[],
    copies,
    /** Rows whose bundle is no longer proven, or which have members that its version lacked. */
    unproven: due.filter(({ bundle }) => !isWhole(bundle)).length,
  };
};

const SURPLUS = {
  surplus: 'has no bundle in the log: no such forecast was recorded',
  missing: ({ bundle, record }: DueRow): string =>
    `has no row for ${bundle.record.id}, whose market ${record.question.ticker} was decided`,
};

/** Bundles 1.0.0 do not have them. */
const UNSAID = new Set(['theater', 'event_type']);

const isWhole = (bundle: DueRow['bundle']): boolean =>
  bundle.proven && bundle.members.object['schema_version'] !== '1.0.0';

/** @throws OtherVersion for rows of an unknown schema version */
export const insistVersion = (row: Members, version: string): void => {
  const given = row.text('schema_version');
  if (given !== version) throw new OtherVersion(row.what, `schema_version is ${shortly(given)}, not ${version}`);
};

/**
 * Checks a row against the record that follows from the log; its anchor is checked elsewhere.
 *
 * @param isUnsaid whether the log need not say a member
 * @throws Broken, OtherVersion
 */
export const insistFollows = (
  row: Members,
  record: EvaluationRecord | AnswerRecord,
  isUnsaid: (name: string, due: unknown) => boolean,
): void => {
  insistVersion(row, record.schema_version);
  row.insistKnown(Object.keys(record));
  for (const [group, due] of Object.entries<unknown>({ ...record })) {
    if (group === 'anchor' || isUnsaid(group, due)) continue;
    if (typeof due !== 'object' || due === null) {
      row.equal(group, due, 'which follows from the log');
      continue;
    }
    const given = row.at(group);
    given.insistKnown(Object.keys(due));
    for (const [name, value] of Object.entries<unknown>({ ...due }))
      if (!isUnsaid(name, value) && !sameJson(given.object[name], value))
        throw new Broken(
          row.what,
          `${group}.${name} is ${shortly(given.object[name])}, and the log says ${shortly(value)}`,
        );
  }
};

/** Checks that an anchor names the record, its day and a copy made in between; the copy itself is checked elsewhere. */
export const quotedCopy = (row: Members, { bundle, record }: DueRow) => {
  const anchor = row.at('anchor');
  anchor.insistKnown(['registry_date', 'registry_url', 'bundle_sha256', 'wayback_url']);
  const { made_at: madeAt, sha256 } = bundle.record;
  const date = madeAt.slice(0, 10);
  anchor.equal('bundle_sha256', sha256, 'the hash of its bundle');
  anchor.equal('registry_date', date, 'the day of its bundle');
  const registryBase = baseOf(anchor.what, anchor.object['registry_url'], dayFilePath(date));
  const waybackUrl = anchor.text('wayback_url');
  const capture = parseWaybackUrl(waybackUrl);
  if (capture === null) throw new Broken(anchor.what, 'wayback_url is not a copy in the web archive');
  anchor.insist(new URL(capture.url).pathname === dayFilePath(date), 'wayback_url is a copy of another file');
  const { resolved_at: resolvedAt } = record.resolution;
  const before = captureIsBefore(capture.timestamp, resolvedAt);
  anchor.insist(before, `the copy of ${capture.timestamp} is not before the resolution at ${resolvedAt}`);
  const end = captureMicros(capture.timestamp) ?? 0;
  anchor.insist(
    end > (parseMicros(madeAt) ?? 0),
    `the copy of ${capture.timestamp} is older than the forecast of ${madeAt}`,
  );
  return { what: anchor.what, waybackUrl, sha256, madeAt, resolvedAt, registryBase };
};

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
) => {
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
