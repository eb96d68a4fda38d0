import { sha256Hex } from '../platform/common/sha256';
import { checkTimestamp, timestampQuery } from '../registry/clocks/timestamps/timestamp-token';
import { OpensslAuthority } from '../../test/support/openssl-authority';
import { needing } from '../../test/support/tools';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReplayAuthority } from './replay-authority';

const DATA = Buffer.from('a head\n');
const NOW = Date.UTC(2026, 4, 7);

needing('openssl').describe('the authority of the demo', () => {
  const authority = new ReplayAuthority();
  const ask = async (forged = false): Promise<Buffer> =>
    authority.answer(await timestampQuery(sha256Hex(DATA), 'f1a0'), NOW, forged);

  it('stamps by the clock of the demo, in a form that openssl verifies', async () => {
    const response = await ask();
    const authorities = [await authority.root()];
    expect(await checkTimestamp(response, { data: DATA, nonce: 'f1a0', authorities })).toMatchObject({
      ok: true,
      timestamp: { time: NOW * 1000, signer: 'Time stamps of the demo (synthetic)', chain: 'checked' },
    });
    const judge = new OpensslAuthority();
    const root = join(judge.folder, 'demo.pem');
    writeFileSync(root, await authority.root());
    expect(judge.verifies(DATA, response, root)).toBe(true);
    expect(judge.verifies(DATA, response)).toBe(false);
  });

  it('forges tokens that are found out', async () => {
    expect(await checkTimestamp(await ask(true), { data: DATA, nonce: 'f1a0', authorities: null })).toEqual({
      ok: false,
      reason: 'it is over another hash',
    });
  });
});
