/**
 * Parses posts of X in document order: responses of the X API v2 (a page, a stream object, one post, JSON Lines of any
 * of these, bare lists of posts) and the RSS of a bridge such as Nitter.
 *
 * The identity is the id of the post's first version: an edit has a new id and lists the earlier ones, and bridge and
 * API use the same ids. The text of a long post is in `note_tweet`, that of a repost among the included posts. Posts
 * that are only included (replied to, quoted) are not items.
 */
import {
  fieldsIn,
  fieldsOf,
  isFields,
  listOf,
  microsOf,
  millisOfMicros,
  numberOf,
  readJsonLines,
  textOf,
  UnreadableError,
  type Fields,
} from '../../platform/common/foreign-json';
import { headlineOf, oneLine, summaryOf } from '../../platform/common/plain-text';
import type { ParsedItem, Scalar } from '../../event-log/item';
import { recordedBody } from '../../markets/recorded-body';
import { parseFeed, type FeedHints } from '../feeds/parse-feed';

interface TweetsPage {
  readonly items: readonly ParsedItem[];
  /** `pagination_token` of the next page; null at the end, and from a bridge. */
  readonly nextToken: string | null;
  readonly warnings: readonly string[];
}

interface TweetHints extends FeedHints {
  /** Default author, for documents without authors. */
  readonly account?: string;
}

/** @throws UnreadableError when the document is an error or has no posts */
export const parseTweets = (bytes: Uint8Array, hints: TweetHints = {}): TweetsPage => {
  const start = Buffer.from(bytes.subarray(0, 256)).toString('utf8').trimStart();
  return start.startsWith('{') || start.startsWith('[') ? apiPage(bytes, hints.account) : bridgePage(bytes, hints);
};

const apiPage = (bytes: Uint8Array, account?: string): TweetsPage => {
  const { values, badLines } = readJsonLines(bytes);
  const pages = values.map((value) => pageOf(recordedBody(value)));
  const items = pages.flatMap((page) => page.posts.map((post) => itemOf(post, page.includes, account)));
  const empty = pages.length > 0 && pages.every((page) => page.saysEmpty);
  if (items.length === 0 && !empty) throw new UnreadableError(whyEmpty(values));
  return {
    items,
    nextToken: pages.at(-1)?.nextToken ?? null,
    warnings: badLines === 0 ? [] : [`${badLines} lines are not JSON (a stream cut short)`],
  };
};

interface Page {
  readonly posts: readonly Fields[];
  readonly includes: Includes;
  readonly nextToken: string | null;
  /** The API itself reports no results. */
  readonly saysEmpty: boolean;
}

interface Includes {
  /** User id → user name. */
  readonly userNames: ReadonlyMap<string, string>;
  readonly posts: ReadonlyMap<string, Fields>;
}

const POST_ID = /^\d{1,20}$/;

const isPost = (row: Fields): boolean => POST_ID.test(textOf(row['id']) ?? '') && typeof row['text'] === 'string';

const pageOf = (body: unknown): Page => {
  const fields = fieldsOf(body);
  const data = Array.isArray(body) ? body : fields['data'];
  const rows = isFields(data) ? [data] : fieldsIn(data);
  const meta = fieldsOf(fields['meta']);
  return {
    posts: rows.filter(isPost),
    includes: includesOf(fieldsOf(fields['includes'])),
    nextToken: textOf(meta['next_token']),
    saysEmpty: numberOf(meta['result_count']) === 0 || (Array.isArray(body) && body.length === 0),
  };
};

const includesOf = (includes: Fields): Includes => {
  const named = fieldsIn(includes['users']).flatMap((user): (readonly [string, string])[] => {
    const [id, name] = [textOf(user['id']), textOf(user['username'])];
    return id === null || name === null || !/^\w{1,20}$/.test(name) ? [] : [[id, name]];
  });
  const posts = fieldsIn(includes['tweets']).filter(isPost);
  return { userNames: new Map(named), posts: new Map(posts.map((post) => [String(post['id']), post] as const)) };
};

const whyEmpty = (values: readonly unknown[]): string => {
  const first = fieldsOf(values[0]);
  const error = fieldsIn(first['errors'])[0] ?? first;
  const said = textOf(error['detail'] ?? error['message'] ?? error['title']);
  return said === null ? 'No posts of X in this document' : `X answered with an error: ${oneLine(said)}`;
};

const itemOf = (post: Fields, includes: Includes, account: string | undefined): ParsedItem => {
  const id = String(post['id']);
  const first = textOf(listOf(post['edit_history_tweet_ids'])[0]);
  const author = includes.userNames.get(textOf(post['author_id']) ?? '') ?? account;
  const reposted = referenced(post, 'retweeted', includes);
  const text = fullText(post);
  return {
    key: `x:${first !== null && POST_ID.test(first) ? first : id}`,
    title: headlineOf(text) || '[post without text]',
    url: `https://x.com/${author ?? 'i/web'}/status/${id}`,
    publishedAt: millisOfMicros(microsOf(post['created_at'])),
    lang: languageOf(post['lang']),
    summary: summaryOf(reposted === null ? text : fullText(reposted)),
    publisher: reposted === null ? null : (authorOf(reposted, includes) ?? mentionOf(text)),
    attributes: attributesOf(post, author),
  };
};

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** The API escapes exactly three characters. */
const fullText = (post: Fields): string =>
  (textOf(fieldsOf(post['note_tweet'])['text']) ?? String(post['text'])).replace(
    /&(?:amp|lt|gt);/g,
    (entity) => ENTITIES[entity] ?? entity,
  );

const references = (post: Fields, type: string): readonly string[] =>
  fieldsIn(post['referenced_tweets'])
    .filter((reference) => reference['type'] === type)
    .map((reference) => textOf(reference['id']) ?? '');

const referenced = (post: Fields, type: string, { posts }: Includes): Fields | null =>
  posts.get(references(post, type)[0] ?? '') ?? null;

const authorOf = (post: Fields, { userNames }: Includes): string | null => {
  const name = userNames.get(textOf(post['author_id']) ?? '');
  return name === undefined ? null : `@${name}`;
};

const mentionOf = (text: string): string | null => /^RT (@\w{1,20}):/.exec(text)?.[1] ?? null;

/** X still uses withdrawn codes; `und`, `qme`, `zxx` … are not languages. */
const OLD_CODES: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi' };

const languageOf = (value: unknown): string | null => {
  const code = textOf(value)?.toLowerCase().split('-')[0] ?? '';
  return /^[a-z]{2}$/.test(code) ? (OLD_CODES[code] ?? code) : null;
};

const attributesOf = (post: Fields, author: string | undefined): Readonly<Record<string, Scalar>> => {
  const metrics = fieldsOf(post['public_metrics']);
  const known: readonly (readonly [string, Scalar | null])[] = [
    ['author', author ?? null],
    ['repost', references(post, 'retweeted').length > 0 ? true : null],
    ['reply', references(post, 'replied_to').length > 0 ? true : null],
    ['withheld', withheldIn(post)],
    ['quote', references(post, 'quoted').length > 0 ? true : null],
    ['reposts', numberOf(metrics['retweet_count'])],
    ['likes', numberOf(metrics['like_count'])],
  ];
  return Object.fromEntries(known.filter((pair): pair is readonly [string, Scalar] => pair[1] !== null));
};

/** Country codes where a post is withheld, or `copyright` for everywhere. */
const withheldIn = (post: Fields): string | null => {
  const withheld = fieldsOf(post['withheld']);
  if (withheld['copyright'] === true) return 'copyright';
  const codes = listOf(withheld['country_codes']).flatMap((code) => textOf(code) ?? []);
  return codes.length === 0 ? null : codes.slice(0, 20).join(', ');
};

const STATUS = /^https?:\/\/[^/]+\/(\w{1,20})\/status(?:es)?\/(\d{1,20})/;

const bridgePage = (bytes: Uint8Array, hints: FeedHints): TweetsPage => {
  const feed = parseFeed(bytes, hints);
  if (feed.kind === 'unreadable') throw new UnreadableError(`Neither posts of X nor a feed: ${feed.reason}`);
  return {
    items: feed.items.map((item) => bridgedItem(item)),
    nextToken: null,
    warnings: feed.truncated ? ['The feed ends before its end'] : [],
  };
};

/** The same identity as from the API; the address stays the bridge's. */
const bridgedItem = (item: ParsedItem): ParsedItem => {
  const match = STATUS.exec(item.url ?? '');
  if (match === null) return item;
  const [, author = '', id = ''] = match;
  const reposted = /^RT by @\w+:\s*/.exec(item.title);
  return {
    ...item,
    key: `x:${id}`,
    title: headlineOf(item.title) || '[post without text]',
    attributes: { ...item.attributes, author, ...(reposted === null ? {} : { repost: true }) },
  };
};
