/**
 * Reads JSON Feed (1 and 1.1) and WordPress posts (`/wp-json/wp/v2/posts`) to the same raw fields as the XML formats.
 */
import type { RawField } from './feed-field';
import { ITEMS_MAX, type RawFeed, type RawFields, type Unreadable } from './feed-reader';

export const readJsonFeed = (text: string): RawFeed | Unreadable => {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', reason: 'it is neither XML nor valid JSON' };
  }
  if (Array.isArray(document)) return readPosts(document);
  const feed = record(document);
  const items = feed?.['items'];
  if (feed === null || !Array.isArray(items)) return { kind: 'unreadable', reason: 'it is JSON, but no JSON Feed' };
  const channel: RawFields = new Map();
  const lang = textOf(feed['language']);
  set(channel, 'title', feed['title'], lang, 'text');
  set(channel, 'language', lang, lang, 'text');
  set(channel, 'link', feed['home_page_url'], lang, 'text');
  return {
    kind: 'feed',
    format: 'feed',
    lang,
    channel,
    items: items.slice(0, ITEMS_MAX).flatMap((item: unknown) => readJsonItem(record(item), lang)),
    truncated: false,
  };
};

const readJsonItem = (item: Readonly<Record<string, unknown>> | null, feedLang: string | null): RawFields[] => {
  if (item === null) return [];
  const fields: RawFields = new Map();
  const lang = textOf(item['language']) ?? feedLang;
  set(fields, 'title', item['title'], lang, 'text');
  set(fields, 'id', item['id'], lang, 'text');
  set(fields, 'link', item['url'] ?? item['external_url'], lang, 'text');
  set(fields, 'summary', item['summary'], lang, 'text');
  set(fields, 'content', item['content_text'], lang, 'text');
  set(fields, 'content', item['content_html'], lang, 'html');
  set(fields, 'published', item['date_published'], lang, 'text');
  set(fields, 'updated', item['date_modified'], lang, 'text');
  return [fields];
};

/** WordPress posts: objects with `title.rendered`, GMT times without a zone, and the address as `link`. */
const readPosts = (posts: readonly unknown[]): RawFeed | Unreadable => {
  const items = posts.slice(0, ITEMS_MAX).flatMap((each): RawFields[] => {
    const post = record(each);
    const rendered = (name: string): unknown => record(post?.[name])?.['rendered'];
    if (post === null || typeof rendered('title') !== 'string') return [];
    const fields: RawFields = new Map();
    const gmt = (name: string): string | null => (typeof post[name] === 'string' ? `${post[name]}Z` : null);
    set(fields, 'title', rendered('title'), null, 'html');
    set(fields, 'id', rendered('guid'), null, 'text');
    set(fields, 'link', post['link'], null, 'text');
    set(fields, 'summary', rendered('excerpt'), null, 'html');
    set(fields, 'published', gmt('date_gmt'), null, 'text');
    set(fields, 'updated', gmt('modified_gmt'), null, 'text');
    return [fields];
  });
  if (items.length === 0 && posts.length > 0) return { kind: 'unreadable', reason: 'it is JSON, but no posts' };
  return { kind: 'feed', format: 'feed', lang: null, channel: new Map(), items, truncated: false };
};

const record = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

const set = (fields: RawFields, name: string, value: unknown, lang: string | null, type: string): void => {
  const text = textOf(value);
  if (text === null) return;
  const field: RawField = { attributes: { type }, text, hasMarkup: false, lang, base: null };
  fields.set(name, [...(fields.get(name) ?? []), field]);
};
