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
    expect(worstDrawdown([{ at: 0, value: 1 }, { at: 1, value: 2 }])).toBeNull(); // prettier-ignore
  });
});

describe('what is said of copies outside', () => {
  it.each([
    [0, 35, false, 'no copy in the web archive yet'],
    [0, 35, true, 'not copied to the web archive'],
    [1, 35, false, '1 day of them is copied to the web archive'],
    [34, 35, false, '34 days of them are copied to the web archive'],
    [35, 35, false, 'all are copied to the web archive'],
    [1, 1, false, 'it is copied to the web archive'],
  ])('of %d of %d days is true', (copied, days, off, words) => {
    expect(copiesWords(copied, days, off)).toBe(words);
  });

  it('is dated by the address of the copy', () => {
    const address = 'https://web.archive.org/web/20261119001400/https://v.example/api/registry/2026-11-18.json'; // prettier-ignore

    expect(copiedAt(address)).toBe('2026-11-19T00:14:00.000000Z');
    expect(copiedAt(null)).toBeNull();
  });
});
