import { HOUR_MS } from '../platform/common/durations';
import { WINDOW_MS } from './baseline';
import { timelyOf } from './evaluate';
import { fullestWindow, judge, unlikelyCount, type SurgeItem } from './surge-rule';

const NOON = Date.UTC(2026, 4, 7, 12);
const MINUTE = 60_000;
const POLL_MS = 10 * MINUTE;

const item = (id: string, at: number, given: Partial<SurgeItem> = {}): SurgeItem => ({
  id,
  at,
  firstSeenAt: at,
  publishedAt: at,
  family: id,
  ...given,
});

/** `n` items, spread over the four minutes before `end`. */
const spread = (n: number, end: number): SurgeItem[] =>
  Array.from({ length: n }, (_, k) => item(`${end}-${k}`, end - Math.floor((k * 4 * MINUTE) / n)));

describe('judge', () => {
  const baseline = (rate: number, hours = 168) => ({ rate, busyRate: rate, hours });
  const window = (n: number, families = 3) => ({ items: spread(n, NOON), families });

  it('asks for three times the baseline, not a hair less', () => {
    // At 100 per five minutes three times as many cannot be chance.
    expect(judge(window(300), baseline(100)).surging).toBe(true);
    expect(judge(window(299), baseline(100)).surging).toBe(false);
    expect(judge(window(299), baseline(100)).ratio).toBe(2.99);
  });

  it('takes three times a rate that has no exact binary form', () => {
    expect(judge(window(30), { rate: 10.000000000000002, busyRate: 0, hours: 168 }).surging).toBe(true);
  });

  it('requires more than chance at a low baseline', () => {
    // A Poisson volume of 1 reaches 6 with 5.9e-4 and 7 with 8.3e-5.
    expect(unlikelyCount(1)).toBe(7);
    expect(judge(window(6), baseline(1)).surging).toBe(false);
    expect(judge(window(7), baseline(1)).surging).toBe(true);
  });

  it('keeps an open alert open at two thirds of that, under the same conditions', () => {
    expect(judge(window(200), baseline(100))).toMatchObject({ surging: false, lasting: true });
    expect(judge(window(199), baseline(100)).lasting).toBe(false);
    expect(judge(window(200), { rate: 100.00000000000001, busyRate: 0, hours: 168 }).lasting).toBe(true);
    expect(judge(window(200, 1), baseline(100)).lasting).toBe(false);
  });

  it('asks five items of a cluster that is usually silent, and has no ratio for it', () => {
    expect(judge(window(4), baseline(0)).surging).toBe(false);
    expect(judge(window(5), baseline(0))).toMatchObject({ surging: true, ratio: null });
  });

  it('asks for two publisher families', () => {
    expect(judge(window(300, 1), baseline(10)).surging).toBe(false);
    expect(judge(window(300, 2), baseline(10)).surging).toBe(true);
  });

  it('asks for a day of baseline', () => {
    expect(judge(window(300), baseline(10, 23)).surging).toBe(false);
    expect(judge(window(300), baseline(10, 24)).surging).toBe(true);
  });
});

describe('unlikelyCount', () => {
  it('grows with the rate, and far out stays below three times it', () => {
    let last = 0;
    for (let rate = 0; rate <= 1_000; rate += 0.5) {
      const count = unlikelyCount(rate);
      expect(count).toBeGreaterThanOrEqual(last);
      if (rate >= 10) expect(count).toBeLessThanOrEqual(3 * rate + 1);
      last = count - 4;
    }
  });
});

describe('fullestWindow', () => {
  it('holds items later than its start and not later than its end, to the millisecond', () => {
    const items = [item('a', NOON - WINDOW_MS), item('b', NOON - WINDOW_MS + 1), item('c', NOON)];

    expect(fullestWindow(items, NOON - 1, NOON, timelyOf(POLL_MS))?.items.map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('finds the fullest five minutes that end since the last poll', () => {
    const items = [
      ...spread(3, NOON - 9.5 * MINUTE),
      ...spread(5, NOON - 3 * MINUTE),
      ...spread(9, NOON - 20 * MINUTE),
    ];
    const found = fullestWindow(items, NOON - POLL_MS, NOON, timelyOf(POLL_MS));
    expect(found).toMatchObject({ end: NOON - 3 * MINUTE, start: NOON - 8 * MINUTE });
  });

  it('excludes late items, items without their own time, and future ones', () => {
    const at = NOON - MINUTE;
    const items = [
      item('late', at, { firstSeenAt: at + timelyOf(POLL_MS) + 1 }),
      item('undated', at, { publishedAt: null }),
      item('future', at, { publishedAt: at + HOUR_MS }),
      item('good', at),
    ];
    expect(fullestWindow(items, NOON - POLL_MS, NOON, timelyOf(POLL_MS))?.items).toEqual([items[3]]);
  });

  it('accepts an item at the limits of lateness and earliness', () => {
    const at = NOON - MINUTE;
    const items = [
      item('late', at, { firstSeenAt: at + timelyOf(POLL_MS) }),
      item('clamped', at, { publishedAt: at + MINUTE }),
    ];

    expect(fullestWindow(items, NOON - POLL_MS, NOON, timelyOf(POLL_MS))?.items).toHaveLength(2);
  });

  it('takes the fullest of several windows, the first of equal ones, and its items in order', () => {
    const at = (minute: number, ...ids: string[]): SurgeItem[] => ids.map((id) => item(id, NOON - minute * MINUTE));
    const idsIn = (items: readonly SurgeItem[]): string[] | undefined =>
      fullestWindow(items, NOON - 15 * MINUTE, NOON, timelyOf(POLL_MS))?.items.map(({ id }) => id);

    expect(idsIn([...at(1, 'z'), ...at(10, 'c', 'a', 'b'), ...at(0, 'y')])).toEqual(['a', 'b', 'c']);
    expect(idsIn([...at(1, 'z', 'y'), ...at(10, 'b', 'a')])).toEqual(['a', 'b']);
  });

  it('leaves out windows that ended before, and items to come', () => {
    const items = [item('before', NOON - POLL_MS), item('now', NOON), item('to come', NOON + 1)];
    const inTime = (some: readonly SurgeItem[]): string[] | undefined =>
      fullestWindow(some, NOON - POLL_MS, NOON, timelyOf(POLL_MS))?.items.map(({ id }) => id);

    expect(inTime(items)).toEqual(['now']);
    expect(inTime(items.slice(0, 1))).toBeUndefined();
  });

  it('is null without items', () => {
    expect(fullestWindow([], 0, NOON, timelyOf(POLL_MS))).toBeNull();
  });
});
