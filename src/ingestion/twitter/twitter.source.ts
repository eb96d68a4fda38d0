import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '../../platform/common/durations';
import {
  fieldsIn,
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  readJson,
  textOf,
  UnreadableError,
} from '../../platform/common/foreign-json';
import { cleaned } from '../../platform/common/foreign-words';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import type { ParsedItem } from '../../event-log/item';
import { Dollars } from '../../platform/upstream/dollars.service';
import { upstreamLedger } from '../../platform/upstream/ledger.provider';
import { UpstreamError, type UpstreamResponse } from '../../platform/upstream/upstream-request';
import {
  collected,
  requiredSetting,
  unchanged,
  type CollectContext,
  type CollectResult,
  type Source,
  type SourceAdapter,
} from '../source';
import { parseTweets } from './parse-tweets';

/** Posts of the first poll and maximum of any: X's own limits, since every post is charged. */
const POSTS = { first: 5, max: 100 };

/** No expansions: included objects are charged too, and the author is known. */
const FIELDS = new URLSearchParams({
  exclude: 'replies',
  'tweet.fields': 'created_at,lang,public_metrics,referenced_tweets,note_tweet,withheld',
});

const PAUSE_MAX_MS = DAY_MS;

/** Nest token of the number of accounts that share the daily budget. */
export const X_ACCOUNTS = Symbol('XAccounts');

/** Keeps the numeric id of an account, since names change. */
interface AccountCursor {
  readonly user_id: string;
  readonly since_id: string | null;
  /** UTC ms before which it is not polled: its share of the daily budget is spent. */
  readonly next_at: number;
}

/**
 * One account of X. Setting: `account`. Through the API v2 with a bearer token, else through an RSS bridge at
 * `/<account>/rss`. X charges per returned object: the cost of each request is reserved in advance, and an account with
 * many posts is polled again when its share of the daily budget (`X_DAILY_USD`) allows it, so that it cannot use up the
 * others' budget.
 */
@Injectable()
export class TwitterSource implements SourceAdapter {
  readonly kind = 'twitter';
  private readonly postUsd = upstreamLedger().call('x', 'user-posts').usd ?? 0;
  private readonly userUsd = upstreamLedger().call('x', 'user-by-name').usd ?? 0;
  /** Numeric ids by account, paid for once even where the first look at its posts fails. */
  private readonly userIds = new Map<string, string>();
  /** Serialized: the reservation of one poll is settled before the next is made. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(Dollars) private readonly dollars: Pick<Dollars, 'hold' | 'settle'>,
    @Inject(X_ACCOUNTS) private readonly accounts: number,
  ) {}

  disabledReason(): string | null {
    const { xBearerToken, xRssBridgeUrl } = this.environment;
    return xBearerToken === null && xRssBridgeUrl === null
      ? 'Neither X_BEARER_TOKEN nor X_RSS_BRIDGE_URL is set'
      : null;
  }

  async collect(source: Source, context: CollectContext): Promise<CollectResult> {
    const account = requiredSetting(source, 'account');
    const { xBearerToken, xRssBridgeUrl } = this.environment;
    if (xBearerToken === null) return this.fromBridge(account, xRssBridgeUrl ?? '', source, context);
    const { untimed = (wait) => wait(), signal } = context;
    const before = this.turn;
    const look = untimed(() => before).then(() => {
      // Given up while it waited: nothing is reserved.
      signal.throwIfAborted();
      return this.fromApi(account, xBearerToken, source, context);
    });
    this.turn = look.catch(() => undefined);
    return look;
  }

  private async fromApi(
    account: string,
    token: string,
    source: Source,
    context: CollectContext,
  ): Promise<CollectResult> {
    const { state, now } = context;
    const cursor = readCursor(state.cursor);
    if (cursor !== null && now < cursor.next_at) return unchanged(state);
    const { userUsd, postUsd } = this;
    const path = `/users/by/username/${encodeURIComponent(account)}`;
    const userId =
      cursor?.user_id ??
      this.userIds.get(account) ??
      userIdOf(await this.paid(path, token, userUsd, () => userUsd, context));
    this.userIds.set(account, userId);
    const most = cursor === null ? POSTS.first : this.postsOfDay();
    const query = new URLSearchParams(FIELDS);
    query.set('max_results', String(most));
    if (typeof cursor?.since_id === 'string') query.set('since_id', cursor.since_id);
    const costOf = ({ body }: UpstreamResponse): number => listOf(fieldsOf(readJson(body))['data']).length * postUsd;
    const answer = await this.paid(
      `/users/${userId}/tweets?${query.toString()}`,
      token,
      most * postUsd,
      costOf,
      context,
    );
    const { items } = parseTweets(answer.body, { sourceLang: source.lang, account });
    const pauseMs = (DAY_MS * this.accounts * costOf(answer)) / this.environment.xDailyUsd;
    const next: AccountCursor = {
      user_id: userId,
      since_id: newestId(items, cursor?.since_id ?? null),
      next_at: now + Math.min(Math.round(pauseMs), PAUSE_MAX_MS),
    };
    return collected(items, { ...next });
  }

  /** Posts per day within an account's share of the budget. */
  private postsOfDay(): number {
    const share = Math.floor(this.environment.xDailyUsd / (this.accounts * this.postUsd));
    return Math.min(POSTS.max, Math.max(POSTS.first, share));
  }

  /** One request with its cost reserved in advance. @throws UpstreamError when the daily budget is spent */
  private async paid(
    path: string,
    token: string,
    worstUsd: number,
    costOf: (answer: UpstreamResponse) => number,
    { upstream, now }: CollectContext,
  ): Promise<UpstreamResponse> {
    const hold = await this.dollars.hold('x', 'posts', worstUsd, now);
    if (hold === null) {
      const reason = `X_DAILY_USD (${this.environment.xDailyUsd}) leaves no room for another look today`;
      throw new UpstreamError('refused', reason, { retryAfterMs: DAY_MS - (now % DAY_MS) });
    }
    try {
      const answer = await upstream.get({
        url: `${this.environment.xApiUrl}${path}`,
        secretHeaders: { Authorization: `Bearer ${token}` },
        allowPrivate: true,
        breaker: 'x',
      });
      await this.dollars.settle(hold, costOf(answer));
      return answer;
    } catch (error) {
      // Rejected requests are free; aborted ones may have been charged, and stay counted.
      if (error instanceof UpstreamError && (error.code === 'status' || error.code === 'breaker-open'))
        await this.dollars.settle(hold, 0);
      throw error;
    }
  }

  private async fromBridge(
    account: string,
    bridge: string,
    source: Source,
    { upstream }: CollectContext,
  ): Promise<CollectResult> {
    const url = `${bridge}/${encodeURIComponent(account)}/rss`;
    const answer = await upstream.get({ url, allowPrivate: true });
    const { items, warnings } = parseTweets(answer.body, { url, sourceLang: source.lang });
    return collected(items, null, warnings);
  }
}

const readCursor = (cursor: unknown): AccountCursor | null => {
  if (!isFields(cursor)) return null;
  const userId = textOf(cursor['user_id']);
  if (userId === null) return null;
  return { user_id: userId, since_id: textOf(cursor['since_id']), next_at: numberOf(cursor['next_at']) ?? 0 };
};

const userIdOf = ({ body }: UpstreamResponse): string => {
  const answer = fieldsOf(readJson(body));
  const id = textOf(fieldsOf(answer['data'])['id']);
  const said = textOf(fieldsIn(answer['errors'])[0]?.['detail']);
  if (id === null || !/^\d{1,20}$/.test(id))
    throw new UnreadableError(`X knows no such account${said === null ? '' : `: ${cleaned(said)}`}`);
  return id;
};

/** The largest id, compared as BigInt: ids grow with time and exceed safe integers. */
const newestId = (items: readonly ParsedItem[], before: string | null): string | null =>
  items
    .flatMap(({ url }) => /\/status\/(\d+)$/.exec(url ?? '')?.[1] ?? [])
    .reduce<string | null>((newest, id) => (newest === null || BigInt(id) > BigInt(newest) ? id : newest), before);
