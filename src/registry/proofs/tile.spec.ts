import { entryBundle, readTileLevel, readTilePlace, tilePath } from './tile';

describe('the address of a tile', () => {
  it.each([
    ['000', { index: 0, width: 256 }],
    ['067.p/12', { index: 67, width: 12 }],
    ['x001/x234/067', { index: 1_234_067, width: 256 }],
    ['x001/x234/067.p/255', { index: 1_234_067, width: 255 }],
    ['67', null],
    ['x001', null],
    ['x000/067', null],
    ['001/067', null],
    ['067.p/0', null],
    ['067.p/01', null],
    ['067.p/256', null],
    ['067.p', null],
    ['../067', null],
  ])('%s is %j', (path, place) => {
    expect(readTilePlace(path.split('/'))).toEqual(place);
    if (place !== null) expect(tilePath(place)).toBe(path);
  });

  it.each([
    ['0', 0],
    ['63', 63],
    ['64', null],
    ['01', null],
    ['entries', null],
    ['-1', null],
  ])('has level %s: %j', (text, level) => {
    expect(readTileLevel(text)).toBe(level);
  });
});

it('entries follow their lengths in bytes', () => {
  expect(entryBundle(['ab', 'é']).toString('hex')).toBe('000261620002c3a9');
  expect(
    entryBundle(['a'.repeat(300)])
      .subarray(0, 2)
      .toString('hex'),
  ).toBe('012c');
});
