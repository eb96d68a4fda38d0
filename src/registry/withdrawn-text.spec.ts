import { canonicalJson } from '../common/canonical-json';
import { sha256Hex } from '../common/sha256';
import { readServedBundle, servedBundle } from './served-document';
import { withdrawnKeys, withoutWordsOf } from './withdrawn-text';

const item = (key: string): object => ({
  key,
  title: `Words of ${key}`,
  extract: 'More of them',
  url: `https://example.org/${key}`,
  content_sha256: sha256Hex(key),
});
const BUNDLE = canonicalJson({
  bundle_id: 'rb-1',
  input: { items: [item('n-1'), item('n-2')] },
  prediction: { probability_yes: 0.62 },
});
const SHA256 = sha256Hex(BUNDLE);

describe('a bundle whose item was withdrawn', () => {
  const text = withoutWordsOf(BUNDLE, 'n-1');

  it('keeps everything but the words, their digest among it', () => {
    const before = JSON.parse(BUNDLE) as { input: { items: object[] } };
    const [first, second] = before.input.items;

    expect(JSON.parse(text)).toEqual({
      ...before,
      input: {
        items: [{ ...first, title: '', extract: null, url: null, withdrawn: true }, second],
      },
    });
    expect(withdrawnKeys(JSON.parse(text))).toEqual(['n-1']);
    expect(withoutWordsOf(text, 'n-1')).toBe(text);
  });

  it('is served with the hash of the log and the names of what is gone', () => {
    const served = servedBundle(text, SHA256, ['n-1']);

    expect(readServedBundle(served)).toEqual({ text, sha256: SHA256, withdrawn: ['n-1'] });
    expect(canonicalJson(JSON.parse(served))).toBe(served);
  });

  it.each([
    ['names an item that has its words', servedBundle(text, SHA256, ['n-1', 'n-2'])],
    ['names none', servedBundle(text, SHA256)],
    ['names another', servedBundle(text, SHA256, ['n-2'])],
    ['has all its words', servedBundle(BUNDLE, SHA256, ['n-1'])],
    ['is no JSON', servedBundle('{"input":', SHA256, ['n-1'])],
  ])('is not believed when it %s', (_, served) => {
    expect(readServedBundle(served)).toBeNull();
  });
});

describe('a bundle with all its words', () => {
  it('must have the hash beside it', () => {
    expect(readServedBundle(servedBundle(BUNDLE, SHA256))).toEqual({
      text: BUNDLE,
      sha256: SHA256,
      withdrawn: [],
    });
    expect(readServedBundle(servedBundle(BUNDLE.replace('0.62', '0.63'), SHA256))).toBeNull();
  });
});
