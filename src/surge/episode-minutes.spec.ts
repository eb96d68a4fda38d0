import { minuteCounts } from './episode-minutes';

describe('minuteCounts', () => {
  it('counts from the first minute to the last, silent ones included', () => {
    expect(minuteCounts([240_000, 119_999, 60_000, 180_000])).toEqual([
      { minute: 1, count: 2 },
      { minute: 2, count: 0 },
      { minute: 3, count: 1 },
      { minute: 4, count: 1 },
    ]);
  });

  it('lists a whole day of minutes, and not one more', () => {
    const begin = 1_000_000 * 60_000;

    expect(minuteCounts([begin, begin + 1_439 * 60_000])).toHaveLength(1_440);
    expect(minuteCounts([begin, begin + 1_440 * 60_000])).toHaveLength(2);
  });

  it('leaves out silent minutes of an episode that lasts for days, and has none of nothing', () => {
    expect(minuteCounts([0, 86_400_000 * 3])).toHaveLength(2);
    expect(minuteCounts([])).toEqual([]);
  });
});
