import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../../test/support/manual-clock';
import { readAuthorities, readWitnesses } from '../registry/clocks/outside-clock';
import { checkpointText, noteSigner } from '../registry/proofs/signed-note';
import { addCheckpointText } from '../registry/clocks/witnesses/add-checkpoint';
import { cosignatureOf, cosignatureSigner, readWitnessKey } from '../registry/clocks/witnesses/cosignature';
import { WitnessState } from '../registry/clocks/witnesses/witness-state.store';
import { Witness } from '../registry/clocks/witnesses/witness.service';
import { DEMO_TIMESTAMP_AUTHORITIES, DEMO_WITNESSES, ReplayOutside } from './replay-outside';

const log = noteSigner('log.test/registry', Buffer.alloc(32, 5));
const note = log.sign(checkpointText({ origin: log.name, treeSize: 1, rootHash: 'ab'.repeat(32) }));
const body = Buffer.from(addCheckpointText({ oldSize: 0, proof: [], note }));

describe('the clocks outside of the demo', () => {
  const clock = new ManualClock(Date.UTC(2026, 4, 7) * 1000);
  let past = false;
  const open = (own: readonly string[] = []): ReplayOutside =>
    new ReplayOutside(
      mkdtempSync(join(tmpdir(), 'vedette-outside-')),
      () => Promise.resolve(log.vkey),
      clock,
      () => past,
      own,
    );
  const cosigners = async (outside: ReplayOutside, list: string): Promise<boolean[]> =>
    Promise.all(
      readWitnesses(list).map(async ({ url, vkey }) => {
        const answer = await outside.answer(new URL(url).host, '/add-checkpoint', body);
        const key = readWitnessKey(vkey ?? '');
        if (answer?.status !== 200 || key === null) return false;
        const found = cosignatureOf(note + String(answer.body), key);
        return found !== null && !('reason' in found);
      }),
    );

  afterEach(() => {
    past = false;
  });

  it('are two witnesses, of which one is away in the past, and three authorities, of which one never answers', async () => {
    past = true;
    expect(await cosigners(open(), DEMO_WITNESSES)).toEqual([true, false]);
    past = false;
    expect(await cosigners(open(), DEMO_WITNESSES)).toEqual([true, true]);
    const absent = readAuthorities(DEMO_TIMESTAMP_AUTHORITIES).at(-1);
    expect(await open().answer(absent?.name ?? '', '/tsr', body)).toMatchObject({ status: 503 });
    expect(await open().answer('feeds.example.org', '/', body)).toBeNull();
  });

  it('are those of the operator too, asked where they are once the past is built', async () => {
    const signer = cosignatureSigner('real.example/w', Buffer.alloc(32, 6));
    const state = await WitnessState.open(join(mkdtempSync(join(tmpdir(), 'vedette-witness-')), 'state.json'));
    const witness = new Witness({ signer, logs: [log.vkey], state, clock });
    const url = await witness.listen('127.0.0.1', 0);
    const outside = open([url]);
    try {
      past = true;
      expect(await cosigners(outside, `${signer.vkey} ${url}`)).toEqual([false]);
      past = false;
      expect(await cosigners(outside, `${signer.vkey} ${url}`)).toEqual([true]);
    } finally {
      await witness.close();
    }
    expect(await cosigners(outside, `${signer.vkey} ${url}`)).toEqual([false]);
  });
});
