import { isKeyOfDigest, keyDigest, makeKey, parseKey } from './api-key';

const counting = (count: number): Uint8Array => Uint8Array.from({ length: count }, (_, i) => i * 7);
const key = makeKey('analyst', counting);

describe('makeKey', () => {
  it('has the tier, an id, a secret and a checksum', () => {
    expect(key).toMatch(/^vdt_analyst_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    expect(parseKey(key)).toEqual({ tier: 'analyst', id: key.split('_')[2] });
  });

  it('is made of the bytes given and nothing else', () => {
    expect(makeKey('analyst', counting)).toBe(key);
  });

  it('never uses a byte that would favour some characters', () => {
    let calls = 0;
    const biasedFirst = (count: number): Uint8Array =>
      calls++ % 2 === 0 ? new Uint8Array(count).fill(255) : new Uint8Array(count).fill(61);

    expect(makeKey('partner', biasedFirst)).toContain('_zzzzzzzz_');
  });
});

describe('parseKey', () => {
  it('refuses a key in which any one character was changed', () => {
    for (let index = 0; index < key.length; index++) {
      const other = key[index] === 'a' ? 'b' : 'a';
      expect(parseKey(key.slice(0, index) + other + key.slice(index + 1))).toBeNull();
    }
  });

  it.each([
    ['nothing', ''],
    ['a blank around it', ` ${key}`],
    ['a line break after it', `${key}\n`],
    ['another tier', key.replace('analyst', 'partner')],
    ['an unknown tier', key.replace('analyst', 'admin')],
    ['a key of another service', 'sk_live_0123456789abcdef'],
  ])('refuses %s', (_name, text) => {
    expect(parseKey(text)).toBeNull();
  });
});

describe('isKeyOfDigest', () => {
  it('verifies the key of a digest and no other', () => {
    expect(isKeyOfDigest(key, keyDigest(key))).toBe(true);
    expect(isKeyOfDigest(`${key}x`, keyDigest(key))).toBe(false);
    expect(isKeyOfDigest(key, 'ab')).toBe(false);
  });
});
