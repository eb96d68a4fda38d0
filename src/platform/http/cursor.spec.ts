import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor';
import { ProblemException } from './problem';

const shape = ['integer', 'string'] as const;
const decode = (cursor: string): unknown => decodeCursor('events', shape, cursor);
const problemOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemException) return error.type;
    throw error;
  }
  return 'none';
};

describe('cursor', () => {
  it('decodes any position that it encoded', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.string({ unit: 'binary', maxLength: 40 }), (at, id) => {
        expect(decode(encodeCursor('events', [at, id]))).toEqual([at, id]);
      }),
    );
  });

  it('is null when none was given, which is not the empty text', () => {
    expect(decodeCursor('events', shape, undefined)).toBeNull();
    expect(problemOf(() => decode(''))).toBe('bad-cursor');
  });

  it('is refused after any one character was changed, added or taken away', () => {
    const cursor = encodeCursor('events', [1_760_000_000_000, 'c0ffee']);

    for (let index = 0; index < cursor.length; index++) {
      const other = cursor[index] === 'A' ? 'B' : 'A';
      const changed = cursor.slice(0, index) + other + cursor.slice(index + 1);
      const shorter = cursor.slice(0, index) + cursor.slice(index + 1);
      expect(problemOf(() => decode(changed))).toBe('bad-cursor');
      expect(problemOf(() => decode(shorter))).toBe('bad-cursor');
    }
    expect(problemOf(() => decode(`${cursor}A`))).toBe('bad-cursor');
  });

  it.each([
    ['another listing', encodeCursor('alerts', [1, 'a'])],
    ['other types', encodeCursor('events', ['1', 'a'])],
    ['fewer values', encodeCursor('events', [1])],
    ['more values', encodeCursor('events', [1, 'a', 'b'])],
    ['a fraction where an integer belongs', encodeCursor('events', [1.5, 'a'])],
    ['a length beyond the limit', encodeCursor('events', [1, 'a'.repeat(600)])],
    ['characters outside base64url', '<script>'],
    ['a path', '../../etc/passwd'],
  ])('is refused with %s', (_name, cursor) => {
    expect(problemOf(() => decode(cursor))).toBe('bad-cursor');
  });
});
