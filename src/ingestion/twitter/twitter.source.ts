import { Inject, Injectable } from '@nestjs/common';
import { fieldsOf, isFields, readJson, textOf, UnreadableError } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import type { ParsedItem } from '../../event-log/item';
import type { UpstreamResponse } from '../../platform/upstream/upstream-request';
import type { CollectContext, CollectResult, Source, SourceAdapter } from '../source';
import { requiredSetting } from '../source-settings';
import { parseTweets } from './parse-tweets';

const FIELDS = new URLSearchParams({
  max_results: '100',
  exclude: 'replies',
  'tweet.fields': 'created_at,lang,author_id,public_metrics,referenced_tweets,note_tweet',
  expansions: 'author_id,referenced_tweets.id,referenced_tweets.id.author_id',
  'user.fields': 'username',
});

/** Every post read is paid for: no more than this many pages a look. */
const PAGES_MAX = 2;

/** What is remembered of an account: names change, the numeric id does not. */
interface AccountCursor {
  readonly user_id: string;
  readonly since_id: string | null;
}

/**
 * One account of X. Setting: `account`. Through the API v2 when there is a bearer token, else through
 * an RSS bridge, which serves `/<account>/rss`.
 */
@Injectable()
export class TwitterSource implements SourceAdapter {
  readonly kind = 'twitter';

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  disabledReason(): string | null {
    const { xBearerToken, xRssBridgeUrl } = this.environment;
    return xBearerToken === null && xRssBridgeUrl === null
      ? 'Neither X_BEARER_TOKEN nor X_RSS_BRIDGE_URL is set'
      : null;
  }

  async collect(source: Source, context: CollectContext): Promise<CollectResult> {
    const account = requiredSetting(source, 'account');
    const { xBearerToken, xRssBridgeUrl } = this.environment;
    if (xBearerToken !== null) return this.fromApi(account, xBearerToken, source, context);
    return this.fromBridge(account, xRssBridgeUrl ?? '', source, context);
  }

  private async fromApi(
    account: string,
    token: string,
    source: Source,
    context: CollectContext,
  ): Promise<CollectResult> {
    const ask = (path: string): Promise<UpstreamResponse> =>
      context.upstream.get({
        url: `${this.environment.xApiUrl}${path}`,
        secretHeaders: { Authorization: `Bearer ${token}` },
        allowPrivate: true,
        breaker: 'x',
        signal: context.signal,
      });
    const cursor = readCursor(context.state.cursor);
    const userId = cursor?.user_id ?? userIdOf(await ask(`/users/by/username/${encodeURIComponent(account)}`));
    const items: ParsedItem[] = [];
    let next: string | null = null;
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const query = new URLSearchParams(FIELDS);
      if (typeof cursor?.since_id === 'string') query.set('since_id', cursor.since_id);
      if (next !== null) query.set('pagination_token', next);
      const answer = await ask(`/users/${userId}/tweets?${query.toString()}`);
      const page = parseTweets(answer.body, { sourceLang: source.lang });
      items.push(...page.items);
      next = page.nextToken;
      if (next === null || cursor === null) break;
    }
    const since = newestId(items, cursor?.since_id ?? null);
    return result(items, { user_id: userId, since_id: since }, []);
  }

  private async fromBridge(
    account: string,
    bridge: string,
    source: Source,
    { upstream, signal }: CollectContext,
  ): Promise<CollectResult> {
    const url = `${bridge}/${encodeURIComponent(account)}/rss`;
    const answer = await upstream.get({ url, allowPrivate: true, signal });
    const { items, warnings } = parseTweets(answer.body, { url, sourceLang: source.lang });
    return result(items, null, warnings);
  }
}

const result = (
  items: readonly ParsedItem[],
  cursor: { readonly user_id: string; readonly since_id: string | null } | null,
  warnings: readonly string[],
): CollectResult => ({
  items,
  state: { etag: null, lastModified: null, cursor },
  notModified: false,
  warnings,
});

const readCursor = (cursor: unknown): AccountCursor | null => {
  if (!isFields(cursor)) return null;
  const userId = textOf(cursor['user_id']);
  return userId === null ? null : { user_id: userId, since_id: textOf(cursor['since_id']) };
};

const userIdOf = ({ body }: UpstreamResponse): string => {
  const id = textOf(fieldsOf(fieldsOf(readJson(body))['data'])['id']);
  if (id === null || !/^\d{1,20}$/.test(id)) throw new UnreadableError('X knows no such account');
  return id;
};

/** The largest of the ids read and the one before: ids grow with time and exceed safe integers. */
const newestId = (items: readonly ParsedItem[], before: string | null): string | null =>
  items
    .flatMap(({ url }) => /\/status\/(\d+)$/.exec(url ?? '')?.[1] ?? [])
    .reduce<string | null>((newest, id) => (newest === null || BigInt(id) > BigInt(newest) ? id : newest), before);
