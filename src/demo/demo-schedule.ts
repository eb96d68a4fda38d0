/** At which instants the demo's past is ticked. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common/durations';
import type { SampleTime, SampleWorld } from './sample-world';

/**
 * After each midnight (UTC) the past is ticked once: a day is sealed soon after its end, and more ticks
 * would show little more, while somebody waits for the past to be built.
 */
const DAILY_TICK_MS = 12 * MINUTE_MS;
/** After a surge the ticks are dense, so that it is seen while it happens. */
const SURGE_TICKS_MS = [15_000, 12 * MINUTE_MS, 60 * MINUTE_MS];
/** Every sixth day prices are looked at once more: a move is a change within six hours. */
const LOOK_DAYS = 6;
const LOOK_MS = 5 * HOUR_MS;

/** So many days before the end each tick hears one day; before that, every second tick hears two. */
const DAILY_DAYS = 16;

export interface DemoTick {
  /** UTC ms. */
  readonly at: number;
  /** Whether it asks the sources, or only the exchanges. */
  readonly sources: boolean;
}

/** Ticks, rising, from `from`, exclusive, to `until`, inclusive. */
export const demoTicks = (
  world: SampleWorld,
  time: SampleTime,
  from: number,
  until: number,
): DemoTick[] => {
  const midnight = Math.floor(from / DAY_MS) * DAY_MS;
  const ticks: DemoTick[] = [{ at: until, sources: true }];
  for (let day = midnight; day <= until; day += DAY_MS) {
    const recent = day > until - DAILY_DAYS * DAY_MS;
    ticks.push({ at: day + DAILY_TICK_MS, sources: recent || (day / DAY_MS) % 2 === 0 });
    if ((day / DAY_MS) % LOOK_DAYS === 0)
      ticks.push({ at: day + DAILY_TICK_MS + LOOK_MS, sources: false });
  }
  for (const surge of world.surges_at)
    for (const offset of SURGE_TICKS_MS)
      ticks.push({ at: time.toDemo(Date.parse(surge)) + offset, sources: true });
  return ticks
    .filter(({ at }) => at > from && at <= until)
    .sort((a, b) => a.at - b.at)
    .filter(({ at }, index, all) => index === 0 || at > (all[index - 1]?.at ?? 0));
};
