import { ClockSkew, clockWrong } from './clock-skew';

describe('ClockSkew', () => {
  it('is unknown with fewer than three hosts', () => {
    const skew = new ClockSkew();
    skew.observe('a', 0, 0, 0);
    skew.observe('a', 0, 0, 0);
    skew.observe('b', 0, 0, 0);

    expect(skew.medianMicros(500, 0)).toBeNull();
  });

  it('is the median of the hosts, so that one liar changes little', () => {
    const skew = new ClockSkew();
    skew.observe('a', 10_000, 0, 0);
    skew.observe('b', 9_800, 0, 0);
    skew.observe('liar', 99_999_000, 0, 0);

    expect(skew.medianMicros(10_500, 0)).toBe(0);
  });

  it('takes the mean of the middle two of an even number', () => {
    const skew = new ClockSkew();
    for (const [host, date] of [
      ['a', 104_000],
      ['b', 94_000],
      ['c', 92_000],
      ['d', 10_000],
    ] as const) {
      skew.observe(host, date, 0, 0);
    }

    // 5,000 ms after the second that begins at 94,000, and 7,000 after that of 92,000.
    expect(skew.medianMicros(100_000, 0)).toBe(6_000_000);
  });

  it('stays the same while both run on, and shows at once that our clock was set', () => {
    const skew = new ClockSkew();
    for (const host of ['a', 'b', 'c']) skew.observe(host, 10_000, 70, 70);

    expect(skew.medianMicros(10_500, 70)).toBe(0);
    expect(skew.medianMicros(610_500, 600_070)).toBe(0);
    expect(skew.medianMicros(7_811_000, 600_070)).toBe(7_200_000_000);
    expect(skew.medianMicros(10_000, 600_070)).toBe(-600_000_000);
  });

  it('ignores an answer that took long, whichever end of it the time is from', () => {
    for (const date of [10_000, 24_000, 39_000]) {
      const skew = new ClockSkew();
      for (const host of ['a', 'b', 'c']) skew.observe(host, date, 0, 30_000);

      expect(skew.medianMicros(40_000, 30_000)).toBe(0);
    }
  });

  it('remembers the latest answer of each host, and only so many hosts', () => {
    const skew = new ClockSkew(3);
    skew.observe('old', -999_500, 0, 0);
    for (const host of ['a', 'b', 'c']) skew.observe(host, -9_000, 0, 0);
    for (const host of ['a', 'b', 'c']) skew.observe(host, -2_000, 0, 0);

    expect(skew.medianMicros(0, 0)).toBe(1_000_000);
  });
});

describe('clockWrong', () => {
  it('states the difference above five seconds where it is known', () => {
    expect([null, 0, 5_000_000, -5_000_000].map(clockWrong)).toEqual([null, null, null, null]);
    expect([5_000_001, -7_200_000_000].map((skew) => clockWrong(skew)?.message)).toEqual([
      "This machine's clock is 5 s ahead of the upstreams' clocks.",
      "This machine's clock is 7200 s behind the upstreams' clocks.",
    ]);
  });
});
