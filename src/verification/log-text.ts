/**
 * The log from its own lines: every record is canonical and later than the one before, and the tree of
 * all lines up to the signed size has the signed root. Pure; the signature is checked by the caller.
 */
import { leafHash } from '../registry/merkle-proof';
import { appendLeaf, rootOf, type Frontier } from '../registry/merkle-tree';
import { readRecord, recordText, type LogRecord } from '../registry/log-record';
import type { Checkpoint } from '../registry/note-format';
import { Broken, insist } from './finding';
import { linesOf } from './received-json';

export const LOG_PATH = '/api/registry/log.jsonl';

/** The records of a log as far as a checkpoint signs them. */
export interface LoggedRecords {
  readonly records: readonly LogRecord[];
  /** Root of the tree of the first `size` records, for any size up to the checkpoint's. */
  rootAt(size: number): string;
  /** Leaf hash of a record by its position. */
  leafAt(index: number): string;
}

/** @param text body of log.jsonl, as long as the checkpoint says. @throws Broken */
export const readLog = (text: string, checkpoint: Checkpoint): LoggedRecords => {
  const lines = linesOf(LOG_PATH, text);
  const { treeSize, rootHash } = checkpoint;
  insist(
    lines.length >= treeSize,
    LOG_PATH,
    `has ${lines.length} records, the checkpoint signs ${treeSize}: records are withheld`,
  );
  insist(lines.length === treeSize, LOG_PATH, `has ${lines.length} lines, the checkpoint signs ${treeSize}: the others are signed by nobody`); // prettier-ignore
  const records: LogRecord[] = [];
  const leaves: string[] = [];
  const ids = new Set<string>();
  const hashes = new Set<string>();
  let last = '';
  for (const [index, line] of lines.entries()) {
    const what = `${LOG_PATH} line ${index + 1}`;
    const record = recordIn(what, line);
    insist(record.made_at > last, what, 'made_at is not later than that of the record before');
    insist(!ids.has(record.id), what, 'its id stands in the log already');
    insist(!hashes.has(record.sha256), what, 'its sha256 stands in the log already');
    last = record.made_at;
    ids.add(record.id);
    hashes.add(record.sha256);
    records.push(record);
    leaves.push(leafHash(line));
  }
  const roots = new Map<number, string>();
  const rootAt = (size: number): string => {
    const known = roots.get(size);
    if (known !== undefined) return known;
    const root = rootOfFirst(leaves, size);
    roots.set(size, root);
    return root;
  };
  insist(
    rootAt(treeSize) === rootHash,
    LOG_PATH,
    'its records do not give the signed root: the log was rewritten, or this is another log',
  );
  return { records, rootAt, leafAt: (index) => leaves[index] ?? '' };
};

const recordIn = (what: string, line: string): LogRecord => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Broken(what, 'is not JSON');
  }
  const record = readRecord(value);
  if (record === null) throw new Broken(what, 'is not a record of a known kind');
  insist(recordText(record) === line, what, 'is not the canonical text of its record');
  return record;
};

const rootOfFirst = (leaves: readonly string[], size: number): string => {
  let frontier: Frontier = [];
  for (let index = 0; index < size; index++)
    frontier = appendLeaf(frontier, index, leaves[index] ?? '').frontier;
  return rootOf(frontier);
};
