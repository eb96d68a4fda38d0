import { holdsOn, isPartialDate, isReversed } from './partial-date';

describe('isPartialDate', () => {
  it.each(['1949', '2026', '2026-03', '2026-03-31', '2024-02-29'])('accepts %s', (text) => {
    expect(isPartialDate(text)).toBe(true);
  });

  it.each(['', '26', '0026', '2026-', '2026-13', '2026-02-30', '2026-3', '2026-03-01T00', 'soon'])(
    'refuses "%s"',
    (text) => {
      expect(isPartialDate(text)).toBe(false);
    },
  );
});

describe('holdsOn', () => {
  it.each([
    [null, null, '2026-03-15', true],
    ['2026-03', null, '2026-03-01', true],
    ['2026-03', null, '2026-02-28', false],
    ['2026-03-02', null, '2026-03-01', false],
    [null, '2026-03', '2026-03-31', true],
    [null, '2026-03', '2026-04-01', false],
    [null, '2026-03-15', '2026-03-16', false],
    ['2024', '2026', '2025-12-31', true],
    ['2024', null, '2024-12-31', false],
    ['2024', '2025', '2025-01-01', false],
    ['2024', '2025', '2026-01-01', false],
  ])('a span from %s to %s on %s: %s', (since, until, day, holds) => {
    expect(holdsOn({ since, until }, day)).toBe(holds);
  });
});

describe('isReversed', () => {
  it.each([
    ['2026-03', '2026', false],
    ['2026', '2026-03', false],
    ['2026-03', '2025-12-31', true],
    ['2026', '2025', true],
    ['2026', null, false],
  ])('from %s to %s: %s', (since, until, reversed) => {
    expect(isReversed({ since, until })).toBe(reversed);
  });
});
