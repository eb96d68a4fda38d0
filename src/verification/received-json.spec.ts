import { Broken, OtherVersion } from './finding';
import {
  asServed,
  firstOther,
  insistKnown,
  insistMembers,
  isObject,
  linesOf,
  Members,
  readCanonical,
  readJsonValue,
  readList,
  readObject,
  sameJson,
  shortly,
  without,
} from './received-json';

const refusal = (read: () => unknown): unknown => {
  try {
    return ['read', read()];
  } catch (error) {
    return error instanceof Broken || error instanceof OtherVersion ? error.message : error;
  }
};

describe('readCanonical', () => {
  it.each([
    ['{"a":1,"b":[0.5,"x",null,true]}', { a: 1, b: [0.5, 'x', null, true] }],
    ['[]', []],
    ['"\\u00e9"', 'é'],
  ])('reads %s', (text, value) => {
    expect(readCanonical('w', text)).toEqual(value);
  });

  it.each([
    ['{"b":1,"a":2}', 'w: is not canonical JSON from character 2 on'],
    ['{"a":1 }', 'w: is not canonical JSON from character 6 on'],
    ['{"a":1}\n', 'w: is not canonical JSON from character 7 on'],
    ['{"a":1e2}', 'w: is not canonical JSON from character 6 on'],
    ['"é"', 'w: is not canonical JSON from character 1 on'],
    ['{"a":1', 'w: is not JSON: '],
    ['', 'w: is not JSON: '],
  ])('refuses %j', (text, message) => {
    expect(refusal(() => readCanonical('w', text))).toEqual(expect.stringContaining(message));
  });

  it('refuses a member twice, also where the last one makes the canonical text', () => {
    expect(refusal(() => readCanonical('w', '{"a":1,"a":1}'))).toEqual(expect.stringMatching(/^w: is not /));
  });

  it('refuses a number that another program reads as another', () => {
    expect(refusal(() => readCanonical('w', '9007199254740993'))).toEqual(expect.stringMatching(/^w: is not /));
  });
});

describe('asServed', () => {
  it.each([
    ['\uFEFF{ "b": 1,\n "a": 2 }\n', '{"a":2,"b":1}'],
    ['{"a":1}', '{"a":1}'],
    ['{ "a": 1, "a": 2 }', '{ "a": 1, "a": 2 }'],
    ['{ "a": {"b": 1, "b": 1} }', '{ "a": {"b": 1, "b": 1} }'],
    ['not JSON', 'not JSON'],
    ['', ''],
  ])('%j is %j', (text, served) => {
    expect(asServed(text)).toBe(served);
  });
});

describe('readJsonValue', () => {
  it.each(['{"b":1,"a":2}', '[1.5,null]', '"é"'])('reads %s', (text) => {
    expect(readJsonValue('w', text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['{"a":1, "b":2}', 'w: is not written as it is served: from character 7 on there is white space, a member twice'],
    ['{"a":1,"a":1}', 'w: is not written as it is served: from character 6 on'],
    ['1.0', 'w: is not written as it is served: from character 1 on'],
    ['{', 'w: is not JSON'],
  ])('refuses %s', (text, message) => {
    expect(refusal(() => readJsonValue('w', text))).toEqual(expect.stringContaining(message));
  });

  it('refuses what is nested too deep in words, if it can be read at all', () => {
    const text = '['.repeat(200_000) + ']'.repeat(200_000);

    expect(refusal(() => readJsonValue('w', text))).toMatch(/^w: is (?:nested too deep|not JSON)$/);
  });
});

describe('kinds of values', () => {
  it.each<[unknown, boolean]>([
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    [undefined, false],
    ['{}', false],
    [1, false],
  ])('%j is an object: %s', (value, is) => {
    expect(isObject(value)).toBe(is);
    expect(refusal(() => readObject('w', value))).toEqual(is ? ['read', value] : 'w: is not an object');
  });

  it.each<[unknown, boolean]>([
    [[], true],
    [[1], true],
    [{ length: 1 }, false],
    [null, false],
    ['[]', false],
  ])('%j is a list: %s', (value, is) => {
    expect(refusal(() => readList('w', value))).toEqual(is ? ['read', value] : 'w: is not a list');
  });
});

describe('linesOf', () => {
  it.each([
    ['', []],
    ['\n', ['']],
    ['a\n', ['a']],
    ['a\n\nb\n', ['a', '', 'b']],
  ])('%j has the lines %j', (text, lines) => {
    expect(linesOf('w', text)).toEqual(lines);
  });

  it.each(['a', 'a\nb'])('refuses the cut %j', (text) => {
    expect(refusal(() => linesOf('w', text))).toBe('w: the last line has no end: the answer was cut');
  });
});

describe('members', () => {
  const object = { a: 1, b: null };

  it('are all and no others, of this version or another', () => {
    for (const check of [insistMembers, insistKnown]) {
      expect(
        refusal(() => {
          check('w', object, ['a', 'b']);
        }),
      ).toEqual(['read', undefined]);
      expect(
        refusal(() => {
          check('w', object, ['a', 'b', 'c']);
        }),
      ).toBe('w: lacks c');
    }
    expect(
      refusal(() => {
        insistMembers('w', object, ['a']);
      }),
    ).toBe('w: has an unknown member "b"');
    expect(() => {
      insistMembers('w', object, ['a']);
    }).toThrow(Broken);
    expect(
      refusal(() => {
        insistKnown('w', object, ['a']);
      }),
    ).toBe('w: has a member "b" that is not known');
    expect(() => {
      insistKnown('w', object, ['a']);
    }).toThrow(OtherVersion);
  });

  it('can be left out', () => {
    expect(without({ a: 1, b: 2, c: 3 }, 'a', 'c')).toEqual({ b: 2 });
    expect(without({ a: 1 })).toEqual({ a: 1 });
  });
});

describe('sameJson', () => {
  it.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [1, 2, false],
    [1, '1', false],
    [null, null, true],
    [null, {}, false],
    [undefined, null, false],
    [[1, [2]], [1, [2]], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[1, 2], [1], false],
    [[], {}, false],
    [{}, [], false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [{ a: { b: [1] } }, { a: { b: [2] } }, false],
    [{ toString: 1 }, { valueOf: 1 }, false],
  ])('%j and %j: %s', (left, right, same) => {
    expect(sameJson(left, right)).toBe(same);
  });
});

describe('firstOther', () => {
  it.each<[unknown, unknown, unknown]>([
    [{ a: 1 }, { a: 1 }, null],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, ['w.b', 2, 3]],
    [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, ['w.a.b.c', 1, 2]],
    [{ a: 1, z: 1 }, { a: 1 }, ['w.z', 1, undefined]],
    [{ a: 1 }, { a: 1, z: 1 }, ['w.z', undefined, 1]],
    [{ b: 2, a: 2 }, { a: 1, b: 1 }, ['w.a', 2, 1]],
    [[1], [2], ['w', [1], [2]]],
    [{ a: 1 }, [1], ['w', { a: 1 }, [1]]],
    [1, { a: 1 }, ['w', 1, { a: 1 }]],
  ])('of %j and %j', (given, due, other) => {
    expect(firstOther('w', given, due)).toEqual(other);
  });
});

describe('Members', () => {
  const HASH = 'ab'.repeat(32);
  const members = new Members('w', {
    text: 'x',
    number: 1.5,
    none: null,
    flag: false,
    at: '2026-05-07T12:00:00.000001Z',
    hash: HASH,
    list: [1],
    inner: { text: 'y' },
  });

  it('gives members of their kinds', () => {
    expect(members.text('text')).toBe('x');
    expect(members.textOrNull('text')).toBe('x');
    expect(members.textOrNull('none')).toBeNull();
    expect(members.number('number')).toBe(1.5);
    expect(members.numberOrNull('number')).toBe(1.5);
    expect(members.numberOrNull('none')).toBeNull();
    expect(members.flag('flag')).toBe(false);
    expect(members.instant('at')).toBe('2026-05-07T12:00:00.000001Z');
    expect(members.sha256('hash')).toBe(HASH);
    expect(members.list('list')).toEqual([1]);
    expect(members.at('inner').text('text')).toBe('y');
    expect(members.at('inner').what).toBe('w inner');
  });

  it.each<[(all: Members) => unknown, string]>([
    [(all) => all.text('number'), 'w: number is not a text'],
    [(all) => all.text('missing'), 'w: missing is not a text'],
    [(all) => all.textOrNull('number'), 'w: number is not a text'],
    [(all) => all.textOrNull('missing'), 'w: missing is not a text'],
    [(all) => all.number('text'), 'w: text is not a number'],
    [(all) => all.numberOrNull('text'), 'w: text is not a number'],
    [(all) => all.numberOrNull('missing'), 'w: missing is not a number'],
    [(all) => all.flag('none'), 'w: none is neither true nor false'],
    [(all) => all.instant('text'), 'w: text is not an instant'],
    [(all) => all.instant('number'), 'w: number is not a text'],
    [(all) => all.sha256('text'), 'w: text is not a SHA-256'],
    [(all) => all.sha256('none'), 'w: none is not a text'],
    [(all) => all.list('inner'), 'w inner: is not a list'],
    [(all) => all.at('list'), 'w list: is not an object'],
    [(all) => all.at('missing'), 'w missing: is not an object'],
  ])('refuses by name (%#)', (read, message) => {
    expect(refusal(() => read(members))).toBe(message);
  });

  it('insists on a value, and says what is there and what should be', () => {
    expect(
      refusal(() => {
        members.equal('list', [1], 'as it must');
      }),
    ).toEqual(['read', undefined]);
    expect(
      refusal(() => {
        members.equal('list', [2], 'as it must');
      }),
    ).toBe('w: list is [1], not [2], as it must');
    expect(
      refusal(() => {
        members.equal('missing', 'x', 'as it must');
      }),
    ).toBe('w: missing is missing, not "x", as it must');
  });
});

describe('shortly', () => {
  it('gives up to 90 characters, and 80 of a longer text', () => {
    expect(shortly(undefined)).toBe('missing');
    expect(shortly('x'.repeat(88))).toBe(`"${'x'.repeat(88)}"`);
    expect(shortly('x'.repeat(89))).toBe(`"${'x'.repeat(79)}…`);
  });
});
