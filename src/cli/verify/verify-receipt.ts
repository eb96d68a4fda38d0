/** One receipt, offline: its own hash, its record's place in a signed tree. */
import { sha256Hex } from '../../common/sha256';
import { canonicalizeText } from '../../common/canonical-json';
import { readRecord, recordDate, recordLeaf } from '../../registry/log-record';
import { verifyInclusion } from '../../registry/merkle-proof';
import { verifyCheckpoint } from '../../registry/signed-note';
import { readCanonical, readObject } from './received-json';
import { Broken, insist, type Report } from './report';

const WHAT = 'receipt';

/** @param vkey public key of the log, from where the reader trusts it. @throws Broken */
export const verifyReceipt = (text: string, vkey: string, report: Report): void => {
  const receipt = readObject(WHAT, readCanonical(WHAT, text.replace(/\n$/, '')));
  const { receipt_sha256: stated, ...body } = receipt;
  const own = sha256Hex(canonicalizeText(JSON.stringify(body)));
  insist(own === stated, WHAT, 'receipt_sha256 is not the SHA-256 of the rest');
  report.held('receipt hash', own);

  insist(
    receipt['registry'] !== null,
    WHAT,
    'has no anchor: its forecast is not in the log (an import), so nothing proves when it was made',
  );
  const registry = readObject('receipt registry', receipt['registry']);
  const proof = readObject('receipt proof', receipt['proof']);
  const prediction = receipt['prediction'] as { made_at?: unknown } | undefined;
  const record = readRecord({
    id: receipt['replay_bundle_id'],
    kind: 'bundle',
    made_at: receipt['made_at'] ?? prediction?.made_at,
    sha256: receipt['bundle_sha256'],
  });
  if (record === null) throw new Broken(WHAT, 'does not name the record of its bundle');
  insist(
    registry['date'] === recordDate(record),
    WHAT,
    'registry.date is not the day of its bundle',
  );
  const holds = verifyInclusion({
    leafIndex: registry['leaf_index'],
    treeSize: proof['tree_size'],
    leafHash: recordLeaf(record),
    rootHash: proof['root_hash'],
    path: proof['inclusion_path'],
  });
  insist(holds, WHAT, 'its inclusion proof does not verify');
  report.held(
    'inclusion',
    `record ${String(registry['leaf_index'])} of ${String(proof['tree_size'])}`,
  );

  const signed = verifyCheckpoint(String(proof['checkpoint']), vkey);
  if (!signed.ok) throw new Broken(WHAT, `checkpoint: ${signed.reason}`);
  const { treeSize, rootHash, origin } = signed.checkpoint;
  const same = treeSize === proof['tree_size'] && rootHash === proof['root_hash'];
  insist(same, WHAT, 'its checkpoint signs another tree');
  report.held('checkpoint', `signed by ${origin}`);
};
