/** Entity tags (RFC 9110, 8.8.3) and `If-None-Match` (13.1.2). */
import { createHash } from 'node:crypto';

/** Weak, because a response is sent plain and compressed; proofs have a SHA-256 for comparing bytes. */
export const entityTag = (body: Buffer | string): string =>
  `W/"${createHash('sha1').update(body).digest('base64url')}"`;

/** Compression weakens a strong tag, which is for one representation only. */
export const weakened = (tag: string): string => (tag.startsWith('W/') ? tag : `W/${tag}`);

/** Whether `If-None-Match` contains the tag, by weak comparison. */
export const isKnownTag = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([known]) => known === opaque);
};
