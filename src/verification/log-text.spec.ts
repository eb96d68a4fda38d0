import { sha256Hex } from '../platform/common/sha256';
import type { RecordKind } from '../registry/log/kinds';
import { recordText, type LogRecord } from '../registry/log/log-record';
import { leafHash, nodeHash } from '../registry/proofs/merkle-proof';
import { rootOfLeaves } from '../../test/support/root-of-leaves';
import { Broken, NotSigned } from './finding';
import { readLog } from './log-text';

const record = (nth: number, kind: RecordKind = 'plan'): LogRecord => ({
  id: `d-${nth}`,
  kind,
  made_at: `2026-05-07T12:00:00.${String(nth).padStart(6, '0')}Z`,
  sha256: sha256Hex(`document ${nth}`),
});

/** Roots of the first one, two and three records, computed with Python's hashlib by RFC 9162. */
const ROOTS = [
  'cc7ecf4ee1e900ae019ec9f0109dfea71e0c79ca53612eb8cc4d73dc4f7317b5',
  '89891436279e648b62109aeba0f30a9a224b912bd5787dfbfdc1e7293e80c74e',
  '4987eb2541aeb2f0fddd0ccd1902dfedf345832fc2595131f9073120e2a653f4',
] as const;
const THREE = [record(0, 'policy'), record(1, 'plan'), record(2, 'seal')];

const textOf = (records: readonly LogRecord[]): string => records.map((one) => `${recordText(one)}\n`).join('');

const rootOf = (records: readonly LogRecord[]): string => rootOfLeaves(records.map((one) => leafHash(recordText(one))));

const read = (text: string, treeSize: number, rootHash: string) =>
  readLog(text, { origin: 'log.test', treeSize, rootHash });

/** A log that someone signed as it is. */
const signed = (records: readonly LogRecord[]) => read(textOf(records), records.length, rootOf(records));

describe('the text of a log', () => {
  it('gives its records, and the root of each of its sizes', () => {
    const log = read(textOf(THREE), 3, ROOTS[2]);

    expect(log.records).toEqual(THREE);
    expect([1, 2, 3].map((size) => log.rootAt(size))).toEqual(ROOTS);
    expect(log.rootAt(0)).toBe(sha256Hex(''));
  });

  it('may be empty', () => {
    expect(read('', 0, sha256Hex('')).records).toEqual([]);
    expect(() => read('', 0, ROOTS[0])).toThrow('its records do not lead to the signed root');
  });

  it.each([1, 2, 7, 8, 13])('of %d records has each complete subtree', (size) => {
    const records = Array.from({ length: size }, (_, nth) => record(nth));
    const leaves = records.map((one) => leafHash(recordText(one)));
    const log = signed(records);

    for (let first = 1; first <= size; first++) expect(log.rootAt(first)).toBe(rootOfLeaves(leaves.slice(0, first)));
    expect(leaves.map((_, index) => log.nodeAt(0, index))).toEqual(leaves);
    for (let index = 0; 2 * index + 1 < size; index++)
      expect(log.nodeAt(1, index)).toBe(nodeHash(leaves[2 * index] ?? '', leaves[2 * index + 1] ?? ''));
    for (let level = 1; 2 ** level <= size; level++)
      expect(log.nodeAt(level, 0)).toBe(rootOfLeaves(leaves.slice(0, 2 ** level)));
    expect(log.nodeAt(0, size)).toBe('');
    expect(log.nodeAt(9, 0)).toBe('');
  });

  it('is refused where records are withheld', () => {
    expect(() => read(textOf(THREE.slice(0, 2)), 3, ROOTS[2])).toThrow(
      '/api/registry/log.jsonl: has 2 records, the checkpoint signs 3: records are withheld',
    );
  });

  it('is not signed yet where it grew, unless what was signed is another log', () => {
    expect(() => read(textOf(THREE), 2, ROOTS[1])).toThrow(NotSigned);
    expect(() => read(textOf(THREE), 2, ROOTS[1])).toThrow(
      '/api/registry/log.jsonl: has 3 records, and the newest head signs 2',
    );
    expect(() => read(textOf(THREE), 2, ROOTS[2])).toThrow('the log was rewritten, or this is another log');
    // What is not signed yet is not read.
    expect(() => read(`${textOf(THREE)}anything\n`, 3, ROOTS[2])).toThrow(NotSigned);
  });

  it.each<[string, readonly LogRecord[], string]>([
    ['the same instant', [record(0), { ...record(1), made_at: record(0).made_at }], 'made_at is not later'],
    ['an earlier instant', [record(2), record(1)], 'made_at is not later than that of the record before'],
    ['an id twice', [record(0), { ...record(1), id: 'd-0' }], 'its id is already in the log'],
    ['a document twice', [record(0), { ...record(1), sha256: record(0).sha256 }], 'its sha256 is already in the log'],
  ])('is refused with %s, and says in which line', (_, records, message) => {
    expect(() => signed(records)).toThrow(`/api/registry/log.jsonl line 2: ${message}`);
    expect(() => signed(records)).toThrow(Broken);
  });

  it.each([
    ['{', 'is not JSON'],
    ['{}', 'is not a record of a known kind'],
    [recordText({ ...record(1), kind: 'blessing' as 'plan' }), 'is not a record of a known kind'],
    [recordText(record(1)).replace('{', '{ '), 'is not the canonical text of its record'],
    [JSON.stringify(record(1), Object.keys(record(1)).reverse()), 'is not the canonical text of its record'],
  ])('is refused with the line %s', (line, message) => {
    const text = `${textOf([record(0)])}${line}\n`;

    expect(() => read(text, 2, ROOTS[1])).toThrow(`/api/registry/log.jsonl line 2: ${message}`);
  });

  it('is refused with other records under the signed root', () => {
    const other = [THREE[0], { ...record(1), id: 'd-9' }, THREE[2]].filter((one) => one !== undefined);

    expect(() => read(textOf(other), 3, ROOTS[2])).toThrow(
      '/api/registry/log.jsonl: its records do not lead to the signed root: the log was rewritten, or this is another log',
    );
  });
});
