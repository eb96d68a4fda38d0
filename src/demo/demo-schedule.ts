/** Tick times of the demo's past. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import type { SampleTime, SampleWorld } from './sample-world';

/** Shortly after midnight (UTC), when the days before are sealed. */
const AFTER_MIDNIGHT_MS = 12 * MINUTE_MS;
/** Polled every other day, to build the past faster. On other days exchanges, forecasts and sealing only. */
export const TICK_DAYS = 2;
/** Number of final days on which sources are polled daily. */
const DAILY_DAYS = 1;
/** Dense ticks after a surge, to see it while it happens. */
const SURGE_TICKS_MS = [15_000, 12 * MINUTE_MS, 60 * MINUTE_MS];
/** Some ticks are followed by another price poll, since a move is a change within six hours. */
const LOOK_DAYS = 10;
const LOOK_MS = 5 * HOUR_MS;

export interface DemoTick {
  /** UTC ms. */
  readonly at: number;
  /** Whether to poll the sources, or only the exchanges. */
  readonly sources: boolean;
}

/** Ticks, ascending, from `from`, exclusive, to `until`, inclusive. */
export const demoTicks = (world: SampleWorld, time: SampleTime, from: number, until: number): DemoTick[] => {
  const first = Math.ceil(time.start / DAY_MS) * DAY_MS;
  const ticks: DemoTick[] = [{ at: until, sources: true }];
  for (let day = 0; first + day * DAY_MS <= until; day += 1) {
    const at = first + day * DAY_MS + AFTER_MIDNIGHT_MS;
    ticks.push({ at, sources: day % TICK_DAYS === 0 || at > until - DAILY_DAYS * DAY_MS });
    if (day % LOOK_DAYS === 0) ticks.push({ at: at + LOOK_MS, sources: false });
  }
  for (const surge of world.surges_at)
    for (const offset of SURGE_TICKS_MS) ticks.push({ at: time.toDemo(Date.parse(surge)) + offset, sources: true });
  return ticks
    .filter(({ at }) => at > from && at <= until)
    .sort((a, b) => a.at - b.at)
    .filter(({ at }, index, all) => index === 0 || at > (all[index - 1]?.at ?? 0));
};
