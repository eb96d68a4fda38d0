import { utcDate } from '../platform/common/utc-time';

/** The time of a query: items seen up to `at`, and relationships of `day` or of all times. */
export interface Moment {
  /** UTC ms. */
  readonly at: number;
  /** UTC day on which relationships must hold; null for all. */
  readonly day: string | null;
}

/** The moment of `?as_of=`; by default, and for future instants, now with all relationships. */
export const momentOf = (asOf: number | undefined, now: number): Moment => {
  if (asOf === undefined) return { at: now, day: null };
  const at = Math.min(asOf, now);
  return { at, day: utcDate(at * 1000) };
};
