/**
 * The chain of sealed days. Each entry commits to the bytes of its day-file and to the previous entry:
 *
 * `combined_hash = SHA-256 hex of the 128 ASCII characters prev_hash + day_sha256`
 *
 * and the first `prev_hash` is 64 zeros. There is one entry per calendar day, so a missing day shows.
 */
import { isSha256Hex, sha256Hex } from '../../platform/common/sha256';
import { isUtcDate, nextDate } from '../../platform/common/utc-time';
import type { ChainEntryResponse } from '../registry.dto';

export const GENESIS_HASH = '0'.repeat(64);

/** The proven part of an index entry, with the members of its JSON. */
export type ChainLink = Readonly<Pick<ChainEntryResponse, 'date' | 'prev_hash' | 'day_sha256' | 'combined_hash'>>;

export const combinedHash = (prevHash: string, daySha256: string): string => sha256Hex(prevHash + daySha256);

export const linkDay = (head: string, date: string, dayText: string): ChainLink => {
  const daySha256 = sha256Hex(dayText);
  return { date, prev_hash: head, day_sha256: daySha256, combined_hash: combinedHash(head, daySha256) };
};

/** First error of an untrusted chain, or null. Checks the links only, not the bytes of the day-files. */
export const firstBrokenLink = (
  chain: readonly { readonly [K in keyof ChainLink]?: unknown }[],
): { readonly index: number; readonly reason: string } | null => {
  let head = GENESIS_HASH;
  let expected: string | null = null;
  for (const [index, link] of chain.entries()) {
    const reason = brokenLink(link, head, expected);
    if (reason !== null) return { index, reason };
    head = link.combined_hash as string;
    expected = nextDate(link.date as string);
  }
  return null;
};

const brokenLink = (
  link: { readonly [K in keyof ChainLink]?: unknown },
  head: string,
  expectedDate: string | null,
): string | null => {
  const { date, prev_hash, day_sha256, combined_hash } = link;
  if (typeof date !== 'string' || !isUtcDate(date)) return 'date is not a calendar day';
  if (expectedDate !== null && date !== expectedDate) {
    return `date is ${date} where ${expectedDate} should follow`;
  }
  if (prev_hash !== head) return 'prev_hash is not the combined_hash of the entry before';
  if (!isSha256Hex(day_sha256)) return 'day_sha256 is not a SHA-256';
  if (combined_hash !== combinedHash(head, day_sha256)) {
    return 'combined_hash is not the SHA-256 of prev_hash and day_sha256';
  }
  return null;
};
