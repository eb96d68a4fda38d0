import fc from 'fast-check';
import { readVectors } from '../../../test/support/vectors';
import { daysBetween, formatMicros, isUtcDate, nextDate, parseMicros, startOfDay, utcDate } from './utc-time';

describe('formatMicros and parseMicros', () => {
  it('are inverse to each other, and order as texts as they do as times', () => {
    const instant = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

    fc.assert(
      fc.property(instant, instant, (left, right) => {
        expect(parseMicros(formatMicros(left))).toBe(left);
        expect(formatMicros(left) < formatMicros(right)).toBe(left < right);
      }),
    );
  });

  it.each([
    '2026-05-07T00:00:00Z',
    '2026-05-07T00:00:00.000Z',
    '2026-05-07T24:00:00.000000Z',
    '2026-02-30T00:00:00.000000Z',
    '2026-13-01T00:00:00.000000Z',
    '2026-05-07T23:59:60.000000Z',
    '2026-05-07T00:00:00.000000+00:00',
    ' 2026-05-07T00:00:00.000000Z',
    '1969-12-31T23:59:59.999999Z',
  ])('does not read %s', (text) => {
    expect(parseMicros(text)).toBeNull();
  });

  it.each([-1, 0.5, NaN, 2 ** 53])('does not write %d', (micros) => {
    expect(() => formatMicros(micros)).toThrow(RangeError);
  });
});

describe('days', () => {
  it('follow each other over leap days and years', () => {
    expect([nextDate('2028-02-28'), nextDate('2026-02-28'), nextDate('2026-12-31')]).toEqual([
      '2028-02-29',
      '2026-03-01',
      '2027-01-01',
    ]);
  });

  it('begin at midnight and end a microsecond before the next', () => {
    const start = startOfDay('2026-05-07');

    expect(utcDate(start)).toBe('2026-05-07');
    expect(utcDate(start - 1)).toBe('2026-05-06');
  });

  it.each(['2026-02-29', '2026-5-7', '20260507', ''])('%j is not one', (text) => {
    expect(isUtcDate(text)).toBe(false);
  });
});

describe('daysBetween', () => {
  it('counts to a millionth of a day, half up', () => {
    expect(daysBetween(0, 86_400_000_000)).toBe(1);
    expect(daysBetween(0, 43_200)).toBe(0.000001);
    expect(daysBetween(0, 43_199)).toBe(0);
  });
});

describe('times vectors', () => {
  const vectors = readVectors<{
    micros_to_iso: { us: number; iso: string }[];
    days: { made_at: string; resolved_at: string; micros: number; days_to_resolution: number }[];
  }>('times.json');

  it.each(vectors.micros_to_iso)('$us is $iso', ({ us, iso }) => {
    expect(formatMicros(us)).toBe(iso);
    expect(parseMicros(iso)).toBe(us);
  });

  it.each(vectors.days)('$made_at to $resolved_at', (row) => {
    const from = parseMicros(row.made_at) ?? NaN;
    const to = parseMicros(row.resolved_at) ?? NaN;

    expect(to - from).toBe(row.micros);
    expect(daysBetween(from, to)).toBe(row.days_to_resolution);
  });
});
