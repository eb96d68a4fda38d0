import { ClockSkew } from './clock-skew';

describe('ClockSkew', () => {
  it('is unknown with fewer than three hosts', () => {
    const skew = new ClockSkew();
    skew.observe('a', 0, 0);
    skew.observe('a', 0, 0);
    skew.observe('b', 0, 0);

    expect(skew.medianMicros(500, 0)).toBeNull();
  });

  it('is the median of the hosts, so that one liar changes little', () => {
    const skew = new ClockSkew();
    skew.observe('a', 10_000, 0);
    skew.observe('b', 9_800, 0);
    skew.observe('liar', 99_999_000, 0);

    expect(skew.medianMicros(10_500, 0)).toBe(0);
  });

  it('takes the mean of the middle two of an even number', () => {
    const skew = new ClockSkew();
    for (const [host, offset] of [
      ['a', -4_000],
      ['b', 6_000],
      ['c', 8_000],
      ['d', 90_000],
    ] as const) {
      skew.observe(host, 100_000 - offset, 0);
    }

    expect(skew.medianMicros(100_500, 0)).toBe(7_000_000);
  });

  it('stays the same while both run on, and shows at once that our clock was set', () => {
    const skew = new ClockSkew();
    for (const host of ['a', 'b', 'c']) skew.observe(host, 10_000, 70);

    expect(skew.medianMicros(10_500, 70)).toBe(0);
    expect(skew.medianMicros(610_500, 600_070)).toBe(0);
    expect(skew.medianMicros(7_810_500, 600_070)).toBe(7_200_000_000);
    expect(skew.medianMicros(10_500, 600_070)).toBe(-600_000_000);
  });

  it('remembers the latest answer of each host, and only so many hosts', () => {
    const skew = new ClockSkew(3);
    skew.observe('old', -999_500, 0);
    for (const host of ['a', 'b', 'c']) skew.observe(host, -9_000, 0);
    for (const host of ['a', 'b', 'c']) skew.observe(host, -1_000, 0);

    expect(skew.medianMicros(500, 0)).toBe(1_000_000);
  });
});
