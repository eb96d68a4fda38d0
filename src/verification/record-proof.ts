/** Checks a document with an inclusion proof; the record is derived from the document. Pure, for browsers too. */
import { sha256Hex } from '../platform/common/sha256';
import { documentPath } from '../registry/registry-path';
import { readRecord, recordLeaf } from '../registry/log/log-record';
import { verifyInclusion } from '../registry/proofs/merkle-proof';
import { checkBundle } from './bundle-rules';
import { Broken, insist } from './finding';
import { Members } from './received-json';

export const PROOF_MEMBERS = 'checkpoint inclusion_path leaf_hash leaf_index root_hash sha256 tree_size'.split(' ');

/** @param text response of /api/registry/document/{sha256}.json. @throws Broken */
export const servedDocument = (text: string, sha256: string) => {
  const what = documentPath(sha256);
  insist(sha256Hex(text) === sha256, what, `has the SHA-256 ${sha256Hex(text)}`);
  const document = Members.in(what, text);
  const { kind = 'bundle', id = document.object['bundle_id'], made_at } = document.object;
  const record = readRecord({ id, kind, made_at, sha256 });
  if (record === null) throw new Broken(what, 'is not a document of a known kind');
  if (record.kind === 'bundle') checkBundle(document, null);
  return { document, record };
};

/** @param text response of /api/registry/proof/{sha256}.json. @throws Broken */
export const checkRecordProof = (received: ReturnType<typeof servedDocument>, text: string) => {
  const what = 'the inclusion proof';
  const proof = Members.in(what, text);
  proof.insistMembers(PROOF_MEMBERS);
  const { record } = received;
  const leafHash = recordLeaf(record);
  proof.equal('sha256', record.sha256, 'the hash of the document: it is the proof of another record');
  proof.equal('leaf_hash', leafHash, 'the leaf of this record: it is the proof of another record');
  const [leafIndex, treeSize] = [proof.number('leaf_index'), proof.number('tree_size')];
  const rootHash = proof.sha256('root_hash');
  const path = proof.object['inclusion_path'];
  const holds = verifyInclusion({ leafIndex, treeSize, leafHash, rootHash, path });
  insist(holds, what, 'its path does not lead from this record to the root');
  return { ...received, leafIndex, note: proof.text('checkpoint'), treeSize, rootHash };
};
