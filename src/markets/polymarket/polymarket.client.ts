import { Inject, Injectable } from '@nestjs/common';
import { fieldsIn, fieldsOf, idOf, readJson, textOf, UnreadableError } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { RecentAnswers } from '../../platform/upstream/recent-answers.service';
import { serverOf } from '../../platform/upstream/host-pace';
import { UpstreamClient } from '../../platform/upstream/upstream.client';
import { UpstreamError, type UpstreamRequest } from '../../platform/upstream/upstream-request';
import { cursorAtEnd } from '../listing-walk';
import type { Market } from '../market';
import type { MarketsPage } from '../market-document';
import { pastPrices, type PastPrice } from '../price-history';
import type { BookTop } from '../quote';
import { conditionForms } from './condition-id';
import { topOfBook } from './parse-book';
import { readPolymarketMarkets } from './parse-markets';
import { fillOf, readTrades, type Trade, type TradesPage } from './parse-trades';

/** Every listing accepts 100; some reject more. */
export const POLYMARKET_PAGE = 100;
/** Condition ids per address: 20 of 66 characters are below every length limit. */
export const CONDITION_IDS = 20;
export const BOOKS = 100;
/** The API allows 1,000, but large pages with a cash filter were slow. */
const TRADES_PAGE = 500;
const TRADES_PAGES_MAX = 20;
/** A side request: its failures do not affect quotes. A hundred are allowed a second. */
const HISTORY = { breaker: 'polymarket history', retries: 0, hostIntervalMs: 10 };
/** Maximum size of a response read only for its cursor. */
const CURSOR_BYTES_MAX = 64 * 1024 * 1024;

/** Gamma (markets), the CLOB (books) and the data API (trades) of Polymarket, read-only. */
@Injectable()
export class PolymarketClient {
  constructor(
    private readonly upstream: UpstreamClient,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly answers: RecentAnswers,
  ) {}

  /** The id of a topic, used to filter listings; null for an unknown slug. */
  async topicId(slug: string, signal: AbortSignal): Promise<string | null> {
    const url = `${this.environment.polymarketGammaUrl}/tags/slug/${encodeURIComponent(slug)}`;
    try {
      return idOf(fieldsOf(readJson(await this.get(url, signal)))['id']);
    } catch (error) {
      if (error instanceof UpstreamError && error.details.status === 404) return null;
      throw error;
    }
  }

  /**
   * One page of open markets of a topic by event, with topics and series.
   *
   * @param topic its id: a slug is silently ignored, returning the whole exchange
   * @param after cursor of the previous page, or null
   * @param size events per page
   */
  async openMarkets(topic: string, after: string | null, size: number, signal: AbortSignal): Promise<MarketsPage> {
    return this.markets(openEvents(topic, after, size), signal);
  }

  /** The cursor after one event that is too large to read. */
  async cursorBehind(topic: string, after: string | null, signal: AbortSignal): Promise<string | null> {
    const url = `${this.environment.polymarketGammaUrl}${openEvents(topic, after, 1)}`;
    return cursorAtEnd(await this.get(url, signal, { maxBytes: CURSOR_BYTES_MAX }), 'next_cursor');
  }

  /**
   * Price history of a token, oldest first; the CLOB keeps about half a year.
   *
   * @param from UTC milliseconds, at most 15 days before `to`: longer windows are rejected
   * @param stepMinutes time between two prices
   */
  async priceHistory(
    token: string,
    from: number,
    to: number,
    stepMinutes: number,
    signal: AbortSignal,
  ): Promise<readonly PastPrice[]> {
    const query = new URLSearchParams({
      market: token,
      startTs: String(Math.floor(from / 1000)),
      endTs: String(Math.floor(to / 1000)),
      fidelity: String(stepMinutes),
    });
    const url = `${this.environment.polymarketClobUrl}/prices-history?${query.toString()}`;
    const { history } = fieldsOf(readJson(await this.get(url, signal, HISTORY)));
    if (!Array.isArray(history)) throw new UnreadableError('No price history in this answer');
    return pastPrices(
      fieldsIn(history).map(({ t, p }) => ({ seconds: t, price: p })),
      from,
      to,
    );
  }

  /** Markets by ticker, open or closed; those unknown to Gamma are omitted. */
  async marketsByTicker(tickers: readonly string[], closed: boolean, signal: AbortSignal): Promise<readonly Market[]> {
    if (tickers.length === 0) return [];
    const query = new URLSearchParams({ limit: String(POLYMARKET_PAGE), closed: String(closed) });
    for (const id of tickers.flatMap(conditionForms)) query.append('condition_ids', id);
    return (await this.markets(`/markets/keyset?${query.toString()}`, signal)).markets;
  }

  /** Best level of both sides of at most {@link BOOKS} books; null without orders. */
  async books(tokens: readonly string[], signal: AbortSignal): Promise<readonly TokenBook[]> {
    const url = `${this.environment.polymarketClobUrl}/books`;
    const request = this.requestFor(url, signal);
    const { body } = await this.upstream.post({ ...request, json: tokens.map((token) => ({ token_id: token })) });
    return fieldsIn(readJson(body)).flatMap((book) => {
      const token = textOf(book['asset_id'] ?? book['token_id']);
      return token === null ? [] : [{ ...topOfBook(book), token, raw_sha256: this.answers.keep(book) }];
    });
  }

  /**
   * Trades of at least `usdMin` on at most {@link CONDITION_IDS} markets, newest first, back to an instant. Pages
   * overlap when new trades arrive in between: a fill is returned as often as in the page with most repeats of it.
   *
   * @param since UTC milliseconds
   */
  async trades(
    tickers: readonly string[],
    usdMin: number,
    since: number,
    signal: AbortSignal,
  ): Promise<Pick<TradesPage, 'trades' | 'refused'>> {
    const found: Trade[] = [];
    const told = new Map<string, number>();
    const refused = new Map<string, number>();
    let cursor: string | null = null;
    for (let pages = 0; pages < TRADES_PAGES_MAX; pages++) {
      const query = new URLSearchParams({
        // Joined by commas: the API rejects repeated keys.
        condition_id: tickers.join(','),
        taker_only: 'true',
        // Without it the amount is in shares.
        filter_type: 'CASH',
        filter_amount: String(usdMin),
        limit: String(TRADES_PAGE),
      });
      if (cursor !== null) query.set('cursor', cursor);
      const url = `${this.environment.polymarketDataUrl}/v2/trades?${query.toString()}`;
      const page = readTrades(readJson(await this.get(url, signal)));
      for (const [field, count] of page.refused) refused.set(field, (refused.get(field) ?? 0) + count);
      const here = new Map<string, number>();
      for (const trade of page.trades) {
        const fill = fillOf(trade);
        const nth = (here.get(fill) ?? 0) + 1;
        here.set(fill, nth);
        if (nth <= (told.get(fill) ?? 0)) continue;
        told.set(fill, nth);
        if (trade.tradedAt >= since) found.push(trade);
      }
      const oldest = page.trades.at(-1);
      if (page.nextCursor === null || page.nextCursor === cursor) break;
      if (oldest !== undefined && oldest.tradedAt < since) break;
      cursor = page.nextCursor;
    }
    return { trades: found, refused };
  }

  private async markets(path: string, signal: AbortSignal): Promise<MarketsPage> {
    const body = await this.get(`${this.environment.polymarketGammaUrl}${path}`, signal);
    return readPolymarketMarkets(readJson(body), (said) => this.answers.keep(said));
  }

  private async get(url: string, signal: AbortSignal, options: Partial<UpstreamRequest> = {}): Promise<Buffer> {
    return (await this.upstream.get({ ...this.requestFor(url, signal), ...options })).body;
  }

  private requestFor(url: string, signal: AbortSignal): UpstreamRequest {
    return {
      url,
      headers: { Accept: 'application/json' },
      allowPrivate: true,
      // Books allow fifty requests a second, the others twenty.
      hostIntervalMs: url.startsWith(this.environment.polymarketClobUrl) ? 20 : 50,
      breaker: `polymarket ${serverOf(new URL(url))}`,
      signal,
    };
  }
}

interface TokenBook extends BookTop {
  readonly token: string;
  /** SHA-256 of the exchange's data of this book. */
  readonly raw_sha256: string;
}

const openEvents = (topic: string, after: string | null, size: number): string => {
  const query = new URLSearchParams({
    limit: String(size),
    closed: 'false',
    tag_id: topic,
    order: 'volume24hr',
    ascending: 'false',
  });
  // Other parameter names are silently ignored, always returning the first page.
  if (after !== null) query.set('after_cursor', after);
  return `/events/keyset?${query.toString()}`;
};
