/**
 * A logged document as it is served: `{"bundle":…,"sha256":"…"}`, where the first member is the stored
 * canonical text, byte for byte, and the second its SHA-256. The whole is canonical too. Where the words
 * of an item were withdrawn, `"withdrawn":["<key>",…]` follows, and the hash is that of the text before.
 */
import { isSha256Hex, sha256Hex } from '../common/sha256';
import { withdrawnKeys } from './withdrawn-text';

export const servedBundle = (
  text: string,
  sha256: string,
  withdrawn: readonly string[] = [],
): string =>
  withdrawn.length === 0
    ? `{"bundle":${text},"sha256":"${sha256}"}`
    : `{"bundle":${text},"sha256":"${sha256}","withdrawn":${JSON.stringify(withdrawn)}}`;

export interface ReadBundle {
  readonly text: string;
  /** The hash that the log commits to. */
  readonly sha256: string;
  /** Keys of the items whose words are gone; where there is one, the text has another hash now. */
  readonly withdrawn: readonly string[];
}

const TAIL = /,"sha256":"([0-9a-f]{64})"(?:,"withdrawn":(\["[^\]]*"\]))?\}$/;

/**
 * The canonical text and hash inside a served bundle. Null when its hash is not that of its text, or
 * when it says of other items than those without words that they were withdrawn.
 */
export const readServedBundle = (served: string): ReadBundle | null => {
  const tail = TAIL.exec(served);
  const sha256 = tail?.[1];
  if (tail === null || !isSha256Hex(sha256) || !served.startsWith('{"bundle":')) return null;
  const text = served.slice('{"bundle":'.length, tail.index);
  const stated = tail[2];
  if (stated === undefined)
    return sha256Hex(text) === sha256 ? { text, sha256, withdrawn: [] } : null;
  const withdrawn = keysIn(text);
  return withdrawn.length > 0 && JSON.stringify(withdrawn) === stated
    ? { text, sha256, withdrawn }
    : null;
};

const keysIn = (text: string): string[] => {
  try {
    return withdrawnKeys(JSON.parse(text));
  } catch {
    return []; // No JSON names no item.
  }
};
