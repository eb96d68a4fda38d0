import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeBody } from './decode-body';

describe('decodeBody', () => {
  const text = Buffer.from('<rss/>'.repeat(100));
  const zeros = Buffer.alloc(300_000);

  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['identity', text],
    ['identity, gzip', gzipSync(text)],
    [undefined, text],
  ])('undoes %s', async (encoding, body) => {
    expect(await decodeBody(body, encoding, 10_000)).toEqual(text);
  });

  it.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['deflate', deflateSync(zeros)],
  ])('stops a %s bomb at the limit', async (encoding, body) => {
    expect(body.length).toBeLessThan(1_000);

    await expect(decodeBody(body, encoding, 10_000)).rejects.toMatchObject({ code: 'too-large' });
  });

  it.each([
    ['gzip', gzipSync(text).subarray(0, 30)],
    ['br', brotliCompressSync(text).subarray(0, 10)],
    ['deflate', deflateSync(text).subarray(0, 10)],
    ['gzip', text],
    ['gzip, gzip', gzipSync(gzipSync(text))],
    ['zstd', text],
  ])('refuses a cut, broken, nested or unknown encoding: %s', async (encoding, body) => {
    await expect(decodeBody(body, encoding, 10_000)).rejects.toMatchObject({ code: 'encoding' });
  });

  it('undoes a doubled gzip once only', async () => {
    const inner = gzipSync(text);

    expect(await decodeBody(gzipSync(inner), 'gzip', 10_000)).toEqual(inner);
  });
});
