/**
 * `made_at`, the instant at which a forecast enters the log. It strictly increases, across restarts, several processes
 * and a clock that is set back, because the last one is stored in the head of the log and read under its lock.
 */

/** The later of now and one microsecond after the last; `lastMicros` is null before the first. */
export const nextMadeAt = (nowMicros: number, lastMicros: number | null): number =>
  lastMicros === null ? nowMicros : Math.max(nowMicros, lastMicros + 1);
