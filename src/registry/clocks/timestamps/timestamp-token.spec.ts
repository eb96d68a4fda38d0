import { sha256Hex } from '../../../platform/common/sha256';
import { OpensslAuthority } from '../../../../test/support/openssl-authority';
import { needing } from '../../../../test/support/tools';
import { checkTimestamp, readCertificates, timestampQuery, type TimestampExpectation } from './timestamp-token';

const NOTE = Buffer.from('example.org/log\n2\nroot\n');
const NONCE = 'f1e2d3c4b5a69788';

needing('openssl').describe('the time-stamp request', () => {
  it('is one that openssl reads: version 1, SHA-256, our nonce, certificate wanted', async () => {
    const text = new OpensslAuthority().textOf(await timestampQuery(sha256Hex(NOTE), NONCE));
    expect(text).toContain('Version: 1');
    expect(text).toContain('Hash Algorithm: sha256');
    expect(text.toLowerCase()).toContain('nonce: 0xf1e2d3c4b5a69788');
    expect(text).toContain('Certificate required: yes');
  });

  it.each([
    ['00123456789abcde', '0x123456789abcde'],
    ['0000f23456789abc', '0xf23456789abc'],
    ['0000000000000000', '0x0'],
  ])('is DER where the nonce %s begins with zeros', async (nonce, read) => {
    const text = new OpensslAuthority().textOf(await timestampQuery(sha256Hex(NOTE), nonce));
    expect(text.toLowerCase()).toContain(`nonce: ${read}\n`);
  });
});

needing('openssl').describe('a token of an authority made with openssl', () => {
  describe.each(['ec', 'rsa'] as const)('(%s)', (kind) => {
    let authority: OpensslAuthority;
    let other: OpensslAuthority;
    let expectation: TimestampExpectation;
    beforeAll(() => {
      authority = new OpensslAuthority(kind);
      other = new OpensslAuthority('ec');
      expectation = { data: NOTE, nonce: NONCE, authorities: [authority.root] };
    });
    const ask = async (data: Uint8Array, nonce = NONCE): Promise<Buffer> =>
      authority.answer(await timestampQuery(sha256Hex(data), nonce));

    it('is accepted where openssl accepts it, and states signer and time', async () => {
      const response = await ask(NOTE);
      expect(authority.verifies(NOTE, response)).toBe(true);
      const result = await checkTimestamp(response, expectation);
      expect(result).toMatchObject({
        ok: true,
        timestamp: {
          chain: 'checked',
          signer: 'Authority of a test',
          policy: '1.3.6.1.4.1.99999.1',
          accuracy: 1_000_000,
        },
      });
      const time = result.ok ? result.timestamp.time : NaN;
      expect(Math.abs(time / 1000 - Date.now())).toBeLessThan(60_000);
      expect(await checkTimestamp(response, { ...expectation, authorities: null })).toMatchObject({
        timestamp: { chain: 'not checked' },
      });
    });

    it('is refused over other bytes, with another nonce, or under another root, as openssl does', async () => {
      const response = await ask(NOTE);
      const data = Buffer.from('something else\n');
      expect(authority.verifies(data, response)).toBe(false);
      expect(authority.verifies(NOTE, response, other.rootPath)).toBe(false);
      const refusals = [
        [{ ...expectation, data }, 'it is over another hash'],
        [{ ...expectation, nonce: 'f1e2d3c4b5a69789' }, 'its nonce is another'],
        [{ ...expectation, authorities: [other.root] }, 'its certificate does not lead to a trusted authority'],
      ] as const;
      for (const [wrong, reason] of refusals)
        expect(await checkTimestamp(response, wrong)).toEqual({ ok: false, reason });
    });

    it('states the same or does not count when any of its bytes is another', async () => {
      const response = await ask(NOTE);
      const original = await checkTimestamp(response, expectation);
      const results = new Map<number, unknown>();
      for (let at = 0; at < response.length; at += 13) {
        const changed = Buffer.from(response);
        changed[at] = (changed[at] ?? 0) ^ 1;
        results.set(at, await checkTimestamp(changed, expectation));
      }
      const counted = [...results.values()].filter((result) => (result as { ok: boolean }).ok);
      // A few bytes are in no signature, such as the list of hashes in front.
      expect(counted.length).toBeLessThan(results.size / 10);
      for (const result of counted) expect(result).toEqual(original);
    });

    it('is refused in words whatever arrives instead', async () => {
      const response = await ask(NOTE);
      const deep = Buffer.alloc(60_000, Buffer.of(0x30, 0x80));
      for (const bytes of [
        Buffer.alloc(0),
        Buffer.from('<html>'),
        deep,
        response.subarray(0, 900),
        Buffer.concat([response, Buffer.of(0)]),
        Buffer.alloc(70_000),
      ])
        expect(await checkTimestamp(bytes, expectation)).toMatchObject({
          ok: false,
          reason: expect.stringMatching(/^it is /) as string,
        });
    });

    it('trusts no file without certificates', async () => {
      await expect(readCertificates('nothing')).rejects.toThrow('holds no certificate in PEM');
      expect(await readCertificates(authority.root + other.root)).toHaveLength(2);
    });
  });
});
