import { HISTORY_READ_HOURS, theaterHistory } from './theater-history';

const tally = (hoursAgo: number, n: number): number => n * 1000 + HISTORY_READ_HOURS - 1 - hoursAgo;

describe('the history of a theater', () => {
  it('counts hours and days up to now', () => {
    const { hours, days } = theaterHistory([tally(0, 3), tally(23, 2), tally(24, 7), tally(47, 1)]);

    expect(hours).toHaveLength(48);
    expect([hours.at(-1), hours.at(-24), hours.at(-25), hours[0]]).toEqual([3, 2, 7, 1]);
    expect(days).toHaveLength(35);
    expect(days.slice(-3)).toEqual([0, 8, 5]);
  });

  it('calls the median of the days before usual, from the first day that has reports', () => {
    const everyDay = Array.from({ length: 9 }, (_, index) => tally(24 * index + 1, index + 1));

    expect(theaterHistory(everyDay).usual).toBe(5.5);
    expect(theaterHistory(everyDay.slice(0, 5)).usual).toBeNull();
    expect(theaterHistory([]).usual).toBeNull();
  });
});
