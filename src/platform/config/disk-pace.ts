/** How long a disk has room at the pace at which it has been filling. Pure. */
import { DAY_MS, HOUR_MS } from '../common/durations';

export interface DiskLook {
  /** UTC ms. */
  readonly at: number;
  readonly freeBytes: number;
}

/** Less than this tells of a backup that was written, and of no pace. */
const LEAST_MS = 6 * HOUR_MS;

/** Days until the disk is full, or null where it does not fill or was not watched for six hours. */
export const daysLeft = (first: DiskLook, now: DiskLook): number | null => {
  const elapsed = now.at - first.at;
  const taken = first.freeBytes - now.freeBytes;
  if (elapsed < LEAST_MS || taken <= 0) return null;
  return now.freeBytes / (taken / (elapsed / DAY_MS));
};
