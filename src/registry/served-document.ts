/**
 * A logged document as it is served: `{"bundle":…,"sha256":"…"}`, where the first member is the stored
 * canonical text, byte for byte, and the second its SHA-256. The whole is canonical too.
 */
import { isSha256Hex, sha256Hex } from '../common/sha256';

export const servedBundle = (text: string, sha256: string): string =>
  `{"bundle":${text},"sha256":"${sha256}"}`;

const TAIL = /,"sha256":"([0-9a-f]{64})"\}$/;

/** The canonical text and hash inside a served bundle, or null when its hash is not that of its text. */
export const readServedBundle = (served: string): { text: string; sha256: string } | null => {
  const tail = TAIL.exec(served);
  const sha256 = tail?.[1];
  if (tail === null || !isSha256Hex(sha256) || !served.startsWith('{"bundle":')) return null;
  const text = served.slice('{"bundle":'.length, tail.index);
  return sha256Hex(text) === sha256 ? { text, sha256 } : null;
};
