/** The sequence of a log's keys, each named by its predecessor: docs/registry.md, *key*. Pure. */
import { keyChangeId, keyChangeText } from '../registry/log/key-change';
import { verifyNote } from '../registry/proofs/signed-note';
import type { LoggedDocument } from './documents';
import { Broken, insist } from './finding';

interface LogKey {
  readonly vkey: string;
  /** The largest tree that it may sign; null for the current key. */
  readonly until: number | null;
}

/** At least one; the last is current. */
export type LogKeys = readonly LogKey[];

/** @param documents those of kind `key`, in log order @param vkey the key of the head @throws Broken */
export const logKeys = (origin: string, documents: readonly LoggedDocument[], vkey: string): LogKeys => {
  const keys: LogKey[] = [];
  let inForce: string | null = null;
  for (const { index, members } of documents) {
    const { what } = members;
    const [previous, next] = [members.text('previous'), members.text('vkey')];
    insist(inForce === null || previous === inForce, what, 'does not name the key in force as its predecessor');
    members.equal('id', keyChangeId(next), 'which follows from its key');
    const isGivenUp = next === previous || keys.some((key) => key.vkey === next);
    insist(!isGivenUp, what, 'names a key that was given up before');
    const [text, note] = [keyChangeText(origin, previous, next), members.text('note')];
    for (const key of [previous, next]) {
      const read = verifyNote(note, key);
      if (!read.ok) throw new Broken(what, `its note: ${read.reason}`);
      insist(read.text === text, what, 'its note says something else');
    }
    keys.push({ vkey: previous, until: index });
    inForce = next;
  }
  insist(inForce === null || inForce === vkey, 'public key', 'is not the one that the log named last');
  return [...keys, { vkey, until: null }];
};
