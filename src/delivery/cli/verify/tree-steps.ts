import { verifyConsistency } from '../../../registry/proofs/merkle-proof';
import { recordText } from '../../../registry/log/log-record';
import { consistencyPath } from '../../../registry/registry-path';
import { entryBundle, TILE_WIDTH, tilePath } from '../../../registry/proofs/tile';
import { insist } from '../../../verification/finding';
import type { LoggedRecords } from '../../../verification/log-text';
import { insistMembers, Members, readCanonical, readObject } from '../../../verification/received-json';
import type { PublicFiles } from './public-files';
import { step, type Step } from './single-step';
import type { ProvenLog } from './proven-log';

/** Levels of 8 bits, as in C2SP tlog-tiles. */
const BITS = 8;

export const treeSteps = (files: PublicFiles, proven: ProvenLog): readonly Step[] => [
  ...tileSteps(files, proven.log),
  ...consistencySteps(files, proven),
];

const tileSteps = (files: PublicFiles, log: LoggedRecords): readonly Step[] => {
  const steps: Step[] = [];
  const add = (level: string, first: number, width: number, due: () => Buffer): void => {
    const place = tilePath({ index: first / TILE_WIDTH, width });
    steps.push(
      step(`/api/registry/tile/${level}/${place}`, async (path) => {
        const { bytes } = await files.get(path);
        insist(due().equals(bytes), path, 'is not that of the log');
      }),
    );
  };
  for (let level = 0, nodes = log.records.length; nodes > 0; level++, nodes = Math.floor(nodes / TILE_WIDTH))
    for (let first = 0; first < nodes; first += TILE_WIDTH) {
      const width = Math.min(TILE_WIDTH, nodes - first);
      const all = (): Buffer =>
        Buffer.from(Array.from({ length: width }, (_, at) => log.nodeAt(level * BITS, first + at)).join(''), 'hex');
      add(String(level), first, width, all);
      if (level === 0)
        add('entries', first, width, () => entryBundle(log.records.slice(first, first + width).map(recordText)));
    }
  return steps;
};

/** From each sealed day to the signed head. */
const consistencySteps = (files: PublicFiles, { log, days, checkpoint }: ProvenLog): readonly Step[] =>
  [...new Set(days.days.map(({ file }) => file.tree_size))]
    .filter((first) => first > 0)
    .map((first) =>
      step(consistencyPath(first, checkpoint.treeSize), async (path) => {
        const proof = new Members(path, readObject(path, readCanonical(path, (await files.get(path)).text)));
        insistMembers(path, proof.object, ['first', 'second', 'root1', 'root2', 'path']);
        const due = { first, second: checkpoint.treeSize, root1: log.rootAt(first), root2: checkpoint.rootHash };
        for (const [name, value] of Object.entries(due)) proof.equal(name, value, 'which follows from the log');
        insist(verifyConsistency({ ...due, path: proof.object['path'] }), path, 'its path proves nothing');
      }),
    );
