import { minuteCounts } from './episode-minutes';

describe('minuteCounts', () => {
  it('counts from the first minute to the last, silent ones included', () => {
    expect(minuteCounts([60_000, 119_999, 180_000])).toEqual([
      { minute: 1, count: 2 },
      { minute: 2, count: 0 },
      { minute: 3, count: 1 },
    ]);
  });

  it('leaves out silent minutes of an episode that lasts for days, and has none of nothing', () => {
    expect(minuteCounts([0, 86_400_000 * 3])).toHaveLength(2);
    expect(minuteCounts([])).toEqual([]);
  });
});
