import { parseAge } from './age';

describe('parseAge', () => {
  it.each([
    ['36h', 36 * 3_600_000],
    ['180d', 180 * 86_400_000],
    ['2w', 14 * 86_400_000],
  ])('reads %s', (text, ms) => {
    expect(parseAge('--older-than', text)).toBe(ms);
  });

  it.each(['', '0d', '180', '1.5d', '-3d', '1y', '999999d'])('refuses %j with the expected form', (text) => {
    expect(() => parseAge('--older-than', text)).toThrow(
      `--older-than must be an age in hours, days or weeks, such as 36h, 180d or 52w; it is "${text}"`,
    );
  });
});
