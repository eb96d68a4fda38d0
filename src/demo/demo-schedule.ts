/** At which instants the demo's past is ticked. Pure. */
import { DAY_MS, MINUTE_MS } from '../common/durations';
import type { SampleTime, SampleWorld } from './sample-world';

/**
 * After each midnight (UTC) the past is ticked once: a day is sealed soon after its end, and more ticks
 * would show little more, while somebody waits for the past to be built.
 */
const DAILY_TICK_MS = 12 * MINUTE_MS;
/** Around a surge the ticks are dense, so that it is seen while it happens. */
const SURGE_TICKS_MS = [
  -20 * MINUTE_MS,
  15_000,
  4 * MINUTE_MS,
  12 * MINUTE_MS,
  40 * MINUTE_MS,
  80 * MINUTE_MS,
];

/** Instants (UTC ms, rising) from `from`, exclusive, to `until`, inclusive. */
export const tickInstants = (
  world: SampleWorld,
  time: SampleTime,
  from: number,
  until: number,
): number[] => {
  const midnight = Math.floor(from / DAY_MS) * DAY_MS;
  const regular: number[] = [];
  for (let day = midnight; day <= until; day += DAY_MS) regular.push(day + DAILY_TICK_MS);
  const dense = world.surges_at.flatMap((at) =>
    SURGE_TICKS_MS.map((offset) => time.toDemo(Date.parse(at)) + offset),
  );
  return [...regular, ...dense, until]
    .filter((instant) => instant > from && instant <= until)
    .sort((a, b) => a - b)
    .filter((instant, index, all) => index === 0 || instant > (all[index - 1] ?? 0));
};
