import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../../../../test/support/manual-clock';
import { sha256Hex } from '../../../platform/common/sha256';
import { leafHash } from '../../proofs/merkle-proof';
import { appendLeaf, planConsistency, type HashedNode } from '../../proofs/merkle-tree';
import { rootOfLeaves } from '../../../../test/support/root-of-leaves';
import { checkpointText, noteSigner } from '../../proofs/signed-note';
import { addCheckpointText, readAddCheckpoint } from './add-checkpoint';
import { cosignatureOf, cosignatureSigner, readWitnessKey } from './cosignature';
import { WitnessState } from './witness-state.store';
import { Witness } from './witness.service';

const SECONDS = 1_780_000_000;
const log = noteSigner('log.example/a', Buffer.alloc(32, 1));
const stranger = noteSigner('log.example/b', Buffer.alloc(32, 2));
const signer = cosignatureSigner('witness.example/w1', Buffer.alloc(32, 3));
const key = readWitnessKey(signer.vkey);
if (key === null) throw new Error('no key');

/** Leaves of a log; those of a fork differ from `forkedAt` on. */
const leaves = (size: number, forkedAt = Infinity): string[] =>
  Array.from({ length: size }, (_, index) => leafHash(`${index >= forkedAt ? 'fork ' : ''}${index}`));

const noteOf = (all: readonly string[], by = log): string =>
  by.sign(checkpointText({ origin: by.name, treeSize: all.length, rootHash: rootOfLeaves(all) }));

const proofOf = (all: readonly string[], first: number): string[] => {
  const nodes: HashedNode[] = [];
  let frontier: readonly string[] = [];
  all.forEach((leaf, index) => {
    const grown = appendLeaf(frontier, index, leaf);
    frontier = grown.frontier;
    nodes.push(...grown.completed);
  });
  return planConsistency(first, all.length).path(
    ({ level, index }) => nodes.find((node) => node.level === level && node.index === index)?.hash ?? '',
  );
};

const request = (oldSize: number, all: readonly string[], by = log): string =>
  addCheckpointText({ oldSize, proof: proofOf(all, oldSize), note: noteOf(all, by) });

describe('a witness', () => {
  const path = (): string => join(mkdtempSync(join(tmpdir(), 'vedette-witness-')), 'state.json');
  const open = async (file = path()): Promise<Witness> =>
    new Witness({
      signer,
      logs: [log.vkey],
      state: await WitnessState.open(file),
      clock: new ManualClock(SECONDS * 1_000_000),
    });

  it('cosigns extensions of its last head over HTTP, and shows it to monitors', async () => {
    const witness = await open();
    const address = await witness.listen('127.0.0.1', 0);
    try {
      for (const [before, size] of [
        [0, 3],
        [3, 3],
        [3, 8],
        [8, 21],
      ] as const) {
        const answer = await fetch(`${address}/add-checkpoint`, {
          method: 'POST',
          body: request(before, leaves(size)),
        });
        expect(answer.status).toBe(200);
        const note = noteOf(leaves(size)) + (await answer.text());
        expect(cosignatureOf(note, key)).toMatchObject({ time: SECONDS * 1_000_000 });
        const shown = await fetch(`${address}/${sha256Hex('log.example/a')}/checkpoint`);
        expect(await shown.text()).toBe(note);
      }
      expect((await fetch(`${address}/${sha256Hex('other')}/checkpoint`)).status).toBe(404);
      const behind = await fetch(`${address}/add-checkpoint`, { method: 'POST', body: request(8, leaves(30)) });
      expect([behind.status, behind.headers.get('content-type'), await behind.text()]).toEqual([
        409,
        'text/x.tlog.size',
        '21\n',
      ]);
    } finally {
      await witness.close();
    }
  });

  it('refuses a fork, at the same size and at a larger one, and cosigns the true log afterwards', async () => {
    const witness = await open();
    const ask = async (body: string): Promise<number> => (await witness.addCheckpoint(body)).status;
    expect(await ask(request(0, leaves(13)))).toBe(200);
    expect(await ask(request(13, leaves(13, 4)))).toBe(422);
    expect(await ask(request(13, leaves(20, 4)))).toBe(422);
    // A proof within the fork proves nothing about the cosigned head.
    expect(await ask(request(0, leaves(20, 4)))).toBe(409);
    expect(await ask(request(4, leaves(20, 4)))).toBe(409);
    expect(await ask(addCheckpointText({ oldSize: 13, proof: [], note: noteOf(leaves(12)) }))).toBe(400);
    expect(await ask(request(13, leaves(20)))).toBe(200);
  });

  it('answers each malformed, unsigned or unknown request with the status of the document', async () => {
    const witness = await open();
    const ask = async (body: string): Promise<number> => (await witness.addCheckpoint(body)).status;
    const good = request(0, leaves(2));
    expect(await ask(request(0, leaves(2), stranger))).toBe(404);
    expect(await ask(good.replace(/.{8}\n$/, 'AAAAAAA=\n'))).toBe(403);
    expect(await ask(good.replaceAll('— log.example/a', '— log.example/c'))).toBe(403);
    expect(await ask(good.replace('old 0\n', `old 0\n${Buffer.alloc(32).toString('base64')}\n`))).toBe(422);
    const empty = noteSigner(log.name, Buffer.alloc(32, 1)).sign(
      checkpointText({ origin: log.name, treeSize: 0, rootHash: 'ab'.repeat(32) }),
    );
    expect(await ask(`old 0\n\n${empty}`)).toBe(422);
    const hash = Buffer.alloc(32).toString('base64');
    for (const bad of [
      '',
      'old 0\n',
      good.replace('old 0', 'old 00'),
      good.replace('old 0', 'old -1'),
      good.replace('old 0', 'new 0'),
      good.replace('old 0\n', `old 0\n${`${hash}\n`.repeat(64)}`),
      good.replace('old 0\n', 'old 0\nAAAA\n'),
      `old 0\n\n${TEXT_ONLY}`,
    ])
      expect(await ask(bad)).toBe(400);
    expect(readAddCheckpoint(good)?.oldSize).toBe(0);
  });

  it('stores the head before it answers, and refuses a damaged file', async () => {
    const file = path();
    const first = await open(file);
    expect((await first.addCheckpoint(request(0, leaves(5)))).status).toBe(200);
    const again = await open(file);
    expect((await again.addCheckpoint(request(0, leaves(6)))).status).toBe(409);
    expect((await again.addCheckpoint(request(5, leaves(5, 1)))).status).toBe(422);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40));
    await expect(WitnessState.open(file)).rejects.toThrow('is damaged');
  });

  it('cosigns one of two histories that are offered at the same moment', async () => {
    const witness = await open();
    const answers = await Promise.all([
      witness.addCheckpoint(request(0, leaves(7))),
      witness.addCheckpoint(request(0, leaves(7, 2))),
      witness.addCheckpoint(request(0, leaves(9))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409]);
  });
});

const TEXT_ONLY = 'log.example/a\n1\nnot base64\n\n— log.example/a AAAAAAAA\n';
