import { gzipSync } from 'node:zlib';
import { AxiosHeaders, type AxiosResponse } from 'axios';
import { rejectionWords } from './rejection-words';

const responseOf = (data: Buffer, headers: Record<string, string>): AxiosResponse<unknown> => ({
  data,
  status: 400,
  statusText: '',
  headers,
  config: { headers: new AxiosHeaders() },
});
const wordsOf = (body: string, headers: Record<string, string> = {}) =>
  rejectionWords(responseOf(Buffer.from(body), headers), ['Token tok-3f8', 'tok-3f8']);

describe('rejectionWords', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['an error as text', '{"error":"interval is too long"}', {}, 'interval is too long'],
    ['an error as an object', '{"error":{"code":"bad","message":"no such filter"}}', {}, 'no such filter'],
    ['a list of errors', '{"errors":[{"title":"Forbidden","detail":"not your plan"}]}', {}, 'not your plan'],
    ['those of Yahoo', '{"chart":{"result":null,"error":{"code":"X","description":"delisted"}}}', {}, 'delisted'],
    ['a short text', 'upstream is down', { 'content-type': 'text/plain; charset=utf-8' }, 'upstream is down'],
    ['a key that they repeat', '{"detail":"The key tok-3f8 is\\u001b bad"}', {}, 'The key *** is bad'],
    ['what looks like a key', '{"message":"no such key sk-live-abcdefgh"}', {}, 'no such key ***'],
  ])('keeps %s', async (_, body, headers, words) => {
    expect(await wordsOf(body, headers)).toBe(words);
  });

  it('unpacks them', async () => {
    const packed = responseOf(gzipSync('{"error":"packed"}'), { 'content-encoding': 'gzip' });

    expect(await rejectionWords(packed, [])).toBe('packed');
  });

  it.each([
    ['a page', '<html>no</html>'],
    ['data', '{"data":["x"]}'],
    ['a long body', `{"error":"${'x'.repeat(40_000)}"}`],
    ['nothing', ''],
    ['broken JSON', '{"error":'],
    ['text that is not declared', 'gone'],
  ])('has none of %s', async (_, body) => {
    expect(await wordsOf(body)).toBeNull();
  });
});
