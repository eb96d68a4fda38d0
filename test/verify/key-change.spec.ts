/** A log whose key was changed, read by both verifiers: a reader with the old key accepts the new one, and no other. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeenLogs } from '../../src/delivery/cli/verify/seen-logs.store';
import { keyChangeText } from '../../src/registry/log/key-change';
import { noteSigner, signedBy, type NoteSigner } from '../../src/registry/proofs/signed-note';
import { publishedFiles } from '../support/published-files';
import { readBySecond } from '../support/second-reader';
import { needing } from '../support/tools';
import { firstReader, readerOf, silent, verified } from '../support/verified';
import { ORIGIN, SIGNER, writeLog, type WrittenLog } from '../support/written-log';

const NEXT = noteSigner(ORIGIN, Buffer.alloc(32, 21));
const LATER = noteSigner(ORIGIN, Buffer.alloc(32, 22));
const STRANGER = noteSigner(ORIGIN, Buffer.alloc(32, 23));

needing('python3', 'openssl').describe('a log with another key', () => {
  const now = Date.now();

  interface Read {
    readonly log: WrittenLog;
    readonly vkey: string | null;
    readonly seen?: SeenLogs;
  }

  /** Verdict of the first verifier: null if it accuses nobody. */
  const first = async ({ log, vkey, seen }: Read): Promise<string | null> => {
    const options = firstReader(now, { vkey, sample: 0, ...(seen && { seen }) });
    return verified(readerOf(await publishedFiles(log, now, { singles: false })), silent, options).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
  };

  const second = async ({ log, vkey }: { log: WrittenLog; vkey: string }): Promise<string> => {
    const [read] = await readBySecond(await publishedFiles(log, now, { singles: false }), [{ name: 'whole' }], {
      vkey,
      now,
    });
    return `${read?.fate ?? ''} ${read?.said ?? ''}`;
  };

  const changed = (...signers: readonly NoteSigner[]): WrittenLog => {
    const log = writeLog(now);
    for (const signer of signers) log.changeKey(signer);
    return log;
  };

  it.each([
    ['the one it began with', SIGNER],
    ['the one between', NEXT],
    ['the one in force', LATER],
  ])('is accepted by a reader who has %s', async (_, { vkey }) => {
    expect(await first({ log: changed(NEXT, LATER), vkey })).toBeNull();
  });

  it('is known to who saw it before, and remembered with its new key', async () => {
    const seen = new SeenLogs(join(mkdtempSync(join(tmpdir(), 'vedette-seen-')), 'seen.json'));
    expect(await first({ log: writeLog(now), vkey: null, seen })).toBeNull();
    expect(await first({ log: changed(NEXT), vkey: null, seen })).toBeNull();
    expect((await seen.get(ORIGIN))?.vkey).toBe(NEXT.vkey);
    expect(await first({ log: changed(STRANGER), vkey: null, seen })).toMatch(
      /was rewritten|not the key that this log was seen with/,
    );
  });

  it('is refused by a reader who has another key', async () => {
    expect(await first({ log: changed(NEXT), vkey: STRANGER.vkey })).toMatch(/not the key that was given/);
  });

  it.each<readonly [string, (log: WrittenLog) => void, RegExp]>([
    [
      'one that the old key did not sign',
      (log) => log.changeKey(NEXT, { note: signedBy([NEXT], keyChangeText(ORIGIN, SIGNER.vkey, NEXT.vkey)) }),
      /not signed by (this key|both keys)/,
    ],
    [
      'one that the new key did not sign',
      (log) => log.changeKey(NEXT, { note: signedBy([SIGNER], keyChangeText(ORIGIN, SIGNER.vkey, NEXT.vkey)) }),
      /not signed by (this key|both keys)/,
    ],
    [
      'a note about another key',
      (log) => log.changeKey(NEXT, { note: signedBy([SIGNER, NEXT], keyChangeText(ORIGIN, SIGNER.vkey, LATER.vkey)) }),
      /says something else|what it signs/,
    ],
    [
      'a note about another log',
      (log) => log.changeKey(NEXT, { note: signedBy([SIGNER, NEXT], keyChangeText('x', SIGNER.vkey, NEXT.vkey)) }),
      /says something else|what it signs/,
    ],
    ['another key than it goes on with', (log) => log.changeKey(LATER, { vkey: NEXT.vkey }), /note|what it signs/],
    [
      'a key that was given up before',
      (log) => {
        log.changeKey(NEXT);
        log.changeKey(SIGNER);
      },
      /given up before/,
    ],
  ])('is refused where it names %s', async (_, forge, named) => {
    const log = writeLog(now);
    forge(log);
    expect(await first({ log, vkey: SIGNER.vkey })).toMatch(named);
    const said = await second({ log, vkey: SIGNER.vkey });
    expect(said).toMatch(/^caught/);
    expect(said).toMatch(named);
  });

  it('is refused where a key that was given up signs a later head', async () => {
    const log = changed(NEXT);
    const files = await publishedFiles(log, now, { singles: false });
    const [, size, root] = (files.get('/api/registry/checkpoint')?.toString() ?? '').split('\n');
    files.set('/api/registry/checkpoint', Buffer.from(SIGNER.sign(`${ORIGIN}\n${size ?? ''}\n${root ?? ''}\n`)));
    files.set('/api/registry/vkey', Buffer.from(`${SIGNER.vkey}\n`));
    const [read] = await readBySecond(files, [{ name: 'whole' }], { vkey: SIGNER.vkey, now });
    expect(read).toMatchObject({
      fate: 'caught',
      said: expect.stringContaining('not the one that the log named last'),
    });
  });

  it('is read alike by the second program', async () => {
    for (const { vkey } of [SIGNER, NEXT, LATER])
      expect(await second({ log: changed(NEXT, LATER), vkey })).toMatch(/^missed Unchanged +yes/);
    expect(await second({ log: changed(NEXT), vkey: STRANGER.vkey })).toMatch(/^caught.*names no way/s);
  });
});
