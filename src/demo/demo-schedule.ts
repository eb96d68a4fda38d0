/** At which instants the demo's past is ticked. Pure. */
import type { SampleTime, SampleWorld } from './sample-world';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Hours of the day (UTC) at which the past is ticked: sparse, for it must be built in under a minute. */
const TICK_HOURS = [0.2, 13];
/** Around a surge the ticks are dense, so that it is seen while it happens. */
const SURGE_TICKS_MS = [-20 * 60_000, 15_000, 4 * 60_000, 12 * 60_000, 40 * 60_000, 80 * 60_000];

/** Instants (UTC ms, rising) from `from`, exclusive, to `until`, inclusive. */
export const tickInstants = (
  world: SampleWorld,
  time: SampleTime,
  from: number,
  until: number,
): number[] => {
  const midnight = Math.floor(from / DAY) * DAY;
  const regular: number[] = [];
  for (let day = midnight; day <= until; day += DAY)
    regular.push(...TICK_HOURS.map((hour) => day + Math.round(hour * HOUR)));
  const dense = world.surges_at.flatMap((at) =>
    SURGE_TICKS_MS.map((offset) => time.toDemo(Date.parse(at)) + offset),
  );
  return [...regular, ...dense, until]
    .filter((instant) => instant > from && instant <= until)
    .sort((a, b) => a - b)
    .filter((instant, index, all) => index === 0 || instant > (all[index - 1] ?? 0));
};
