/** Entity tags (RFC 9110, 8.8.3) and the question whether a client has the bytes already (13.1.2). */
import { createHash } from 'node:crypto';

/**
 * The tag of a body. Weak, because the same answer travels plain and compressed; what must be compared
 * byte by byte has a SHA-256 in its proof.
 */
export const entityTag = (body: Buffer | string): string =>
  `W/"${createHash('sha1').update(body).digest('base64url')}"`;

/** A strong tag holds for one form of the bytes only: compressed on the way, it becomes weak. */
export const weakened = (tag: string): string => (tag.startsWith('W/') ? tag : `W/${tag}`);

/** Whether `If-None-Match` names the tag, by the weak comparison that the header asks for. */
export const isKnownTag = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([known]) => known === opaque);
};
