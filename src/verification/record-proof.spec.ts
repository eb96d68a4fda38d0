import { canonicalizeText } from '../platform/common/canonical-json';
import { sha256Hex } from '../platform/common/sha256';
import { recordLeaf } from '../registry/log/log-record';
import { writeLog, type WrittenLog } from '../../test/support/written-log';
import { Broken } from './finding';
import { checkRecordProof, PROOF_MEMBERS, servedDocument } from './record-proof';

const written = (value: unknown): string => canonicalizeText(JSON.stringify(value));

const served = (text: string) => servedDocument(text, sha256Hex(text));

describe('a document with its inclusion proof', () => {
  let log: WrittenLog;
  beforeAll(() => {
    log = writeLog(Date.UTC(2026, 4, 9));
  });

  const proofOf = (index: number): Record<string, unknown> => ({
    checkpoint: log.note(),
    inclusion_path: log.path(index),
    leaf_hash: recordLeaf(log.records[index] as WrittenLog['records'][number]),
    leaf_index: index,
    root_hash: log.root(),
    sha256: log.records[index]?.sha256,
    tree_size: log.records.length,
  });

  const first = (kind: string): number => log.records.findIndex((record) => record.kind === kind);

  it.each(['policy', 'plan', 'intent', 'bundle', 'shadow', 'trade', 'exit', 'settlement', 'correction', 'seal'])(
    'is the record of a %s, at its place',
    (kind) => {
      const index = first(kind);
      const received = served(log.texts[index] ?? '');

      expect(received.record).toEqual(log.records[index]);
      expect(received.document.object).toEqual(JSON.parse(log.texts[index] ?? ''));
      expect(checkRecordProof(received, written(proofOf(index)))).toEqual({
        ...received,
        leafIndex: index,
        note: log.note(),
        treeSize: log.records.length,
        rootHash: log.root(),
      });
    },
  );

  it('is refused as another document', () => {
    const text = log.texts[0] ?? '';
    const sha256 = sha256Hex('other');

    expect(() => servedDocument(text, sha256)).toThrow(
      `/api/registry/document/${sha256}.json: has the SHA-256 ${sha256Hex(text)}`,
    );
  });

  it.each([
    ['{"b":1,"a":1}', 'is not canonical JSON'],
    ['[]', 'is not an object'],
    ['{"id":"x"}', 'is not a document of a known kind'],
    ['{"id":"x","kind":"blessing","made_at":"2026-05-07T12:00:00.000000Z"}', 'is not a document of a known kind'],
    ['{"id":"../x","kind":"plan","made_at":"2026-05-07T12:00:00.000000Z"}', 'is not a document of a known kind'],
    ['{"id":"x","kind":"plan","made_at":"2026-05-07"}', 'is not a document of a known kind'],
    ['{"bundle_id":"x","kind":"plan","made_at":"yesterday"}', 'is not a document of a known kind'],
  ])('is refused: %s', (text, message) => {
    expect(() => served(text)).toThrow(message);
    expect(() => served(text)).toThrow(Broken);
  });

  it('is a bundle where it states no kind, which must hold in itself', () => {
    const bundle = log.document(log.records[first('bundle')] as WrittenLog['records'][number]);

    expect(bundle).not.toHaveProperty('kind');
    expect(served(written(bundle)).record).toMatchObject({ kind: 'bundle', id: bundle['bundle_id'] });
    expect(() => served(written({ ...bundle, input_sha256: sha256Hex('other') }))).toThrow('the SHA-256 of its input');
  });

  it.each<[string, unknown, string]>([
    ['checkpoint', 1, 'checkpoint is not a text'],
    ['inclusion_path', [], 'its path does not lead from this record to the root'],
    ['inclusion_path', null, 'its path does not lead from this record to the root'],
    ['leaf_hash', sha256Hex('other'), 'the leaf of this record: it is the proof of another record'],
    ['leaf_index', 1, 'its path does not lead from this record to the root'],
    ['leaf_index', '0', 'leaf_index is not a number'],
    ['root_hash', sha256Hex('other'), 'its path does not lead from this record to the root'],
    ['root_hash', 'AB', 'root_hash is not a SHA-256'],
    ['sha256', sha256Hex('other'), 'the hash of the document: it is the proof of another record'],
    ['tree_size', '5', 'tree_size is not a number'],
    ['also', 1, 'has an unknown member "also"'],
    ...PROOF_MEMBERS.map((name): [string, unknown, string] => [name, undefined, `lacks ${name}`]),
  ])('is refused where the proof has as %s: %j', (name, value, message) => {
    const proof = written({ ...proofOf(0), [name]: value });

    expect(() => checkRecordProof(served(log.texts[0] ?? ''), proof)).toThrow(`the inclusion proof`);
    expect(() => checkRecordProof(served(log.texts[0] ?? ''), proof)).toThrow(message);
  });

  it('is refused with the proof of another record, or one that is not canonical', () => {
    const received = served(log.texts[0] ?? '');

    expect(() => checkRecordProof(received, written(proofOf(1)))).toThrow('it is the proof of another record');
    expect(() => checkRecordProof(received, JSON.stringify(proofOf(0), null, 1))).toThrow('is not canonical JSON');
    expect(() => checkRecordProof(received, '[]')).toThrow('the inclusion proof: is not an object');
  });

  it('has the members of the proof that is served', () => {
    expect(Object.keys(proofOf(0)).sort()).toEqual([...PROOF_MEMBERS].sort());
  });
});
