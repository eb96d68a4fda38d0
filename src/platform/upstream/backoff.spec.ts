import { askedMs, backoffMs, retryAfterMs } from './backoff';

describe('backoffMs', () => {
  const policy = { baseMs: 1_000, capMs: 10_000 };

  it.each([
    [1, 0, 500],
    [1, 0.999999, 1_000],
    [2, 0, 1_000],
    [3, 0.5, 3_000],
    [9, 0, 5_000],
    [1_000, 0.999999, 10_000],
  ])('waits for retry %d with chance %d: %d ms', (attempt, random, expected) => {
    expect(backoffMs(attempt, policy, random)).toBe(expected);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-05-07T10:00:00Z');

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['999999999', 86_400_000],
    ['Thu, 07 May 2026 10:00:30 GMT', 30_000],
    ['Thu, 07 May 2026 09:00:00 GMT', 0],
    ['Thu, 07 May 2099 09:00:00 GMT', 86_400_000],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['2026', 2_026_000],
    ['May 7', null],
  ])('reads %p as %p', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  it('is null without the header', () => {
    expect(retryAfterMs(undefined, now)).toBeNull();
  });
});

describe('askedMs', () => {
  const now = Date.parse('2026-05-07T10:00:00Z');
  const inSeconds = (seconds: number): string => String(now / 1000 + seconds);

  it.each([
    [429, { 'x-rate-limit-reset': inSeconds(120) }, 120_000],
    [429, { 'x-rate-limit-reset': '90' }, 90_000],
    [429, { 'x-rate-limit-reset': inSeconds(-5) }, 0],
    [429, { 'retry-after': '7', 'x-rate-limit-reset': inSeconds(120) }, 7_000],
    // Sent with every response; it only counts with a 429.
    [503, { 'x-rate-limit-reset': inSeconds(120) }, null],
    [429, { 'x-rate-limit-reset': 'soon' }, null],
    [429, {}, null],
  ])('reads %d with %p as %p', (status, headers: Record<string, string>, expected) => {
    expect(askedMs(status, (name) => headers[name], now)).toBe(expected);
  });
});
