/** Reads a log: canonical records in order, and the signed root. Pure; the caller checks the signature. */
import { leafHash, nodeHash } from '../registry/proofs/merkle-proof';
import { frontierNodes, rootOf } from '../registry/proofs/merkle-tree';
import { readRecord, recordText, type LogRecord } from '../registry/log/log-record';
import type { Checkpoint } from '../registry/proofs/note-format';
import { Broken, insist, NotSigned } from './finding';
import { linesOf } from './received-json';

export const LOG_PATH = '/api/registry/log.jsonl';

/** The records covered by a checkpoint. */
export interface LoggedRecords {
  readonly records: readonly LogRecord[];
  /** Root of the tree of the first `size` records, up to the checkpoint's size. */
  rootAt(size: number): string;
  /** Hash of a complete subtree of 2^level leaves by its index on that level. */
  nodeAt(level: number, index: number): string;
}

/** @param text body of log.jsonl @throws Broken, and NotSigned when it is longer than the checkpoint */
export const readLog = (text: string, checkpoint: Checkpoint): LoggedRecords => {
  const lines = linesOf(LOG_PATH, text);
  const { treeSize, rootHash } = checkpoint;
  insist(
    lines.length >= treeSize,
    LOG_PATH,
    `has ${lines.length} records, the checkpoint signs ${treeSize}: records are withheld`,
  );
  const records: LogRecord[] = [];
  const leaves: string[] = [];
  const ids = new Set<string>();
  const hashes = new Set<string>();
  let last = '';
  for (const [index, line] of lines.slice(0, treeSize).entries()) {
    const what = `${LOG_PATH} line ${index + 1}`;
    const record = recordIn(what, line);
    insist(record.made_at > last, what, 'made_at is not later than that of the record before');
    insist(!ids.has(record.id), what, 'its id is already in the log');
    insist(!hashes.has(record.sha256), what, 'its sha256 is already in the log');
    last = record.made_at;
    ids.add(record.id);
    hashes.add(record.sha256);
    records.push(record);
    leaves.push(leafHash(line));
  }
  const levels = completeLevels(leaves);
  const nodeAt = (level: number, index: number): string => levels[level]?.[index] ?? '';
  const rootAt = (size: number): string => rootOf(frontierNodes(size).map(({ level, index }) => nodeAt(level, index)));
  insist(
    rootAt(treeSize) === rootHash,
    LOG_PATH,
    'its records do not lead to the signed root: the log was rewritten, or this is another log',
  );
  if (lines.length > treeSize)
    throw new NotSigned(`${LOG_PATH}: has ${lines.length} records, and the newest head signs ${treeSize}`);
  return { records, rootAt, nodeAt };
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

/** Hashes of all complete subtrees: level L has those of 2^L leaves. */
const completeLevels = (leaves: readonly string[]): readonly (readonly string[])[] => {
  const levels = [leaves];
  for (let below = leaves; below.length > 1;) {
    const from = below;
    const pairs = Array.from({ length: Math.floor(from.length / 2) }, (_, at) =>
      nodeHash(from[2 * at] ?? '', from[2 * at + 1] ?? ''),
    );
    levels.push(pairs);
    below = pairs;
  }
  return levels;
};
