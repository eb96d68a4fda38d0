import { DAY_MS, HOUR_MS } from '../common/durations';

export interface DiskLook {
  /** UTC ms. */
  readonly at: number;
  readonly freeBytes: number;
}

/** A shorter span could be distorted by a single backup. */
const LEAST_MS = 6 * HOUR_MS;

/** Days until the disk is full; null if it is not filling, or after less than six hours. */
export const daysLeft = (first: DiskLook, now: DiskLook): number | null => {
  const elapsed = now.at - first.at;
  const taken = first.freeBytes - now.freeBytes;
  if (elapsed < LEAST_MS || taken <= 0) return null;
  return now.freeBytes / (taken / (elapsed / DAY_MS));
};
