import { namesTag, readRange } from './byte-range';

describe('a range of a file of ten bytes', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 10 }],
    ['bytes=4-', { start: 4, end: 10 }],
    ['bytes=4-5', { start: 4, end: 6 }],
    ['bytes=9-99', { start: 9, end: 10 }],
    ['bytes=-3', { start: 7, end: 10 }],
    ['bytes=-99', { start: 0, end: 10 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    [undefined, null],
    ['bytes=5-4', null],
    ['bytes=0-1,3-4', null],
    ['bytes=-', null],
    ['lines=0-1', null],
    ['bytes=1e3-', null],
  ])('%s is %j', (header, range) => {
    expect(readRange(header, 10)).toEqual(range);
  });
});

describe('a list of tags', () => {
  it('names a tag that it has, and no weak one', () => {
    expect(namesTag('"a", "b"', '"b"')).toBe(true);
    expect(namesTag('*', '"b"')).toBe(true);
    expect(namesTag('W/"b"', '"b"')).toBe(false);
    expect(namesTag(undefined, '"b"')).toBe(false);
  });
});
