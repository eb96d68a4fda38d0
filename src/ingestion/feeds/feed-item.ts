/** Converts an item's raw fields to a {@link ParsedItem}: selects title, link and date, and resolves links. */
import { itemKey } from '../../event-log/item-id';
import type { ParsedItem } from '../../event-log/item';
import { parseFeedDate } from './feed-date';
import type { RawField } from './feed-field';
import type { RawFields } from './feed-reader';
import { htmlToText, looksLikeHtml, feedLine, shorten } from './html-text';

export interface FeedContext {
  /** The feed's own title, to distinguish it from an item's publisher. */
  readonly title: string | null;
  /** Base of relative links without xml:base. */
  readonly base: string | null;
  /** Whether to keep a relative path when no base is known; otherwise the link is dropped. */
  readonly keepsRelative: boolean;
  /** True in Atom, where a field declares whether it is text or markup; elsewhere it must be guessed. */
  readonly isTyped: boolean;
  /** ISO 639-1 code for parsing dates. */
  readonly dateLang: string | null;
  /** Language of an item from its and the feed's declarations and its text. */
  readonly language: (declared: string | null, text: string) => string | null;
}

const TITLE_CHARS_MAX = 1000;
const SUMMARY_CHARS_MAX = 1000;
const MADE_TITLE_CHARS_MAX = 140;
const URL_CHARS_MAX = 4096;

const TITLE_FIELDS = ['title', 'atom:title', 'dc:title', 'media:title', 'itunes:title'];
const TEXT_FIELDS = (
  'description summary atom:summary dc:description dcterms:abstract itunes:summary content:encoded content ' +
  'atom:content abstract fullitem xhtml:body xhtml:div body media:description itunes:subtitle yandex:full-text'
).split(' ');
const DATE_FIELDS = (
  'published pubdate atom:published issued dcterms:issued dc:date dcterms:created created dcterms:date date updated ' +
  'atom:updated modified dcterms:modified lastmod'
).split(' ');

export interface WrittenItem {
  readonly item: ParsedItem;
  /** The feed's own identifier of the item, unchanged, or null. */
  readonly guid: string | null;
}

/** Title of an item without title, text, address and identifier; the event log skips it. */
export const UNTITLED = '(untitled)';

/** A missing title becomes the first sentence of the text, else the address, the identifier, or {@link UNTITLED}. */
export const readItem = (fields: RawFields, context: FeedContext): WrittenItem => {
  const url = readLink(fields, context);
  const guid = readGuid(fields, context);
  const text = firstText(fields, TEXT_FIELDS, context, 'html');
  const publishedAt = readDate(fields, context.dateLang);
  const own = readTitle(fields, context) ?? madeTitle(text);
  const fallback = url ?? (guid === null || feedLine(guid) === '' ? null : feedLine(guid));
  const title = shorten(own ?? fallback ?? UNTITLED, TITLE_CHARS_MAX);
  const words = own === null ? '' : `${own}\n${text?.slice(0, 300) ?? ''}`;
  const item: ParsedItem = {
    key: itemKey({ guid, url: identifyingUrl(fields, url, context), title, publishedAt }),
    title,
    url,
    publishedAt,
    lang: context.language(declaredLang(fields), words),
    summary: text === null ? null : shorten(text, SUMMARY_CHARS_MAX),
    publisher: readPublisher(fields, context, title, url),
    attributes: {},
  };
  return { item, guid };
};

/** Plain text of a field by its declared type; null when empty. */
const fieldText = (field: RawField, isTyped: boolean, untyped: 'html' | 'guess'): string | null => {
  const type = (field.attributes['type'] ?? '').trim().toLowerCase();
  const mode = (field.attributes['mode'] ?? '').trim().toLowerCase();
  const text = isBase64(type, mode) ? fromBase64(field.text) : field.text;
  const isMarkup = field.hasMarkup || /\bx?html\b/.test(type) || guessesMarkup(text, type, mode, isTyped, untyped);
  const plain = isMarkup ? htmlToText(text) : feedLine(text);
  return plain === '' ? null : plain;
};

/**
 * Whether a field without a declared type is markup. Outside Atom, descriptions are and titles may be. Atom defaults to
 * text, but often contains markup: an HTML reference or a closing tag shows it. An explicit "text" is respected.
 */
const guessesMarkup = (
  text: string,
  type: string,
  mode: string,
  isTyped: boolean,
  untyped: 'html' | 'guess',
): boolean => {
  if (!isTyped) return untyped === 'html' || looksLikeHtml(text);
  if (mode === 'escaped' || isBase64(type, mode)) return looksLikeHtml(text);
  return type === '' && /<\/[a-zA-Z]|<br|&[#\w]+;/.test(text) && looksLikeHtml(text);
};

export const firstText = (
  fields: RawFields,
  names: readonly string[],
  context: Pick<FeedContext, 'isTyped'>,
  untyped: 'html' | 'guess',
): string | null => {
  for (const name of names) {
    for (const field of fields.get(name) ?? []) {
      const typed = context.isTyped && !/[:]/.test(name);
      const text = fieldText(field, typed, untyped);
      if (text !== null) return text;
    }
  }
  return null;
};

/** Base64 by Atom 0.3's mode, or by a media type that is neither text nor XML (RFC 4287, 4.1.3.3). */
const isBase64 = (type: string, mode: string): boolean =>
  mode === 'base64' || (type.includes('/') && mode === '' && !/^text\/|[/+]xml(?:;|$)|html/.test(type));

const fromBase64 = (text: string): string => {
  const packed = text.replace(/\s+/g, '');
  if (packed === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return text;
  const decoded = Buffer.from(packed, 'base64').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
};

const readTitle = (fields: RawFields, context: FeedContext): string | null =>
  firstText(fields, TITLE_FIELDS, context, 'guess');

/** Title from a text: its first sentence, at most 140 characters. */
const madeTitle = (text: string | null): string | null => {
  if (text === null) return null;
  const head = text.slice(0, MADE_TITLE_CHARS_MAX + 1);
  const sentence = /^.{12,}?(?:[.!?؟…](?=\s|$)|[。！？])/u.exec(head)?.[0];
  return sentence ?? shorten(text, MADE_TITLE_CHARS_MAX);
};

interface Candidate {
  readonly text: string;
  readonly base: string | null;
}

/**
 * The page of the item: an alternate link (HTML first), else a permalink guid, else any other link, else an enclosure.
 */
const readLink = (fields: RawFields, context: FeedContext): string | null => {
  const links = [...(fields.get('link') ?? []), ...(fields.get('atom:link') ?? [])];
  const rel = (field: RawField): string =>
    (field.attributes['rel'] ?? 'alternate')
      .trim()
      .toLowerCase()
      .replace(/^.*[/#]/, '');
  const isHtml = (field: RawField): boolean => /html/.test(field.attributes['type'] ?? 'text/html');
  const alternates = links.filter((link) => rel(link) === 'alternate');
  const others = links.filter(
    (link) =>
      !['alternate', 'enclosure', 'replies', 'edit', 'next', 'license'].includes(rel(link)) && !rel(link).includes('.'),
  );
  const self = fields.get('@') ?? [];
  const first = [...alternates.filter(isHtml), ...alternates.filter((link) => !isHtml(link))].map(hrefOrText);
  const last = [
    ...self.map((field) => ({ text: field.attributes['href'] ?? '', base: field.base })),
    ...(fields.get('guid') ?? []).filter(isPermalink).map(hrefOrText),
    ...others.map(hrefOrText),
    ...(fields.get('id') ?? []).map(hrefOrText),
    ...self.map((field) => ({ text: field.attributes['rdf:about'] ?? '', base: field.base })),
    ...[
      ...links.filter((link) => rel(link) === 'enclosure'),
      ...(fields.get('enclosure') ?? []),
      ...(fields.get('media:content') ?? []),
    ].map((field) => ({ text: field.attributes['url'] ?? field.attributes['href'] ?? '', base: field.base })),
  ];
  const relative = context.keepsRelative ? [...first, ...last].find(isRelativePath) : undefined;
  return firstUrl([...first, ...last], context.base) ?? relative?.text.trim() ?? null;
};

const isRelativePath = ({ text }: Candidate): boolean => /^\s*\/[^/\s]\S*\s*$/.test(text);

/** The address that identifies the item: for a feed proxy, the original one. */
const identifyingUrl = (fields: RawFields, url: string | null, context: FeedContext): string | null => {
  if (url !== null && !isFeedProxy(url)) return url;
  return firstUrl((fields.get('feedburner:origlink') ?? []).map(hrefOrText), context.base) ?? url;
};

const hrefOrText = (field: RawField): Candidate => ({
  text: field.attributes['href'] ?? field.attributes['rdf:resource'] ?? field.text,
  base: field.base,
});

/** RSS 2.0: a guid is a permalink by default; without a scheme it must be declared as one. */
const isPermalink = (field: RawField): boolean => {
  const says = field.attributes['ispermalink']?.trim().toLowerCase();
  return says === 'true' || (says !== 'false' && /^\s*https?:/i.test(field.text));
};

const isFeedProxy = (url: string): boolean =>
  /^https?:\/\/(?:feedproxy\.google\.com|feeds\d?\.feedburner\.com|rss\.feedsportal\.com|[^/]*\.feedsportal\.com)\//i.test(
    url,
  );

const firstUrl = (candidates: readonly Candidate[], base: string | null): string | null => {
  for (const candidate of candidates) {
    const url = absoluteUrl(candidate.text, candidate.base, base);
    if (url !== null) return url;
  }
  return null;
};

/** Absolute http(s) addresses are unchanged, relative ones resolved; null for anything else. */
export const absoluteUrl = (text: string, own: string | null, base: string | null): string | null => {
  const address = text
    .trim()
    .replace(/[\t\r\n]+/g, '')
    .replaceAll('&amp;', '&');
  if (address === '' || address.length > URL_CHARS_MAX) return null;
  const withScheme = /^www\.[^/]+\.[^/]/i.test(address) ? `https://${address}` : address;
  for (const against of [undefined, own ?? undefined, base ?? undefined]) {
    if (!URL.canParse(withScheme, against)) continue;
    const url = new URL(withScheme, against);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    return against === undefined && /^https?:\/\/[^\s\p{C}<>"]+$/iu.test(withScheme) ? withScheme : url.href;
  }
  return null;
};

/** The item's own identifier; a permalink guid is parsed as an address. */
const readGuid = (fields: RawFields, context: FeedContext): string | null => {
  const field = (fields.get('guid') ?? fields.get('id') ?? fields.get('atom:id'))?.find(
    ({ text }) => text.trim() !== '',
  );
  if (field === undefined) {
    const about = fields.get('@')?.[0]?.attributes['rdf:about'];
    return about === undefined ? null : (absoluteUrl(about, null, context.base) ?? about);
  }
  const says = field.attributes['ispermalink']?.trim().toLowerCase();
  return (says === 'true' ? absoluteUrl(field.text, field.base, context.base) : null) ?? field.text;
};

const readDate = (fields: RawFields, lang: string | null): number | null => {
  for (const name of DATE_FIELDS) {
    for (const field of fields.get(name) ?? []) {
      const instant = parseFeedDate(field.text, lang);
      if (instant !== null) return instant;
    }
  }
  return parseFeedDate(fields.get('@')?.[0]?.attributes['lastmod'] ?? '', lang);
};

/** The declared language of an item: its own field, else xml:lang of its title or text. */
const declaredLang = (fields: RawFields): string | null => {
  const own = firstText(fields, ['dc:language', 'language'], { isTyped: true }, 'guess');
  const worded = [...TITLE_FIELDS, ...TEXT_FIELDS].find((name) => fields.has(name)) ?? '@';
  return own ?? fields.get(worded)?.[0]?.lang ?? null;
};

/** Publisher named by an aggregator: `<source>`, Atom's source, dc:publisher, or the title's suffix in news search. */
const readPublisher = (fields: RawFields, context: FeedContext, title: string, url: string | null): string | null => {
  const named = firstText(fields, ['source', 'source/title', 'dc:publisher', 'dc:source'], { isTyped: false }, 'guess');
  const isNewsSearch = /^https?:\/\/news\.google\.com\//.test(url ?? '');
  const dash = isNewsSearch ? title.lastIndexOf(' - ') : -1;
  const ending = dash > 0 ? title.slice(dash + 3) : '';
  const publisher = named ?? (/^\S.{1,59}$/.test(ending) ? ending : null);
  if (publisher === null || /^https?:\/\//.test(publisher)) return null;
  return publisher.toLowerCase() === context.title?.toLowerCase() ? null : shorten(publisher, 200);
};
