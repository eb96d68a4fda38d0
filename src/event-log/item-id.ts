/**
 * Identity of an item across repeated fetches and edits.
 *
 * The key of an item is, in this order:
 * 1. `url:` and the canonical address, when its source identifies it by a web address (a permalink, a
 *    guid or Atom id that is one) or has only a link;
 * 2. `guid:` and the source's own identifier, white space removed, when that is not a web address;
 * 3. `text:` and a hash of the folded title and the UTC day, otherwise.
 *
 * The id hashes source type, scope and key. The scope is the publisher family: sister feeds with the same guid or
 * address yield one item, and families cannot overwrite each other's items.
 */
import { sha256Hex } from '../platform/common/sha256';
import type { SourceType } from '../platform/common/source-type';
import { canonicalUrl } from './canonical-url';

interface ItemIdentity {
  /** The source's own identifier: guid, Atom id, message id. */
  readonly guid?: string | null;
  readonly url?: string | null;
  readonly title: string;
  readonly publishedAt: number | null;
}

const ID_HEX_LENGTH = 24;

/**
 * Id of an item: the first letter of its source type, a hyphen, 24 hex digits (96 bits). Lower-case and safe in a URL.
 * `scope` is the publisher family, or '' for globally unique keys.
 */
export const itemId = (sourceType: SourceType, scope: string, key: string): string => {
  const identity = JSON.stringify([sourceType, scope, key]);
  return `${sourceType.charAt(0)}-${sha256Hex(identity).slice(0, ID_HEX_LENGTH)}`;
};

/** Id of a story, derived from its first item, so that a replay yields the same id. */
export const storyId = (firstItem: string): string => `s-${firstItem.replace(/^[a-z]-/, '')}`;

export const itemKey = (identity: ItemIdentity): string => {
  const guid = identity.guid?.replace(/\s+/g, '') ?? '';
  const guidUrl = canonicalUrl(guid);
  if (guidUrl !== null && !isHome(guidUrl)) return `url:${guidUrl}`;
  if (guid !== '' && guidUrl === null) return `guid:${guid}`;
  const url = canonicalUrl(identity.url ?? '');
  if (url !== null && !isHome(url)) return `url:${url}`;
  const day = identity.publishedAt === null ? '' : new Date(identity.publishedAt).toISOString().slice(0, 10);
  const folded = identity.title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return `text:${sha256Hex(`${folded}\n${day}`).slice(0, 32)}`;
};

/** A site's front page does not identify an article. */
const isHome = (canonical: string): boolean => !/[/?]/.test(canonical);
