import {
  embeddedListOf,
  httpUrlOf,
  idOf,
  microsOf,
  microsOfMillis,
  microsOfSeconds,
  numberOf,
  readJson,
  readJsonLines,
  textOf,
  timestampOf,
  unitOf,
  UnreadableError,
} from './foreign-json';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('microsOf', () => {
  it.each([
    ['2026-03-19T23:20:15Z', '2026-03-19T23:20:15.000000Z'],
    ['2026-03-19 23:20:15+00', '2026-03-19T23:20:15.000000Z'],
    ['2026-08-08T22:57:45.764968Z', '2026-08-08T22:57:45.764968Z'],
    ['2026-11-02T06:25:31+02:00', '2026-11-02T04:25:31.000000Z'],
    ['2026-11-02T06:25:31-0330', '2026-11-02T09:55:31.000000Z'],
    ['2026-11-02T06:25', '2026-11-02T06:25:00.000000Z'],
    ['2026-11-02', '2026-11-02T00:00:00.000000Z'],
    ['2019-07-31 12:26:15 UTC', '2019-07-31T12:26:15.000000Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(timestampOf(microsOf(text))).toBe(instant);
  });

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z', '2026-02-30', '2026-11-02T25:00:00Z', 'soon', '', null, 5])(
    'reads no instant from %p',
    (value) => {
      expect(microsOf(value)).toBeNull();
    },
  );

  it('keeps the microseconds of a count of seconds, and drops counts that mean never', () => {
    expect(microsOfSeconds(1738444542.269979)).toBe(1_738_444_542_269_979);
    expect(microsOfMillis(253_402_300_799_000)).toBeNull();
    expect(microsOfMillis('1778997825875')).toBe(1_778_997_825_875_000);
  });
});

describe('readers of single values', () => {
  it.each([
    ['0.5600', 0.56],
    ['-37.63', -37.63],
    [' 5 ', 5],
    ['1e3', 1000],
    ['', null],
    ['N/A', null],
    ['0x10', null],
    ['12,5', null],
    [NaN, null],
    [null, null],
    [true, null],
  ])('numberOf(%p) is %p', (value, number) => {
    expect(numberOf(value)).toBe(number);
  });

  it.each([
    [1.000000000000004, 1],
    [-1e-12, 0],
    [1.01, null],
    ['0.3', 0.3],
  ])('unitOf(%p) is %p', (value, unit) => {
    expect(unitOf(value)).toBe(unit);
  });

  it.each([
    ['["Yes", "No"]', ['Yes', 'No']],
    [['a'], ['a']],
    ['[broken', null],
    ['{"a":1}', null],
    [null, null],
  ])('embeddedListOf(%p) is %p', (value, list) => {
    expect(embeddedListOf(value)).toEqual(list);
  });

  it.each([
    ['https://example.org/a?b=1', 'https://example.org/a?b=1'],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['/relative', null],
  ])('httpUrlOf(%p) is %p', (value, url) => {
    expect(httpUrlOf(value)).toBe(url);
  });

  it('reads ids as text or whole numbers, and text only as text', () => {
    expect([idOf(29783), idOf(' a '), idOf(1.5), textOf(5), textOf('  ')]).toEqual(['29783', 'a', null, null, null]);
  });
});

describe('readJson', () => {
  it('drops a byte order mark', () => {
    expect(readJson(bytes('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });

  it.each([
    ['', /empty/],
    ['<html>', /HTML or XML/],
    ['{"a":', /Not JSON/],
    ['['.repeat(101), /nested more than 100 deep/],
    ['{"a":'.repeat(101), /nested more than 100 deep/],
    [`["\\\\",${'['.repeat(100)}`, /nested more than 100 deep/],
  ])('states why %p is not JSON', (text, reason) => {
    expect(() => readJson(bytes(text))).toThrow(UnreadableError);
    expect(() => readJson(bytes(text))).toThrow(reason);
  });

  it('counts neither brackets in texts nor those that are closed', () => {
    const text = `["${'['.repeat(200)}\\"${'{'.repeat(200)}", ${'[],'.repeat(200)} ${'['.repeat(99)}${']'.repeat(99)}]`;

    expect(readJson(bytes(text))).toHaveLength(202);
  });

  it('does not repeat a hostile document in its reason', () => {
    const secret = 'x'.repeat(40);
    let message = '';
    try {
      readJson(bytes(`["${secret}" ${secret}`));
    } catch (error) {
      message = (error as Error).message;
    }

    expect(message).toMatch(/^Not JSON: /);
    expect(message).not.toContain(secret);
  });
});

describe('readJsonLines', () => {
  it('reads one document, many lines, and counts the lines that are not JSON', () => {
    expect(readJsonLines(bytes('[1,2]'))).toEqual({ values: [[1, 2]], badLines: 0 });
    expect(readJsonLines(bytes('{"a":1}\r\n\n{"a":2}\n{"a'))).toEqual({
      values: [{ a: 1 }, { a: 2 }],
      badLines: 1,
    });
    expect(() => readJsonLines(bytes('no\nJSON'))).toThrow(UnreadableError);
    expect(readJsonLines(bytes(`{"a":1}\n${'['.repeat(101)}${']'.repeat(101)}`))).toEqual({
      values: [{ a: 1 }],
      badLines: 1,
    });
  });
});
