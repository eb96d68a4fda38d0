import { verifyCheckpoint, type Checkpoint } from '../registry/proofs/signed-note';
import { Broken, insist } from './finding';

/** The tree that a note is over, once it is signed by this key. @param vkey public key of the log. @throws Broken */
export const signedTree = (what: string, note: string, vkey: string): Checkpoint => {
  const signed = verifyCheckpoint(note, vkey);
  if (!signed.ok) throw new Broken(what, `checkpoint: ${signed.reason}`);
  return signed.checkpoint;
};

/** The note is signed by this key, and over this very tree. @throws Broken */
export const insistSigned = (what: string, note: string, vkey: string, treeSize: number, rootHash: string): void => {
  const signed = signedTree(what, note, vkey);
  insist(signed.treeSize === treeSize && signed.rootHash === rootHash, what, 'its checkpoint signs another tree');
};
