import { MINUTE_MS } from '../platform/common/durations';
import { WINDOW_MS } from './baseline';

/** Minutes in a baseline window. */
export const BASELINE_WINDOWS_MINUTES = WINDOW_MS / MINUTE_MS;
/** Longer episodes are listed without empty minutes. */
const MINUTES_MAX = 1_440;

interface MinuteCount {
  /** Minutes since the Unix epoch. */
  readonly minute: number;
  readonly count: number;
}

/** Counts from the first minute to the last, including empty ones up to a limit. */
export const minuteCounts = (instants: readonly number[]): MinuteCount[] => {
  const counts = new Map<number, number>();
  for (const at of instants) {
    const minute = Math.floor(at / MINUTE_MS);
    counts.set(minute, (counts.get(minute) ?? 0) + 1);
  }
  const minutes = [...counts.keys()].sort((a, b) => a - b);
  const [first = 0] = minutes;
  const last = minutes.at(-1) ?? -1;
  const all =
    last - first < MINUTES_MAX ? Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n) : minutes;
  return all.map((minute) => ({ minute, count: counts.get(minute) ?? 0 }));
};
