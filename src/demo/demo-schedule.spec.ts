import { demoTicks } from './demo-schedule';
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

const tickInstants = (...of: Parameters<typeof demoTicks>): number[] =>
  demoTicks(...of).map(({ at }) => at);

describe('the ticks of the past', () => {
  const time = SampleTime.endingAt(world, Date.UTC(2027, 0, 1, 9, 30));

  it('rises, stays within its bounds and ends at the present', () => {
    const until = time.start + 10 * DAY;
    const instants = tickInstants(world, time, time.start, until);

    expect(instants).toEqual([...new Set(instants)].sort((a, b) => a - b));
    expect(instants[0]).toBeGreaterThan(time.start);
    expect(instants.at(-1)).toBe(until);
  });

  it('looks soon after every midnight of the past', () => {
    const until = time.start + 10 * DAY;
    const instants = tickInstants(world, time, time.start, until);
    const midnights = Array.from({ length: 10 }, (_, day) => (Math.floor(time.start / DAY) + 1 + day) * DAY); // prettier-ignore

    for (const midnight of midnights)
      expect(
        instants.some((instant) => instant > midnight && instant <= midnight + 15 * 60_000),
      ).toBe(true);
  });

  it('looks within five minutes of the surge', () => {
    const surge = time.toDemo(Date.parse(world.surges_at[0] ?? ''));
    const instants = tickInstants(world, time, time.start, time.start + 10 * DAY);

    expect(instants.some((instant) => instant > surge && instant < surge + 300_000)).toBe(true);
  });

  it('looks twice within six hours every sixth day, the second time at the exchanges alone', () => {
    const ticks = demoTicks(world, time, time.start, time.start + 12 * DAY);
    const looks = ticks.filter(({ at }) => at % DAY > 4 * 3_600_000 && at % DAY < 6 * 3_600_000);

    expect(looks).toHaveLength(2);
    expect(looks.map(({ sources }) => sources)).toEqual([false, false]);
    for (const { at } of looks)
      expect(ticks.some((tick) => at - tick.at > 0 && at - tick.at < 6 * 3_600_000)).toBe(true); // prettier-ignore
  });

  it('asks the sources each day of the last sixteen, and every second day before', () => {
    const long: SampleWorld = { ...world, history_days: 36, total_days: 44, surges_at: [] };
    const of = SampleTime.endingAt(long, Date.UTC(2027, 0, 1, 9, 30));
    const until = of.start + 36 * DAY;
    const asked = demoTicks(long, of, of.start, until)
      .filter(({ sources }) => sources)
      .map(({ at }) => at);
    const gaps = asked.slice(1).map((at, index) => (at - (asked[index] ?? 0)) / DAY);

    expect(Math.max(...gaps)).toBe(2);
    expect(Math.max(...gaps.slice(-15))).toBe(1);
    expect(asked.length).toBeLessThan(30);
  });

  it('goes on where it was left', () => {
    const until = time.start + 10 * DAY;
    const all = tickInstants(world, time, time.start, until);

    expect(tickInstants(world, time, all[5]!, until)).toEqual(all.slice(6));
  });
});
