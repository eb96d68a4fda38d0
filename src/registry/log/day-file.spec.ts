import { canonicalizeText } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';
import { dayFileText, readDayFile, type CoverageEntry, type DayFileParts } from './day-file';
import { GENESIS_HASH } from '../proofs/hash-chain';
import { readRecord, recordText, type LogRecord } from './log-record';

const record = (second: number): LogRecord => ({
  id: `rb_${second}`,
  kind: 'bundle',
  made_at: `2026-05-07T12:00:${String(second).padStart(2, '0')}.000001Z`,
  sha256: sha256Hex(`bundle ${second}`),
});

const covered = (ticker: string, status: CoverageEntry['status'] = 'predicted'): CoverageEntry => ({
  exchange: 'kalshi',
  ticker,
  status,
  reason: status === 'predicted' ? null : 'no budget left',
});

const parts: DayFileParts = {
  origin: 'log.example',
  date: '2026-05-07',
  prev_hash: GENESIS_HASH,
  first_leaf_index: 4,
  records: [record(1), record(2)],
  root_hash: sha256Hex('root'),
  checkpoint: 'log.example\n6\n…\n',
  coverage: [covered('B', 'skipped'), covered('A')],
};

describe('dayFileText', () => {
  it('is canonical, counts its records and sorts its coverage', () => {
    const read = readDayFile(dayFileText(parts));

    expect(read).toMatchObject({
      ok: true,
      file: { sealed: true, n_records: 2, first_leaf_index: 4, tree_size: 6 },
    });
    if (read.ok) expect(read.file.coverage?.map(({ ticker }) => ticker)).toEqual(['A', 'B']);
  });

  it('has no coverage, and may have no prev_hash, while the day is open', () => {
    const read = readDayFile(dayFileText({ ...parts, coverage: null, prev_hash: null }));

    expect(read).toMatchObject({ ok: true, file: { sealed: false, prev_hash: null } });
    if (read.ok) expect(read.file).not.toHaveProperty('coverage');
  });

  it('exists for a day without records', () => {
    expect(readDayFile(dayFileText({ ...parts, records: [], coverage: [] })).ok).toBe(true);
  });
});

describe('readDayFile', () => {
  const text = dayFileText(parts);
  const changed = (change: (file: Record<string, any>) => void): string => {
    const file = JSON.parse(text);
    change(file);
    return canonicalizeText(JSON.stringify(file));
  };

  it('accepts the file itself', () => {
    expect(readDayFile(changed(() => undefined)).ok).toBe(true);
  });

  it.each<[string, (file: Record<string, any>) => void, string]>([
    ['a missing record', (file) => file['records'].pop(), 'n_records'],
    ['a wrong size', (file) => (file['tree_size'] = 7), 'tree_size'],
    ['a record of another day', (file) => (file['date'] = '2026-05-08'), 'another day'],
    ['records out of order', (file) => file['records'].reverse(), 'not later'],
    ['a record with more members', (file) => (file['records'][0].sha256 = 'AB'), 'not a record'],
    ['no coverage', (file) => delete file['coverage'], 'coverage'],
    ['a repeated market', (file) => (file['coverage'][1].ticker = 'A'), 'out of order'],
    ['an unknown status', (file) => (file['coverage'][0].status = 'hidden'), 'coverage entry'],
    ['a sealed file without link', (file) => (file['prev_hash'] = null), 'prev_hash'],
    ['coverage in an open file', (file) => (file['sealed'] = false), 'coverage'],
    ['another version', (file) => (file['schema_version'] = '2.0.0'), 'schema_version'],
  ])('refuses %s', (_, change, reason) => {
    const read = readDayFile(changed(change));

    expect(read).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  it.each(['', '[]', 'null', `${text}\n`, ` ${text}`, text.replace('{', '{ ')])('refuses other bytes (%#)', (other) => {
    expect(readDayFile(other).ok).toBe(false);
  });
});

describe('readRecord', () => {
  it('reads the output of recordText', () => {
    expect(readRecord(JSON.parse(recordText(record(3))))).toEqual(record(3));
  });

  it.each([null, [], {}, { ...record(1), extra: 1 }, { ...record(1), id: '../x' }, { ...record(1), kind: 'x' }])(
    'refuses %j',
    (value) => {
      expect(readRecord(value)).toBeNull();
    },
  );
});
