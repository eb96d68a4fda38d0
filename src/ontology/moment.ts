import { utcDate } from '../platform/common/utc-time';

/** When a question is asked for: items seen up to `at`, and relationships of `day` or of all times. */
export interface Moment {
  /** UTC ms. */
  readonly at: number;
  /** UTC day on which relationships must hold, or null for all that were ever stated. */
  readonly day: string | null;
}

/**
 * The moment that `?as_of=` asks for. Without one it is now, and every relationship counts, the ended
 * ones with their `until`; an instant that has not come yet asks for now as well.
 */
export const momentOf = (asOf: number | undefined, now: number): Moment => {
  if (asOf === undefined) return { at: now, day: null };
  const at = Math.min(asOf, now);
  return { at, day: utcDate(at * 1000) };
};
