import { parseInstantMillis } from './instant';

describe('parseInstantMillis', () => {
  it.each([
    ['2026-05-07', Date.UTC(2026, 4, 7)],
    ['2026-05-07T12:00:00Z', Date.UTC(2026, 4, 7, 12)],
    ['2026-05-07T12:00:00.123456Z', Date.UTC(2026, 4, 7, 12, 0, 0, 123)],
    ['2026-05-07T12:00:00+03:30', Date.UTC(2026, 4, 7, 8, 30)],
    ['2026-05-07T12:00:00 03:30', Date.UTC(2026, 4, 7, 8, 30)],
    ['2026-05-07T12:00:00-05:00', Date.UTC(2026, 4, 7, 17)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
  ])('reads %s', (text, millis) => {
    expect(parseInstantMillis(text)).toBe(millis);
  });

  it.each([
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-05-07T24:00:00Z',
    '2026-05-07T12:00:60Z',
    '2026-05-07T12:00:00',
    '2026-05-07 12:00:00Z',
    '2026-05-07T12:00Z',
    '1760000000',
    '1969-12-31T23:59:59Z',
    'yesterday',
    '',
  ])('refuses %j', (text) => {
    expect(parseInstantMillis(text)).toBeNull();
  });
});
