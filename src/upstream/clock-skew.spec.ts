import { ClockSkew } from './clock-skew';

describe('ClockSkew', () => {
  it('is unknown with fewer than three hosts', () => {
    const skew = new ClockSkew();
    skew.observe('a', 0, 500);
    skew.observe('a', 0, 500);
    skew.observe('b', 0, 500);

    expect(skew.medianMicros()).toBeNull();
  });

  it('is the median of the hosts, so that one liar changes little', () => {
    const skew = new ClockSkew();
    skew.observe('a', 10_000, 10_500);
    skew.observe('b', 10_000, 10_700);
    skew.observe('liar', 99_999_000, 10_000);

    expect(skew.medianMicros()).toBe(0);
  });

  it('takes the mean of the middle two of an even number', () => {
    const skew = new ClockSkew();
    for (const [host, offset] of [
      ['a', -4_000],
      ['b', 6_000],
      ['c', 8_000],
      ['d', 90_000],
    ] as const) {
      skew.observe(host, 100_000, 100_500 + offset);
    }

    expect(skew.medianMicros()).toBe(7_000_000);
  });

  it('remembers the latest answer of each host, and only so many hosts', () => {
    const skew = new ClockSkew(3);
    skew.observe('old', 0, 1_000_000);
    for (const host of ['a', 'b', 'c']) skew.observe(host, 0, 9_500);
    for (const host of ['a', 'b', 'c']) skew.observe(host, 0, 1_500);

    expect(skew.medianMicros()).toBe(1_000_000);
  });
});
