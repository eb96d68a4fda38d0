export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An age in one unit: `12 min`, `20 h`, `15 days`. @param millis at least 0 */
export const ageText = (millis: number): string => {
  if (millis < HOUR_MS) return `${Math.round(millis / MINUTE_MS)} min`;
  const hours = Math.round(millis / HOUR_MS);
  return hours < 48 ? `${hours} h` : `${Math.round(millis / DAY_MS)} days`;
};
