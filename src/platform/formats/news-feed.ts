/** A feed in two formats: Atom (RFC 4287) and JSON Feed 1.1. Pure: returns text or a JSON value. */
import { escapeHtml as text } from '../common/html';
import { formatMillis } from '../common/utc-time';

export interface FeedEntry {
  /** Permanent id of the entry, an address that need not resolve. */
  readonly id: string;
  readonly title: string;
  /** Absolute address of the entry's page, with its media type. */
  readonly link: string;
  readonly linkType: 'application/json' | 'text/html';
  /** UTC ms. */
  readonly publishedAt: number;
  /** UTC ms; changes with the entry. */
  readonly updatedAt: number;
  readonly summary: string;
  readonly categories: readonly string[];
}

export interface NewsFeed {
  readonly title: string;
  /** Address of the Atom feed, which is the feed's id, and of the JSON feed. */
  readonly atomUrl: string;
  readonly jsonUrl: string;
  readonly listUrl: string;
  /** UTC ms; the feed's date if it is empty. */
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

export const feedTitle = (words: string, synthetic: boolean): string =>
  `Vedette: ${words}${synthetic ? ' (synthetic demo)' : ''}`;
