/**
 * One feed in the two forms that readers take: Atom (RFC 4287) and JSON Feed 1.1. Pure: values in, text or
 * a JSON value out.
 */
import { escapeHtml as text } from '../common/html';
import { formatMillis } from '../common/utc-time';

export interface FeedEntry {
  /** Address that names the entry for ever; it need not lead anywhere. */
  readonly id: string;
  readonly title: string;
  /** Where it is read: an absolute address, and the media type of what is there. */
  readonly link: string;
  readonly linkType: 'application/json' | 'text/html';
  /** UTC ms. */
  readonly publishedAt: number;
  /** UTC ms; moves when the entry changes. */
  readonly updatedAt: number;
  /** Plain text. */
  readonly summary: string;
  readonly categories: readonly string[];
}

export interface NewsFeed {
  readonly title: string;
  /** Address of the feed in Atom, which is its id, and in JSON. */
  readonly atomUrl: string;
  readonly jsonUrl: string;
  /** The same list as JSON of the API. */
  readonly listUrl: string;
  /** UTC ms; the feed's own date when it has no entry. */
  readonly now: number;
  readonly entries: readonly FeedEntry[];
}

const AUTHOR = 'Vedette';

export const atomFeed = ({ title, atomUrl, listUrl, now, entries }: NewsFeed): string => {
  const updated = Math.max(...entries.map(({ updatedAt }) => updatedAt), entries.length === 0 ? now : 0);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${text(atomUrl)}</id>`,
    `  <title>${text(title)}</title>`,
    `  <updated>${formatMillis(updated)}</updated>`,
    `  <link rel="self" type="application/atom+xml" href="${text(atomUrl)}"/>`,
    `  <link rel="alternate" type="application/json" href="${text(listUrl)}"/>`,
    `  <author><name>${AUTHOR}</name></author>`,
    ...entries.map(atomEntry),
    '</feed>',
    '',
  ].join('\n');
};

const atomEntry = (entry: FeedEntry): string =>
  [
    '  <entry>',
    `    <id>${text(entry.id)}</id>`,
    `    <title>${text(entry.title)}</title>`,
    `    <published>${formatMillis(entry.publishedAt)}</published>`,
    `    <updated>${formatMillis(entry.updatedAt)}</updated>`,
    `    <link rel="alternate" type="${entry.linkType}" href="${text(entry.link)}"/>`,
    ...entry.categories.map((term) => `    <category term="${text(term)}"/>`),
    `    <summary>${text(entry.summary)}</summary>`,
    '  </entry>',
  ].join('\n');

/** JSON Feed 1.1, `application/feed+json`. */
export const jsonFeed = ({ title, jsonUrl, listUrl, entries }: NewsFeed): object => ({
  version: 'https://jsonfeed.org/version/1.1',
  title,
  home_page_url: listUrl,
  feed_url: jsonUrl,
  authors: [{ name: AUTHOR }],
  language: 'en',
  items: entries.map((entry) => ({
    id: entry.id,
    url: entry.link,
    title: entry.title,
    content_text: entry.summary === '' ? entry.title : entry.summary,
    date_published: formatMillis(entry.publishedAt),
    date_modified: formatMillis(entry.updatedAt),
    tags: entry.categories,
  })),
});

/** A title that says where its entries are invented. */
export const feedTitle = (words: string, synthetic: boolean): string =>
  `Vedette: ${words}${synthetic ? ' (synthetic demo)' : ''}`;
