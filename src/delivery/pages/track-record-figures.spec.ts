import { copiedAt } from './record-line';
import { copiesWords } from './registry-page';
import { worstDrawdown } from './track-record-figures';

describe('the worst way down', () => {
  it('runs from a high to the lowest point before the next high', () => {
    const values = [0, 50, 20, 40, -10, 60, 45];
    const points = values.map((value, at) => ({ at, value }));

    expect(worstDrawdown(points)).toEqual({ span: [1, 4], lost: 60 });
  });

  it('is none where nothing was lost', () => {
    expect(
      worstDrawdown([
        { at: 0, value: 1 },
        { at: 1, value: 2 },
      ]),
    ).toBeNull();
  });
});

describe('what is said of copies outside', () => {
  it.each([
    [0, 35, null, false, 'No day has a copy in the web archive yet.'],
    [0, 35, 'no keys', false, 'No copies are asked for now: no keys.'],
    [1, 35, null, false, '1 day of them is copied to the web archive.'],
    [34, 35, 'no keys', false, '34 days of them are copied to the web archive. No copies are asked for now: no keys.'],
    [35, 35, null, false, 'All days are copied to the web archive.'],
    [1, 1, null, false, 'The day is copied to the web archive.'],
    [0, 35, null, true, 'The web archive of this demo is invented: no copy in it is counted.'],
  ])('of %d of %d days is true', (copied, days, off, demo, words) => {
    expect(copiesWords(copied, days, off, demo)).toBe(words);
  });

  it('is dated by the address of the copy', () => {
    const address = 'https://web.archive.org/web/20261119001400/https://v.example/api/registry/2026-11-18.json';

    expect(copiedAt(address)).toBe('2026-11-19T00:14:00.000000Z');
    expect(copiedAt(null)).toBeNull();
  });
});
