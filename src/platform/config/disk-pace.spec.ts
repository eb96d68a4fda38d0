import { daysLeft } from './data-folder.service';

const HOUR = 3_600_000;

describe('days until a disk is full', () => {
  it('follow from the growth since the start', () => {
    expect(daysLeft({ at: 0, freeBytes: 1_000 }, { at: 12 * HOUR, freeBytes: 900 })).toBe(4.5);
    expect(daysLeft({ at: 0, freeBytes: 1_000 }, { at: 6 * HOUR, freeBytes: 990 })).toBe(24.75);
  });

  it('are unknown before six hours, and where nothing was taken', () => {
    expect(daysLeft({ at: 0, freeBytes: 1_000 }, { at: 6 * HOUR - 1, freeBytes: 900 })).toBeNull();
    expect(daysLeft({ at: 0, freeBytes: 1_000 }, { at: 12 * HOUR, freeBytes: 1_000 })).toBeNull();
    expect(daysLeft({ at: 0, freeBytes: 1_000 }, { at: 12 * HOUR, freeBytes: 1_200 })).toBeNull();
  });
});
