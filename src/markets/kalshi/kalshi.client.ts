import { Inject, Injectable } from '@nestjs/common';
import { fieldsIn, fieldsOf, numberOf, readJson, type Fields } from '../../platform/common/foreign-json';
import { sha256Hex } from '../../platform/common/sha256';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { UpstreamClient } from '../../platform/upstream/upstream.client';
import { UpstreamError } from '../../platform/upstream/upstream-request';
import type { Market } from '../market';
import { pastPrices, type PastPrice } from '../price-history';
import { midOf, quotedPrice } from '../quote';
import { isCombination, parseKalshiMarkets, type KalshiPage } from './parse-markets';

const EVENTS_PER_PAGE = 200;
const TICKERS_PER_REQUEST = 100;

/** Market data of Kalshi: reading needs no key, and nothing is ever sent. */
@Injectable()
export class KalshiClient {
  constructor(
    private readonly upstream: UpstreamClient,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * One page of open markets, by their events: listings of markets are swamped by combinations.
   *
   * @param cursor of the page before, or null
   */
  async openMarkets(cursor: string | null, signal: AbortSignal): Promise<KalshiPage> {
    const query = new URLSearchParams({
      status: 'open',
      with_nested_markets: 'true',
      limit: String(EVENTS_PER_PAGE),
    });
    if (cursor !== null) query.set('cursor', cursor);
    const page = await this.page(`/events?${query.toString()}`, signal);
    return { ...page, markets: page.markets.filter((market) => !isCombination(market)) };
  }

  /**
   * Markets by their tickers. One that was settled months ago has left the live tier: what is not found
   * there is looked for in the historical one.
   */
  async marketsByTicker(tickers: readonly string[], signal: AbortSignal): Promise<readonly Market[]> {
    const live = await this.listed('/markets', tickers, signal);
    const found = new Set(live.map(({ ticker }) => ticker));
    const gone = tickers.filter((ticker) => !found.has(ticker));
    if (gone.length === 0) return live;
    try {
      return [...live, ...(await this.listed('/historical/markets', gone, signal))];
    } catch (error) {
      // No market by that name in the historical tier is an answer; any other failure is one.
      if (error instanceof UpstreamError && error.details.status === 404) return live;
      throw error;
    }
  }

  /**
   * What a market cost by its candlesticks: the middle of bid and ask at the end of each, else the last trade.
   *
   * @param from UTC milliseconds
   * @param stepMinutes length of a candlestick: 1, 60 or 1440
   */
  async priceHistory(
    ticker: string,
    from: number,
    to: number,
    stepMinutes: number,
    signal: AbortSignal,
  ): Promise<readonly PastPrice[]> {
    const query = new URLSearchParams({
      start_ts: String(Math.floor(from / 1000)),
      end_ts: String(Math.floor(to / 1000)),
      period_interval: String(stepMinutes),
    });
    const series = encodeURIComponent(ticker.split('-')[0] ?? ticker);
    const path = `/series/${series}/markets/${encodeURIComponent(ticker)}/candlesticks`;
    const body = await this.get(`${path}?${query.toString()}`, signal);
    return pastPrices(
      fieldsIn(fieldsOf(readJson(body))['candlesticks']).map((candle) => ({
        seconds: candle['end_period_ts'],
        price: closeOf(candle),
      })),
      from,
      to,
    );
  }

  private async listed(path: string, tickers: readonly string[], signal: AbortSignal): Promise<readonly Market[]> {
    const found: Market[] = [];
    for (let start = 0; start < tickers.length; start += TICKERS_PER_REQUEST) {
      const some = tickers.slice(start, start + TICKERS_PER_REQUEST);
      const query = new URLSearchParams({ tickers: some.join(','), limit: String(some.length) });
      found.push(...(await this.page(`${path}?${query.toString()}`, signal)).markets);
    }
    return found;
  }

  private async page(path: string, signal: AbortSignal): Promise<KalshiPage> {
    const body = await this.get(path, signal);
    const page = parseKalshiMarkets(readJson(body));
    const rawSha256 = sha256Hex(body);
    return { ...page, markets: page.markets.map((market) => ({ ...market, rawSha256 })) };
  }

  private async get(path: string, signal: AbortSignal): Promise<Buffer> {
    const { body } = await this.upstream.get({
      url: `${this.environment.kalshiUrl}${path}`,
      headers: { Accept: 'application/json' },
      allowPrivate: true,
      hostIntervalMs: 60,
      breaker: 'kalshi',
      signal,
    });
    return body;
  }
}

const closeOf = (candle: Fields): number | null => {
  const quote = { bid: closing(candle['yes_bid']), ask: closing(candle['yes_ask']) };
  return midOf(quote) ?? closing(candle['price']);
};

/** The closing price of a candlestick's part: a decimal string, or in older answers cents. */
const closing = (part: unknown): number | null => {
  const { close_dollars: dollars, close } = fieldsOf(part);
  if (numberOf(dollars) !== null) return quotedPrice(dollars);
  const old = numberOf(close);
  return old === null ? null : quotedPrice(typeof close === 'string' ? old : old / 100);
};
