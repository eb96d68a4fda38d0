/**
 * What `vedette parse feed FILE` prints: one record per item, in document order.
 */
import { itemId } from '../../event-log/item-id';
import type { LanguageDetector } from '../language';
import { parseFeed } from './parse-feed';
import type { Unreadable } from './feed-reader';

/** One line of output. */
export interface FeedLine {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`, with milliseconds only where the feed has them; null without a date. */
  readonly published_at: string | null;
  readonly lang: string | null;
  readonly summary: string | null;
  readonly publisher: string | null;
}

export type FeedLines =
  { readonly kind: 'lines'; readonly lines: readonly FeedLine[] } | Unreadable;

/**
 * Items of a captured feed. Its address is not known: relative links resolve by what it says itself, and
 * stay paths where it says nothing.
 */
export function feedItemsForCli(bytes: Uint8Array, detect?: LanguageDetector): FeedLines {
  const feed = parseFeed(bytes, { detectLanguage: detect, keepsRelativeLinks: true });
  if (feed.kind === 'unreadable') return feed;
  const lines = feed.items.map(({ key, title, url, publishedAt, lang, summary, publisher }) => ({
    id: itemId('news', '', key),
    title,
    url,
    published_at:
      publishedAt === null ? null : new Date(publishedAt).toISOString().replace('.000Z', 'Z'),
    lang,
    summary,
    publisher,
  }));
  return { kind: 'lines', lines };
}
