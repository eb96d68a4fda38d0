import { verifyCheckpoint, type Checkpoint } from '../registry/proofs/signed-note';
import { Broken, insist } from './finding';
import type { LogKeys } from './log-keys';

/**
 * The tree that a note is over, once a key of the log has signed it: the one in force at its size, or a later one.
 *
 * @param keys of the log, or its only key. @throws Broken
 */
export const signedTree = (what: string, note: string, keys: LogKeys | string): Checkpoint => {
  let reason = '';
  for (const { vkey, until } of typeof keys === 'string' ? [{ vkey: keys, until: null }] : keys.toReversed()) {
    const signed = verifyCheckpoint(note, vkey);
    if (!signed.ok) reason ||= signed.reason;
    else if (until === null || signed.checkpoint.treeSize <= until) return signed.checkpoint;
    else reason = 'is signed by a key that was given up before';
  }
  throw new Broken(what, `checkpoint: ${reason}`);
};

/** The note is signed by a key of the log, and over this very tree. @throws Broken */
export const insistSigned = (
  what: string,
  note: string,
  keys: LogKeys | string,
  treeSize: number,
  rootHash: string,
): void => {
  const signed = signedTree(what, note, keys);
  insist(signed.treeSize === treeSize && signed.rootHash === rootHash, what, 'its checkpoint signs another tree');
};
