/** `made_at`, when a forecast enters the log. Strictly increases, even across processes and if a clock is set back. */

/** The later of now and one microsecond after the last; `lastMicros` is null before the first. */
export const nextMadeAt = (nowMicros: number, lastMicros: number | null): number =>
  lastMicros === null ? nowMicros : Math.max(nowMicros, lastMicros + 1);
