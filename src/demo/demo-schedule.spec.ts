import { demoTicks, TICK_DAYS } from './demo-schedule';
import { SampleTime, type SampleWorld } from './sample-world';

const DAY = 86_400_000;
const world: SampleWorld = {
  synthetic: true,
  epoch: '2026-01-05T00:00:00.000Z',
  history_days: 10,
  total_days: 12,
  surges_at: ['2026-01-08T15:00:00.000Z'],
  faults: {},
};

const tickInstants = (...of: Parameters<typeof demoTicks>): number[] => demoTicks(...of).map(({ at }) => at);

describe('the ticks of the past', () => {
  const time = SampleTime.endingAt(world, Date.UTC(2027, 0, 1, 9, 30));

  it('rises, stays within its bounds and ends at the present', () => {
    const until = time.start + 10 * DAY;
    const instants = tickInstants(world, time, time.start, until);

    expect(instants).toEqual([...new Set(instants)].sort((a, b) => a - b));
    expect(instants[0]).toBeGreaterThan(time.start);
    expect(instants.at(-1)).toBe(until);
  });

  it('looks soon after every fifth midnight, and after the last', () => {
    const until = time.start + 10 * DAY;
    const instants = tickInstants(world, time, time.start, until);
    const first = Math.floor(time.start / DAY) + 1;

    for (const day of [0, 5, 9])
      expect(instants.filter((at) => at > (first + day) * DAY && at <= (first + day) * DAY + 900_000)).toHaveLength(1);
  });

  it('looks within five minutes of the surge', () => {
    const surge = time.toDemo(Date.parse(world.surges_at[0] ?? ''));
    const instants = tickInstants(world, time, time.start, time.start + 10 * DAY);

    expect(instants.some((instant) => instant > surge && instant < surge + 300_000)).toBe(true);
  });

  it('looks twice within six hours after every other tick, the second time at the exchanges alone', () => {
    const ticks = demoTicks(world, time, time.start, time.start + 12 * DAY);
    const looks = ticks.filter(({ at }) => at % DAY > 4 * 3_600_000 && at % DAY < 6 * 3_600_000);

    expect(looks).toHaveLength(2);
    expect(looks.map(({ sources }) => sources)).toEqual([false, false]);
    for (const { at } of looks)
      expect(ticks.some((tick) => at - tick.at > 0 && at - tick.at < 6 * 3_600_000)).toBe(true);
  });

  it('leaves no day unheard: two ticks that ask the sources are never more than five days apart', () => {
    const long: SampleWorld = { ...world, history_days: 36, total_days: 44, surges_at: [] };
    for (let hour = 0; hour < 24; hour += 1) {
      const of = SampleTime.endingAt(long, Date.UTC(2027, 0, 1, hour, 30));
      const asked = demoTicks(long, of, of.start, of.start + 36 * DAY)
        .filter(({ sources }) => sources)
        .map(({ at }) => at);
      const gaps = asked.map((at, index) => (at - (asked[index - 1] ?? of.start)) / DAY);

      expect(Math.max(...gaps)).toBeLessThanOrEqual(TICK_DAYS);
      expect(Math.max(...gaps.slice(-1))).toBeLessThanOrEqual(1);
    }
  });

  it('continues where it stopped', () => {
    const until = time.start + 10 * DAY;
    const all = tickInstants(world, time, time.start, until);

    expect(tickInstants(world, time, all[5]!, until)).toEqual(all.slice(6));
  });
});
