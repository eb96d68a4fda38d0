/** Ages such as `180d`, `36h`. Pure. */
import { DAY_MS, HOUR_MS } from '../common/durations';

const UNIT_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** Milliseconds of an age. @throws Error with the expected format of the option or setting `name` */
export const parseAge = (name: string, text: string): number => {
  const match = /^(\d{1,5})([hdw])$/.exec(text.trim());
  const ms = Number(match?.[1]) * (UNIT_MS[match?.[2] ?? ''] ?? Number.NaN);
  if (!(ms > 0))
    throw new Error(`${name} must be an age in hours, days or weeks, such as 36h, 180d or 52w; it is "${text}"`);
  return ms;
};
