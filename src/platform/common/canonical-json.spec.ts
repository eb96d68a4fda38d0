import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { isBundleProfile } from '../../../test/support/bundle-words';
import { needing } from '../../../test/support/tools';
import { readVectorLines } from '../../../test/support/vectors';
import { canonicalizeText, canonicalJson, canonicalParsed, compareCodePoints, JsonSyntaxError } from './canonical-json';
import { sha256Hex } from './sha256';

describe('canonicalizeText', () => {
  it.each([
    ['{"b":1,"a":[true,null]}', '{"a":[true,null],"b":1}'],
    ['{"k":1,"k":2}', '{"k":2}'],
    ['{"__proto__":1,"10":2,"9":3}', '{"10":2,"9":3,"__proto__":1}'],
    ['{"\\ud83d\\ude00":1,"\\uffff":2,"\\ud83d":3}', '{"\\ud83d":3,"\\uffff":2,"\\ud83d\\ude00":1}'],
    ['"\\u00C4/\\/\\u007F"', '"\\u00c4//\\u007f"'],
    [
      '[-0, -0.0, 1.50, 1E5, 1e16, 123456789012345678901234567890]',
      '[0,-0.0,1.5,100000.0,1e+16,123456789012345678901234567890]',
    ],
    ['[0.0001,0.00001,5e-324,1.7976931348623157e308]', '[0.0001,1e-05,5e-324,1.7976931348623157e+308]'],
  ])('%s → %s', (text, canonical) => {
    expect(canonicalizeText(text)).toBe(canonical);
  });

  it.each(['', '\ufeff1', '{"a":1,}', '[1,]', '01', '1.', '-', '1e999', 'NaN', '"\t"', '"\\x"', '[1]]', '{1:2}', '"'])(
    'refuses %j',
    (text) => {
      expect(() => canonicalizeText(text)).toThrow(JsonSyntaxError);
    },
  );

  it('nests 200 deep and no deeper', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

    expect(canonicalizeText(nested(200))).toBe(nested(200));
    expect(() => canonicalizeText(nested(201))).toThrow('Nested deeper than 200 at offset 200');
    expect(() => canonicalizeText('{"a":'.repeat(1_000_000))).toThrow(JsonSyntaxError);
  });

  it('is a fixed point of itself and keeps the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const canonical = canonicalizeText(JSON.stringify(value));

        expect(canonicalizeText(canonical)).toBe(canonical);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  needing('python3').it('agrees with Python on any text of any shape', () => {
    const texts = fc.sample(
      fc.oneof(
        fc.json({ stringUnit: 'binary' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential()),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      ),
      { numRuns: 400, seed: 7 },
    );
    const script =
      'import json,sys\nfor l in sys.stdin: print(json.dumps(json.loads(l),sort_keys=True,separators=(",",":"),ensure_ascii=True))';

    const input = texts.map((text) => text.replaceAll('\n', ' ')).filter((text) => text.isWellFormed());
    const python = spawnSync('python3', ['-c', script], {
      input: input.join('\n'),
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    });

    expect(python.stderr.toString()).toBe('');
    expect(input.map(canonicalizeText)).toEqual(python.stdout.toString().trimEnd().split('\n'));
  });

  it('takes a large text in linear time', () => {
    const text = `[${'{"b":"\\u00e4","a":[1.5,{"c":null}]},'.repeat(200_000)}0]`;

    expect(canonicalizeText(text)).toHaveLength(text.length);
  });
});

describe('canonicalParsed', () => {
  it('equals the canonical text of the result of JSON.stringify for any value', () => {
    const any = fc.jsonValue({ stringUnit: 'binary' });
    const numbers = fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()));
    fc.assert(
      fc.property(fc.oneof(any, numbers), (value) => {
        const text = JSON.stringify(value);

        expect(canonicalParsed(JSON.parse(text))).toBe(canonicalizeText(text));
      }),
    );
  });

  it.each([
    '{"b":1,"a":{"d":[2,{"z":0,"y":1}]}}',
    '{"10":2,"9":3,"__proto__":1,"a":4}',
    '{"\\ud83d\\ude00":1,"\\uffff":2,"\\ud83d":3}',
    '[0.00001,1e16,1e21,123456789012345678901,0.5,-0.25,5e-324]',
    '"\\u007f\\u00c4/\\b\\u001f\\u2028"',
    '['.repeat(200) + ']'.repeat(200),
  ])('of %s', (text) => {
    const parsed: unknown = JSON.parse(text);
    expect(canonicalParsed(parsed)).toBe(canonicalizeText(JSON.stringify(parsed)));
  });

  it('nests 200 deep and no deeper', () => {
    const nested = JSON.parse('['.repeat(201) + ']'.repeat(201)) as unknown;
    expect(() => canonicalParsed(nested)).toThrow(RangeError);
  });
});

describe('compareCodePoints', () => {
  it('orders as the code points do, with lone surrogates among them', () => {
    const unit = fc.constantFrom('a', '\ud83d', '\ude00', '\ud83d\ude00', '\uffff', '\ue000', '\ud7ff');
    const text = fc.array(unit, { maxLength: 5 }).map((units) => units.join(''));
    const points = (value: string) => Array.from(value, (point) => point.codePointAt(0) ?? 0);
    const expected = (left: number[], right: number[]): number => {
      const at = left.findIndex((point, index) => point !== right[index]);
      if (at === -1) return left.length - right.length;
      return (left[at] ?? -1) - (right[at] ?? -1);
    };

    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(Math.sign(compareCodePoints(left, right))).toBe(Math.sign(expected(points(left), points(right))));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('canonicalJson', () => {
  it('writes the bundle profile as canonicalizeText would', () => {
    const bundle = {
      made_at: 'x',
      items: [{ weight: 0.25, title: 'Ä 😀', n: -3 }],
      none: null,
      gone: undefined,
    };

    expect(canonicalJson(bundle)).toBe(canonicalizeText(JSON.stringify(bundle)));
    expect(canonicalJson(bundle)).toBe(
      '{"items":[{"n":-3,"title":"\\u00c4 \\ud83d\\ude00","weight":0.25}],"made_at":"x","none":null}',
    );
  });

  it.each([
    ['five decimals', 0.12345],
    ['a tiny number', 0.00001],
    ['an integer beyond 2^53', 2 ** 53],
    ['negative zero', -0],
    ['NaN', NaN],
    ['infinity', Infinity],
    ['a lone surrogate', '\ud83d'],
    ['U+0000', 'a\0'],
    ['an upper-case key', { Key: 1 }],
    ['a date', new Date(0)],
    ['a bigint', 1n],
    ['undefined in a list', [undefined]],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson({ value })).toThrow(RangeError);
    expect(isBundleProfile(value)).toBe(false);
  });

  it('names the place of a refused value', () => {
    expect(() => canonicalJson({ items: [{ weight: 0.5 }, { weight: 1 / 3 }] })).toThrow('$.items.1.weight');
  });
});

interface Vector {
  input: string;
  canonical: string;
  sha256: string;
  profile: string;
}

describe('canonical JSON vectors', () => {
  it.each(readVectorLines<Vector>('canonical-json.jsonl'))('$input', (vector) => {
    const canonical = canonicalizeText(vector.input);

    expect(canonical).toBe(vector.canonical);
    expect(sha256Hex(canonical)).toBe(vector.sha256);
    if (vector.profile === 'bundle') {
      expect(canonicalizeText(JSON.stringify(JSON.parse(vector.input)))).toBe(canonical);
    }
    const parsed: unknown = JSON.parse(vector.input);
    if (isBundleProfile(parsed) && vector.profile === 'bundle') expect(canonicalJson(parsed)).toBe(canonical);
  });

  it.each(readVectorLines<{ input: string }>('canonical-json-reject.jsonl'))('refuses $input', ({ input }) => {
    expect(() => canonicalizeText(input)).toThrow(JsonSyntaxError);
  });
});
