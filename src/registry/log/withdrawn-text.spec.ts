import { canonicalizeText, canonicalJson } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';
import { isComplete, readServedBundle, servedBundle } from '../copies/served-document';
import { withdrawnKeys, withoutWordsOf, wordsWithout } from './withdrawn-text';

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

  it('is served with the hash of the log and the names of withdrawn items', () => {
    const served = servedBundle(text, SHA256, { withdrawn: ['n-1'] });

    expect(readServedBundle(served)).toEqual({
      text,
      sha256: SHA256,
      withdrawn: ['n-1'],
      words: null,
    });
    expect(canonicalJson(JSON.parse(served))).toBe(served);
  });

  it.each([
    ['names an item that has its words', servedBundle(text, SHA256, { withdrawn: ['n-1', 'n-2'] })],
    ['names none', servedBundle(text, SHA256)],
    ['names another', servedBundle(text, SHA256, { withdrawn: ['n-2'] })],
    ['has all its words', servedBundle(BUNDLE, SHA256, { withdrawn: ['n-1'] })],
    ['is not JSON', servedBundle('{"input":', SHA256, { withdrawn: ['n-1'] })],
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
      words: null,
    });
    expect(readServedBundle(servedBundle(BUNDLE.replace('0.62', '0.63'), SHA256))).toBeNull();
  });
});

describe('a bundle with its texts outside', () => {
  const words = canonicalizeText(
    JSON.stringify({
      'n-2': { url: null, title: 'Later "words"', extract: null },
      'n-1': { title: 'Words', extract: ',"sha256":"', url: null },
    }),
  );
  const served = servedBundle(BUNDLE, SHA256, { words });

  it('is read back, and the whole is canonical', () => {
    const read = readServedBundle(served);

    expect(read).toMatchObject({ text: BUNDLE, sha256: SHA256, withdrawn: [] });
    expect(Object.keys(read?.words ?? {})).toEqual(['n-1', 'n-2']);
    expect(read !== null && isComplete(read)).toBe(true);
    expect(canonicalizeText(served)).toBe(served);
  });

  it('keeps its hash when words are withdrawn', () => {
    const left = wordsWithout(words, 'n-1');
    const after = readServedBundle(servedBundle(BUNDLE, SHA256, { words: left }));

    expect(after).toMatchObject({ text: BUNDLE, sha256: SHA256, words: { 'n-1': null } });
    expect(after !== null && isComplete(after)).toBe(false);
    expect(wordsWithout(left ?? '', 'n-1')).toBeNull();
    expect(wordsWithout(words, 'n-9')).toBeNull();
  });

  it.each([
    ['its bundle was changed', served.replace('0.62', '0.63')],
    ['its words are a list', `{"bundle":${BUNDLE},"sha256":"${SHA256}","words":[]}`],
    ['it has a further member', served.replace(/}$/, ',"x":1}')],
  ])('is not believed when %s', (_, changed) => {
    expect(readServedBundle(changed)).toBeNull();
  });
});
