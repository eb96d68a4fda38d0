import { verifyCheckpoint } from '../registry/proofs/signed-note';
import { Broken, insist } from './finding';

/** The note is signed by this key, and over this very tree. @param vkey public key of the log. @throws Broken */
export const insistSigned = (what: string, note: string, vkey: string, treeSize: number, rootHash: string): void => {
  const signed = verifyCheckpoint(note, vkey);
  if (!signed.ok) throw new Broken(what, `checkpoint: ${signed.reason}`);
  const own = signed.checkpoint.treeSize === treeSize && signed.checkpoint.rootHash === rootHash;
  insist(own, what, 'its checkpoint signs another tree');
};
