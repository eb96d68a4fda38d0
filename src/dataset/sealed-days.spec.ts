import { expiredDates, RECENT_DAYS } from './sealed-days';

const from = (first: string, days: number): string[] =>
  Array.from({ length: days }, (_, day) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + day * 86_400_000).toISOString().slice(0, 10),
  );

describe('sealed days', () => {
  it('are all kept for a month', () => {
    expect(expiredDates(from('2026-05-07', RECENT_DAYS))).toEqual([]);
  });

  it('leave the last of each month when they are older', () => {
    const dates = from('2026-01-01', 120);
    const kept = dates.filter((date) => !expiredDates(dates).includes(date));

    expect(kept.slice(0, -RECENT_DAYS)).toEqual(['2026-01-31', '2026-02-28']);
    expect(kept.slice(-RECENT_DAYS)).toEqual(dates.slice(-RECENT_DAYS));
  });

  it('leave the last there was, where a month ends without one, in any order', () => {
    const dates = ['2025-03-09', '2025-02-10', '2025-02-11', ...from('2026-01-01', RECENT_DAYS)];

    expect(expiredDates(dates)).toEqual(['2025-02-10']);
  });
});
