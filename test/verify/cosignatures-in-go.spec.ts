import { cosignatureSigner } from '../../src/registry/clocks/witnesses/cosignature';
import { noteSigner } from '../../src/registry/proofs/signed-note';
import { goNotes } from '../support/go-notes';
import { needing } from '../support/tools';

const TEXT = `example.org/log\n2\n${Buffer.alloc(32, 5).toString('base64')}\n`;
const TIME = 1_679_315_147;

needing('go').describe('cosignatures in another implementation', () => {
  it('are read where we made them, and refused where we refuse them', async () => {
    const log = noteSigner('example.org/log', Buffer.alloc(32, 1));
    const witness = cosignatureSigner('witness.example/w1', Buffer.alloc(32, 2));
    const note = log.sign(TEXT);
    const forged = witness.cosign(TEXT, TIME).replace(/.{6}\n$/, 'AAAA==\n');

    const answers = await goNotes(
      [note + witness.cosign(TEXT, TIME), note, note + forged].map((one) => ({
        do: 'verify',
        note: one,
        log: log.vkey,
        witness: witness.vkey,
      })),
    );

    if (answers === null) return;
    expect(answers).toEqual([
      { time: TIME },
      { time: null },
      { error: expect.stringContaining('invalid signature') as string },
    ]);
  }, 120_000);
});
