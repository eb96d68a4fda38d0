import { nextMadeAt } from './made-at';

describe('nextMadeAt', () => {
  it('is now while the clock runs on', () => {
    expect(nextMadeAt(2_000, 1_000)).toBe(2_000);
    expect(nextMadeAt(2_000, null)).toBe(2_000);
  });

  it('is a microsecond after the last when the clock stands still or was set back', () => {
    expect(nextMadeAt(1_000, 1_000)).toBe(1_001);
    expect(nextMadeAt(0, 7_200_000_000)).toBe(7_200_000_001);
  });
});
