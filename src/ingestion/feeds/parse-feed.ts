/**
 * Parses the bytes of a feed response to items in document order, or to the reason why it is unreadable.
 *
 * Reads RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, CDF and JSON Feed. It never throws, and bytes, depth, elements, items,
 * field lengths and work per byte are bounded.
 */
import type { ParsedItem } from '../../event-log/item';
import { itemKey } from '../../event-log/item-id';
import { detectLanguage, languageOfTag, type LanguageDetector } from '../language';
import { decodeBytes } from './charset';
import { absoluteUrl, firstText, readItem, type FeedContext, type WrittenItem } from './feed-item';
import { readJsonFeed } from './feed-json';
import { readProlog } from './feed-prolog';
import { readFeed, type RawFeed, type RawFields, type Unreadable } from './feed-reader';

export interface FeedHints {
  readonly contentType?: string | undefined;
  /** Address of the feed, the base of relative links. */
  readonly url?: string | null | undefined;
  /** Keep relative links when no base is known: for inspecting captures, not for storing. */
  readonly keepsRelativeLinks?: boolean | undefined;
  /** ISO 639-1 code of the source's language. */
  readonly sourceLang?: string | null | undefined;
  /** Keys that this feed is known to put on several entries. */
  readonly sharedKeys?: readonly string[] | undefined;
  /** Distinguishes languages of one script; without it, declarations count. */
  readonly detectLanguage?: LanguageDetector | undefined;
}

export interface ParsedFeed {
  readonly kind: 'feed';
  readonly items: readonly ParsedItem[];
  /** Keys of several entries, including the previously known ones, to store with the feed. */
  readonly sharedKeys: readonly string[];
  readonly title: string | null;
  /** Language declared by the feed, ISO 639-1, or null. */
  readonly feedLang: string | null;
  readonly charset: string;
  /** The document ended before its root element did: truncated in transit or by its writer. */
  readonly truncated: boolean;
}

export type FeedResult = ParsedFeed | Unreadable;

const SHARED_MAX = 200;

export const FEED_BYTES_MAX = 8 * 1024 * 1024;

/** Items in document order, including duplicates. */
export const parseFeed = (bytes: Uint8Array, hints: FeedHints = {}): FeedResult => {
  if (bytes.byteLength > FEED_BYTES_MAX) return unreadable(`it is larger than ${FEED_BYTES_MAX} bytes`);
  const { text, charset } = decodeBytes(bytes, hints);
  if (text.trim() === '') return unreadable('it is empty');
  const read = /^\s*[[{]/.test(text) ? readJsonFeed(text) : readXml(text);
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
  const written = feed.items.map((fields) => readItem(fields, context));
  return {
    kind: 'feed',
    ...underOwnKeys(written, hints.sharedKeys ?? []),
    title,
    feedLang,
    charset,
    truncated: feed.truncated,
  };
};

/** Address stated by the feed itself: its self link, else its site. */
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
 * Assigns unique keys. A page with many entries (a live page, a status page) or a guid shared by several identifies
 * none of them: these use their address as written, and if that is shared too, their title. True duplicates keep one
 * key, so the event log stores them once.
 *
 * @param known keys that the feed shared before: an entry alone today may have had neighbours yesterday
 */
const underOwnKeys = (
  entries: readonly WrittenItem[],
  known: readonly string[],
): { readonly items: readonly ParsedItem[]; readonly sharedKeys: readonly string[] } => {
  const shared = new Set(known);
  const byAddress = parted(entries, shared, addressKey);
  const byWords = parted(byAddress, shared, wordsKey);
  return { items: byWords.map(({ item }) => item), sharedKeys: [...shared].slice(-SHARED_MAX) };
};

/** Adds shared keys to `shared`, and assigns their entries another key. */
const parted = (
  entries: readonly WrittenItem[],
  shared: Set<string>,
  keyOf: (entry: WrittenItem) => string,
): readonly WrittenItem[] => {
  const first = new Map<string, WrittenItem>();
  for (const entry of entries) {
    const other = first.get(entry.item.key);
    if (other === undefined) first.set(entry.item.key, entry);
    else if (areTwo(other, entry)) shared.add(entry.item.key);
  }
  return entries.map((entry) =>
    shared.has(entry.item.key) ? { ...entry, item: { ...entry.item, key: keyOf(entry) } } : entry,
  );
};

const isAddress = (text: string): boolean => /^\s*https?:/i.test(text);

/** Whether entries with one key differ: in title, and in identifier, address or time. */
const areTwo = (a: WrittenItem, b: WrittenItem): boolean => {
  if (a.item.title === b.item.title) return false;
  if (a.item.url !== b.item.url || a.guid !== b.guid) return true;
  if (a.guid !== null && !isAddress(a.guid)) return false;
  return a.item.publishedAt === null || a.item.publishedAt !== b.item.publishedAt;
};

/** The address as written, with fragment and query; that of the link when a shared guid is not an address. */
const addressKey = ({ item, guid }: WrittenItem): string => {
  if (guid !== null && !isAddress(guid)) return itemKey(item);
  const address = guid?.trim() ?? item.url;
  return address === null ? itemKey(item) : `url:${address}`;
};

const wordsKey = ({ item: { title, publishedAt } }: WrittenItem): string => itemKey({ title, publishedAt });
