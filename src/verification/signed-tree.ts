import { verifyCheckpoint, type Checkpoint } from '../registry/proofs/signed-note';
import { Broken, insist } from './finding';
import type { LogKeys } from './log-keys';

/**
 * The tree of a note signed by the log's key in force at its size, or a later one.
 *
 * @param keys of the log, or its only key
 * @throws Broken
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

/** Checks that a key of the log signed the note over exactly this tree. @throws Broken */
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
