import { seededRandom } from '../../../bench/support/seeded-random';
import { HOUR_MS } from '../../platform/common/durations';
import { simulateMonth, type MonthOptions } from '../../../test/support/forecast-month';
import type { Candidate } from './candidate';
import type { Wanted } from './due';
import { DAY_SPENT, SHARE_SPENT, shareCalls, TICK_SPENT } from './shares';

/** Maximum wait of an open market in repeat intervals while there is budget. */
const LONGEST_WAIT_REPEATS = 3;

const SEED = 20260507;

const month = (options: Partial<MonthOptions> = {}) =>
  simulateMonth({
    markets: 120,
    callsPerDay: 200,
    callsPerTick: 10,
    repeatHours: 24,
    days: 16,
    alertsPerDay: 6,
    random: seededRandom(SEED),
    ...options,
  });

describe(`days of 120 markets and 200 calls a day (seed ${SEED})`, () => {
  const figures = month();

  it('leaves no open market waiting for more than three repeats', () => {
    expect(figures.longestWaitHours).toBeLessThanOrEqual(24 * LONGEST_WAIT_REPEATS);
  });

  it('gives half of the calls to those that wait, and most of the rest to surges', () => {
    expect(figures.share.schedule).toBeGreaterThan(0.4);
    expect(figures.share.price_move).toBeLessThanOrEqual(0.26);
    expect(figures.mostCallsInADay).toBeLessThanOrEqual(200);
  });

  it("asks about an alert's markets at once", () => {
    expect(figures.alertMinutes.p50).toBe(0);
    expect(figures.alertMinutes.p90).toBeLessThanOrEqual(20);
  });

  it('never asks past a deadline', () => {
    expect(figures.callsPastDeadline).toBe(0);
  });

  it('keeps its promises with three times as many markets than it can ask daily, as far as they go', () => {
    const crowded = month({ markets: 434, days: 7 });
    expect(crowded.share.schedule + crowded.share.surge).toBeGreaterThanOrEqual(0.5);
    // 434 markets at 200 calls a day: two and a half days without other calls.
    expect(crowded.longestWaitHours).toBeLessThanOrEqual(24 * 5);
    expect(crowded.alertMinutes.p90).toBeLessThanOrEqual(24 * 60);
  });

  it('makes good for a day without the model', () => {
    const from = Date.UTC(2026, 3, 10);
    const away = month({ days: 13, reachable: (now) => now < from || now >= from + 24 * HOUR_MS });
    expect(away.longestWaitHours).toBeLessThanOrEqual(24 * (LONGEST_WAIT_REPEATS + 1));
  });
});

describe('shareCalls', () => {
  const wanted = (trigger: Wanted['trigger'], n: number): Wanted[] =>
    Array.from({ length: n }, () => ({ candidate: { market: {} } as Candidate, trigger }));
  const none = { all: 0, schedule: 0, surge: 0, price_move: 0 };
  const count = (calls: readonly (readonly Wanted[])[], trigger: string): number =>
    calls.flat().filter((one) => one.trigger === trigger).length;

  it('splits a tick between a surge and those who wait', () => {
    const due = { schedule: wanted('schedule', 20), surge: wanted('surge', 20), price_move: wanted('price_move', 5) };
    const { calls, waiting } = shareCalls(due, none, 60, {
      perDay: 200,
      perTick: 10,
      dayPart: 0.5,
      marketsPerCall: 1,
    });
    expect([count(calls, 'surge'), count(calls, 'schedule')]).toEqual([5, 5]);
    expect(waiting).toHaveLength(35);
    expect(waiting[0]?.reason).toBe(TICK_SPENT);
  });

  it('keeps the half of the day that those who wait will need', () => {
    const due = { schedule: [], surge: wanted('surge', 8), price_move: wanted('price_move', 8) };
    const used = { all: 90, schedule: 0, surge: 60, price_move: 30 };
    const { calls, waiting } = shareCalls(due, used, 120, {
      perDay: 200,
      perTick: 100,
      dayPart: 0.5,
      marketsPerCall: 1,
    });
    // 110 are left, of which 100 are reserved.
    expect([count(calls, 'surge'), count(calls, 'price_move')]).toEqual([8, 2]);
    expect(waiting[0]?.reason).toBe(SHARE_SPENT);
  });

  it('keeps nothing back that nobody will need, but bounds price moves', () => {
    const due = { schedule: [], surge: [], price_move: wanted('price_move', 90) };
    const { calls } = shareCalls(due, none, 0, {
      perDay: 200,
      perTick: 100,
      dayPart: 0.5,
      marketsPerCall: 1,
    });
    expect(count(calls, 'price_move')).toBe(50);
  });

  it('asks nobody when the day is spent', () => {
    const due = { schedule: wanted('schedule', 1), surge: [], price_move: [] };
    const { calls, waiting } = shareCalls(due, { ...none, all: 200 }, 1, {
      perDay: 200,
      perTick: 10,
      dayPart: 0.5,
      marketsPerCall: 1,
    });
    expect(calls).toEqual([]);
    expect(waiting[0]?.reason).toBe(DAY_SPENT);
  });

  it('includes the due markets of an event, and charges one call to the first', () => {
    const of = (trigger: Wanted['trigger'], event: string | null, ticker: string): Wanted => ({
      candidate: { market: { exchange: 'kalshi', event, ticker } } as unknown as Candidate,
      trigger,
    });
    const due = {
      schedule: [
        of('schedule', 'A', 'a1'),
        of('schedule', null, 'b'),
        of('schedule', null, 'c'),
        of('schedule', 'A', 'a2'),
      ],
      surge: [of('surge', 'A', 'a3'), of('surge', 'D', 'd1')],
      price_move: [of('price_move', 'A', 'a4'), of('price_move', 'D', 'd2')],
    };
    const { calls, waiting } = shareCalls(due, none, 4, { perDay: 200, perTick: 4, dayPart: 0.5, marketsPerCall: 3 });

    const tickers = (list: readonly Wanted[]): string[] => list.map(({ candidate }) => candidate.market.ticker);
    // Calls of surges first, with waiting markets of their event; markets without an event stay alone.
    expect(calls.map(tickers)).toEqual([['a3', 'a1', 'a2'], ['d1', 'd2'], ['b'], ['c']]);
    expect(tickers(waiting.map(({ wanted }) => wanted))).toEqual(['a4']);
  });
});
