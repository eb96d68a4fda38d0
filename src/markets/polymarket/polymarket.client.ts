import { Inject, Injectable } from '@nestjs/common';
import { fieldsIn, fieldsOf, idOf, numberOf, readJson } from '../../platform/common/foreign-json';
import { sha256Hex } from '../../platform/common/sha256';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { UpstreamClient } from '../../platform/upstream/upstream.client';
import { UpstreamError } from '../../platform/upstream/upstream-request';
import type { Market } from '../market';
import { pastPrices, type PastPrice } from '../price-history';
import { bestLevel, quotedPrice, type BookLevel, type BookTop } from '../quote';
import { parsePolymarketMarkets, type MarketsPage } from './parse-markets';
import { parsePolymarketTrades, type Trade } from './parse-trades';

/** 100 is what every listing takes; more was refused on some of them. */
const PAGE_SIZE = 100;
/** Condition ids in one address: 20 of 66 characters stay below every limit on its length. */
const IDS_PER_REQUEST = 20;
/** Trades a page: larger pages with a cash filter end in 408 after some six seconds. */
const TRADES_PAGE = 250;
/** The documentation allows offsets to 10,000; above 3,000 the API answers 400. */
const TRADES_OFFSET_MAX = 3000;

/** Gamma (markets), the CLOB (books) and the data API (trades) of Polymarket; nothing is ever sent. */
@Injectable()
export class PolymarketClient {
  constructor(
    private readonly upstream: UpstreamClient,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** The number of a topic, which listings are filtered by; null when there is no topic of that slug. */
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
   * One page of open markets of a topic, by their events, which carry their topics and series.
   *
   * @param topic its number: a slug is ignored without a word, and the whole exchange answered
   * @param after cursor of the page before, or null
   */
  async openMarkets(topic: string, after: string | null, signal: AbortSignal): Promise<MarketsPage> {
    const query = new URLSearchParams({
      limit: String(PAGE_SIZE),
      closed: 'false',
      tag_id: topic,
      order: 'volume24hr',
      ascending: 'false',
    });
    // Any other name for it is ignored without a word, and the first page comes for ever.
    if (after !== null) query.set('after_cursor', after);
    return this.markets(`/events/keyset?${query.toString()}`, signal);
  }

  /**
   * What a token cost, oldest first; the CLOB keeps about half a year.
   *
   * @param from UTC milliseconds
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
    const { history } = fieldsOf(readJson(await this.get(url, signal)));
    return pastPrices(
      fieldsIn(history).map(({ t, p }) => ({ seconds: t, price: p })),
      from,
      to,
    );
  }

  /** Markets by their tickers, open or closed; those that Gamma does not know are left out. */
  async marketsByTicker(tickers: readonly string[], closed: boolean, signal: AbortSignal): Promise<readonly Market[]> {
    const found: Market[] = [];
    for (let start = 0; start < tickers.length; start += IDS_PER_REQUEST) {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), closed: String(closed) });
      for (const ticker of tickers.slice(start, start + IDS_PER_REQUEST)) {
        query.append('condition_ids', ticker);
      }
      found.push(...(await this.markets(`/markets/keyset?${query.toString()}`, signal)).markets);
    }
    return found;
  }

  /** Best level of both sides of a token's book; a side without orders is null. */
  async book(token: string, signal: AbortSignal): Promise<BookTop & { rawSha256: string }> {
    const url = `${this.environment.polymarketClobUrl}/book?token_id=${encodeURIComponent(token)}`;
    const body = await this.get(url, signal);
    const book = fieldsOf(readJson(body));
    const bid = bestLevel(levelsOf(book['bids']), Math.max);
    const ask = bestLevel(levelsOf(book['asks']), Math.min);
    return {
      bid: bid?.price ?? null,
      ask: ask?.price ?? null,
      bidSize: bid?.size ?? null,
      askSize: ask?.size ?? null,
      rawSha256: sha256Hex(body),
    };
  }

  /**
   * Trades of some markets of at least `usdMin`, newest first, back to an instant.
   *
   * @param since UTC milliseconds
   */
  async trades(
    tickers: readonly string[],
    usdMin: number,
    since: number,
    signal: AbortSignal,
  ): Promise<readonly Trade[]> {
    const found: Trade[] = [];
    for (let offset = 0; offset <= TRADES_OFFSET_MAX; offset += TRADES_PAGE) {
      const query = new URLSearchParams({
        market: tickers.join(','),
        takerOnly: 'true',
        filterType: 'CASH',
        filterAmount: String(usdMin),
        limit: String(TRADES_PAGE),
        offset: String(offset),
      });
      const url = `${this.environment.polymarketDataUrl}/trades?${query.toString()}`;
      const page = parsePolymarketTrades(readJson(await this.get(url, signal)));
      found.push(...page.filter(({ tradedAt }) => tradedAt >= since));
      // Page sizes have been cut unannounced: only an empty page, or one from before, is the end.
      if (page.length === 0 || page.some(({ tradedAt }) => tradedAt < since)) break;
    }
    return found;
  }

  private async markets(path: string, signal: AbortSignal): Promise<MarketsPage> {
    const body = await this.get(`${this.environment.polymarketGammaUrl}${path}`, signal);
    const page = parsePolymarketMarkets(readJson(body));
    const rawSha256 = sha256Hex(body);
    return { ...page, markets: page.markets.map((market) => ({ ...market, rawSha256 })) };
  }

  private async get(url: string, signal: AbortSignal): Promise<Buffer> {
    const { body } = await this.upstream.get({
      url,
      headers: { Accept: 'application/json' },
      allowPrivate: true,
      hostIntervalMs: 50,
      breaker: `polymarket ${new URL(url).host}`,
      signal,
    });
    return body;
  }
}

/** The best level may stand first or last in a book; levels without size are left out. */
const levelsOf = (levels: unknown): readonly BookLevel[] =>
  fieldsIn(levels).flatMap((level) => {
    const price = quotedPrice(level['price']);
    const size = numberOf(level['size']);
    return price === null || size === null || size <= 0 ? [] : [{ price, size }];
  });
