import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as cheerio from 'cheerio';
import type { ParsedItem } from '../../src/event-log/item';
import { itemKey } from '../../src/event-log/item-id';
import { UNTITLED } from '../../src/ingestion/feeds/feed-item';
import { parseFeed } from '../../src/ingestion/feeds/parse-feed';
import type { ParsedFeed } from '../../src/ingestion/feeds/parse-feed';
import { languageOfTag } from '../../src/ingestion/language';
import type { Expectation } from './feedparser-expectations';
import { readCorpusCase } from './feedparser-expectations';
import { capturePath } from './captured';

/**
 * The conformance corpora of other readers, judged in the fields that Vedette keeps. Plain text is
 * compared without white space, because a corpus states HTML where we keep its text.
 */
const conformance = capturePath('payloads', 'feeds', 'conformance');

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

const squeezed = (text: string): string => text.replace(/[\s\u200b\u00a0]+/g, '');
const textOfHtml = (html: string): string => cheerio.load(html, null, false).text();

/** Whether our plain text equals that of a corpus, which may be text or HTML. */
const saysTheSame = (ours: string | null | undefined, stated: string): boolean =>
  [stated, textOfHtml(stated)].map(squeezed).includes(squeezed(ours ?? ''));

/** True or false for a field that we keep, undefined for every other one. */
function holds(expectation: Expectation, feed: ParsedFeed): boolean | undefined {
  const { entry, path, value } = expectation;
  if (entry === null) {
    if (path === 'title' && typeof value === 'string') return saysTheSame(feed.title, value);
    return path === 'language' ? feed.feedLang === languageOfTag(value as string | null) : undefined;
  }
  const item: ParsedItem | undefined = feed.items[entry];
  if (item === undefined) return false;
  if (typeof value === 'string') {
    if (/^(title|title_detail\.value)$/.test(path))
      return saysTheSame(item.title === UNTITLED ? '' : item.title, value);
    if (/^(summary|description|summary_detail\.value|content\.0\.value)$/.test(path)) {
      return value === '' ? true : saysTheSame(item.summary, value);
    }
    if (path === 'link') return item.url === value;
    if (/^(id|guid)$/.test(path)) return item.key === itemKey({ guid: value, title: item.title, publishedAt: null });
  }
  if (/\.language$/.test(path)) return item.lang === languageOfTag(value as string | null);
  if (/^(published|updated|created)_parsed$/.test(path) && Array.isArray(value)) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = value as number[];
    return item.publishedAt === Date.UTC(year, month - 1, day, hour, minute, second);
  }
  return undefined;
}

/** Cases that we decide otherwise, and why. */
const knowinglyOtherwise: ReadonlyMap<string, string> = new Map([
  ['sanitize/entry_content_iframe.xml', 'what an iframe holds is not text of the item'],
  ['sanitize/item_content_encoded_script_nested_cdata.xml', 'a CDATA mark inside HTML is markup, not text'],
]);

describe('conformance corpora of feed readers', () => {
  it('has the results that the well-formed part of the feedparser corpus expects in at least 97 % of our fields', () => {
    const folder = join(conformance, 'feedparser', 'wellformed');
    const failed: string[] = [];
    let judged = 0;

    for (const path of filesBelow(folder)) {
      const bytes = readFileSync(path);
      const { headers, expectations } = readCorpusCase(bytes.toString('utf8'));
      const feed = parseFeed(bytes, {
        contentType: headers['content-type'],
        url: headers['content-location'] ?? 'http://127.0.0.1:8097/',
      });
      const results = expectations.map((expectation) => (feed.kind === 'feed' ? holds(expectation, feed) : false));
      if (results.every((result) => result === undefined)) continue;
      judged += 1;
      if (results.includes(false)) failed.push(relative(folder, path));
    }

    expect(judged).toBeGreaterThan(200);
    expect(failed.length / judged).toBeLessThanOrEqual(0.03);
    expect(failed.filter((path) => !knowinglyOtherwise.has(path))).toEqual([]);
  });

  it('reads every file of every corpus to items or to a reason', () => {
    for (const path of filesBelow(conformance)) {
      const result = parseFeed(readFileSync(path));
      if (result.kind === 'feed') for (const item of result.items) expect(item.title).not.toBe('');
      else expect(result.reason).not.toBe('');
    }
  });
});
