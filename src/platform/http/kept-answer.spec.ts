import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eachHeader, type HeaderList } from './header-list';
import { KeptAnswer, preferredEncoding, type KeptForm } from './kept-answer';

const answer = (body: Buffer): KeptAnswer =>
  new KeptAnswer({
    route: '/v1/x',
    body,
    etag: 'W/"a"',
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' },
  });

const bytesOf = ({ body }: KeptForm): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);

const valueOf = (list: HeaderList, wanted: string): string | null => {
  let found: string | null = null;
  eachHeader(list, (name, value) => {
    if (name === wanted) found = value;
  });
  return found;
};

describe('KeptAnswer', () => {
  it.each([
    ['small', Buffer.from('{"title":"Überfall – ⚠ كييف"}'.repeat(100))],
    ['large', Buffer.from('{"title":"Überfall – ⚠ كييف"}'.repeat(2_000))],
  ])('returns the bytes of a %s answer unchanged, in every form', async (_size, body) => {
    const kept = answer(body);
    const [plain, gzip, brotli] = [await kept.form(undefined), await kept.form('gzip'), await kept.form('gzip, br')];

    expect(bytesOf(plain).equals(body)).toBe(true);
    expect(gunzipSync(bytesOf(gzip)).equals(body)).toBe(true);
    expect(brotliDecompressSync(bytesOf(brotli)).equals(body)).toBe(true);
    for (const form of [plain, gzip, brotli])
      expect(valueOf(form.head, 'content-length')).toBe(String(bytesOf(form).length));
    expect([plain, gzip, brotli].map(({ head }) => valueOf(head, 'content-encoding'))).toEqual([null, 'gzip', 'br']);
  });

  it('compresses once, and has it at once from then on', async () => {
    const kept = answer(Buffer.alloc(5_000, 97));

    const [one, two] = [kept.form('br'), kept.form('br')];
    await one;

    expect(one).toBe(two);
    expect(kept.form('br')).not.toBeInstanceOf(Promise);
  });

  it('has no body headers without a body', () => {
    const { unchanged } = answer(Buffer.from('{}'));

    expect(valueOf(unchanged, 'etag')).toBe('W/"a"');
    expect(valueOf(unchanged, 'cache-control')).toBe('public, max-age=60');
    expect(valueOf(unchanged, 'content-type')).toBeNull();
  });
});

describe('preferredEncoding', () => {
  it.each([
    [undefined, 5_000, 'identity'],
    ['br', 1_023, 'identity'],
    ['gzip, deflate, br', 5_000, 'br'],
    ['GZIP', 5_000, 'gzip'],
    ['*', 5_000, 'gzip'],
    ['br;q=0, gzip', 5_000, 'gzip'],
    ['br;q=0.0, identity', 5_000, 'identity'],
    ['zip', 5_000, 'identity'],
  ])('of %s for %i bytes is %s', (header, bytes, encoding) => {
    expect(preferredEncoding(header, bytes)).toBe(encoding);
  });
});
