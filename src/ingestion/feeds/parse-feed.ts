/**
 * A feed of any kind to items. What enters is the bytes of one answer and what is known of their source;
 * what leaves is items in document order, or the reason why there are none.
 *
 * RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, CDF and JSON Feed are read. Nothing throws, and everything is
 * bounded: bytes, depth, elements, items, length of every field, work per byte.
 */
import type { ParsedItem } from '../../event-log/item';
import { itemKey } from '../../event-log/item-id';
import { detectLanguage, languageOfTag } from '../language';
import type { LanguageDetector } from '../language';
import { decodeBytes } from './charset';
import { absoluteUrl, firstText, readItem } from './feed-item';
import type { FeedContext } from './feed-item';
import { readJsonFeed } from './feed-json';
import { readProlog } from './feed-prolog';
import { readFeed } from './feed-reader';
import type { RawFeed, RawFields, Unreadable } from './feed-reader';

export interface FeedHints {
  /** Value of the Content-Type header. */
  readonly contentType?: string | undefined;
  /** Address that the feed was read from: relative links are read against it. */
  readonly url?: string | null | undefined;
  /** Keep a link that is only a path where no base is known: for looking at a capture, not for storing. */
  readonly keepsRelativeLinks?: boolean | undefined;
  /** ISO 639-1 code of the language that the source is known to write. */
  readonly sourceLang?: string | null | undefined;
  /** Tells languages of one script apart; without it, what is declared counts. */
  readonly detectLanguage?: LanguageDetector | undefined;
}

export interface ParsedFeed {
  readonly kind: 'feed';
  readonly items: readonly ParsedItem[];
  readonly title: string | null;
  /** Language that the feed declares, ISO 639-1, or null. */
  readonly feedLang: string | null;
  /** Charset that the bytes were read in, lower case. */
  readonly charset: string;
  /** The document ended before its root element did: the body was cut, or its writer broke off. */
  readonly truncated: boolean;
}

export type FeedResult = ParsedFeed | Unreadable;

export const FEED_BYTES_MAX = 8 * 1024 * 1024;

/** Items of a feed in document order, repetitions included. */
export const parseFeed = (bytes: Uint8Array, hints: FeedHints = {}): FeedResult => {
  if (bytes.byteLength > FEED_BYTES_MAX) return unreadable(`it is larger than ${FEED_BYTES_MAX} bytes`);
  const { text, charset } = decodeBytes(bytes, hints);
  if (text.trim() === '') return unreadable('it is empty');
  const read = /^\s*\{/.test(text) ? readJsonFeed(text) : readXml(text);
  return read.kind === 'unreadable' ? read : interpret(read, charset, hints);
};

const unreadable = (reason: string): Unreadable => ({ kind: 'unreadable', reason });

const readXml = (text: string): RawFeed | Unreadable => {
  const prolog = readProlog(text);
  return prolog.kind === 'unreadable' ? prolog : readFeed(prolog.body, prolog.entities);
};

const interpret = (feed: RawFeed, charset: string, hints: FeedHints): ParsedFeed => {
  const { channel } = feed;
  const isTyped = feed.format === 'feed';
  const declared =
    firstText(channel, ['language', 'dc:language'], { isTyped: true }, 'guess') ??
    channel.get('title')?.[0]?.lang ??
    feed.lang;
  const feedLang = languageOfTag(declared);
  const title = firstText(channel, ['title', 'dc:title'], { isTyped }, 'guess');
  const prior = languageOfTag(hints.sourceLang);
  const context: FeedContext = {
    title,
    isTyped,
    base: hints.url ?? ownAddress(channel),
    keepsRelative: hints.keepsRelativeLinks === true,
    dateLang: prior ?? feedLang ?? (title === null ? null : detectLanguage(title)),
    language: (own, text) => detectLanguage(text, { declared: own ?? feedLang, prior, detect: hints.detectLanguage }),
  };
  const items = feed.items.map((fields) => readItem(fields, context));
  return {
    kind: 'feed',
    items: withoutSharedGuids(items),
    title,
    feedLang,
    charset,
    truncated: feed.truncated,
  };
};

/** What a feed without a known address says of its own: its self link, else its site. */
const ownAddress = (channel: RawFields): string | null => {
  const links = [...(channel.get('atom:link') ?? []), ...(channel.get('link') ?? [])];
  const self = links.filter((link) => link.attributes['rel'] === 'self');
  for (const link of [...self, ...links]) {
    const address = absoluteUrl(link.attributes['href'] ?? link.text, link.base, null);
    if (address !== null) return address;
  }
  return null;
};

/**
 * A guid that stands on several items with different titles and addresses identifies none of them: these
 * go by their address. True repetitions keep one key, and the event log stores them once.
 */
const withoutSharedGuids = (items: readonly ParsedItem[]): ParsedItem[] => {
  const first = new Map<string, ParsedItem>();
  const shared = new Set<string>();
  for (const item of items) {
    const other = first.get(item.key);
    if (other === undefined) first.set(item.key, item);
    else if (other.url !== item.url && other.title !== item.title) shared.add(item.key);
  }
  return items.map((item) => (shared.has(item.key) ? { ...item, key: itemKey(item) } : item));
};
