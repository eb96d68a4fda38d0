import { entityTag, isKnownTag, weakened } from './entity-tag';

describe('entityTag', () => {
  it('is the same for the same bytes and differs for others', () => {
    expect(entityTag('[]')).toBe(entityTag(Buffer.from('[]')));
    expect(entityTag('[]')).not.toBe(entityTag('[ ]'));
    expect(entityTag('[]')).toMatch(/^W\/"[\w-]{27}"$/);
  });
});

describe('weakened', () => {
  it('marks a strong tag once', () => {
    expect([weakened('"a"'), weakened('W/"a"')]).toEqual(['W/"a"', 'W/"a"']);
  });
});

describe('isKnownTag', () => {
  it.each([
    ['"a"', 'W/"a"', true],
    ['W/"a"', '"a"', true],
    ['"b", W/"a"', 'W/"a"', true],
    ['*', 'W/"a"', true],
    ['"b"', 'W/"a"', false],
    ['a', 'W/"a"', false],
    ['""', '"a"', false],
    [undefined, 'W/"a"', false],
  ])('%s matches %s: %s', (header, tag, known) => {
    expect(isKnownTag(header, tag)).toBe(known);
  });
});
