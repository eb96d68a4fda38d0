/**
 * One forecast, from its bundle and an inclusion proof: the record, and so the leaf, is made from the
 * bundle itself and never taken from the proof. Pure, and free of Node, so that a browser checks with it.
 */
import { sha256Hex } from '../common/sha256';
import { recordLeaf, type LogRecord } from '../registry/log-record';
import { verifyInclusion } from '../registry/merkle-proof';
import { checkBundle } from './bundle-rules';
import { insist } from './finding';
import { canonicalText, insistMembers, Members, readCanonical, readObject } from './received-json';

export interface CheckedForecast {
  readonly bundle: Members;
  readonly record: LogRecord;
  readonly leafIndex: number;
  readonly note: string;
  readonly treeSize: number;
  readonly rootHash: string;
}

const PROOF_MEMBERS = [
  'checkpoint',
  'inclusion_path',
  'leaf_hash',
  'leaf_index',
  'root_hash',
  'sha256',
  'tree_size',
];

/** The bundle in an answer of /api/replay-bundle/{id}, and the record that it must have. @throws Broken */
export const servedBundle = (text: string, id: string): { bundle: Members; record: LogRecord } => {
  const what = `/api/replay-bundle/${id}`;
  const served = new Members(what, readObject(what, readCanonical(what, text)));
  const bundle = served.at('bundle');
  const sha256 = sha256Hex(canonicalText(bundle.object));
  served.equal('sha256', sha256, 'the SHA-256 of the bundle beside it');
  bundle.equal('bundle_id', id, 'which was asked for');
  const record: LogRecord = { id, kind: 'bundle', made_at: bundle.instant('made_at'), sha256 };
  checkBundle(bundle, null);
  return { bundle, record };
};

/** @param text answer of /api/registry/proof/{sha256}.json. @throws Broken */
export const checkForecastProof = (
  { bundle, record }: { readonly bundle: Members; readonly record: LogRecord },
  text: string,
): CheckedForecast => {
  const what = 'the inclusion proof';
  const proof = new Members(what, readObject(what, readCanonical(what, text)));
  insistMembers(what, proof.object, PROOF_MEMBERS);
  const leafHash = recordLeaf(record);
  proof.equal('sha256', record.sha256, 'the hash of the bundle: it is the proof of another record');
  proof.equal('leaf_hash', leafHash, 'the leaf of this record: it is the proof of another record');
  const [leafIndex, treeSize] = [proof.number('leaf_index'), proof.number('tree_size')];
  const rootHash = proof.sha256('root_hash');
  const path = proof.object['inclusion_path'];
  const holds = verifyInclusion({ leafIndex, treeSize, leafHash, rootHash, path });
  insist(holds, what, 'its path does not lead from this record to the root');
  return { bundle, record, leafIndex, note: proof.text('checkpoint'), treeSize, rootHash };
};
