import { Inject, Injectable } from '@nestjs/common';
import { fieldsIn, fieldsOf, numberOf, readJson, type Fields } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { RecentAnswers } from '../../platform/upstream/recent-answers.service';
import { UpstreamClient } from '../../platform/upstream/upstream.client';
import { UpstreamError, type UpstreamRequest } from '../../platform/upstream/upstream-request';
import { cursorAtEnd } from '../listing-walk';
import { shortText, type Market } from '../market';
import type { MarketsPage } from '../market-document';
import { pastPrices, type PastPrice } from '../price-history';
import { midOf, quotedPrice } from '../quote';
import { isCombination, kalshiFeeRate, readKalshiMarkets } from './parse-markets';

export const KALSHI_PAGE = 200;
/** Maximum tickers per request of {@link KalshiClient.marketsByTicker}. */
export const KALSHI_TICKERS = 100;
/** A series of events. */
export interface KalshiSeries {
  readonly category: string | null;
  /** As {@link Market.fee_rate}. */
  readonly feeRate: number | null;
}

/** Maximum size of a response read only for its cursor. */
const CURSOR_BYTES_MAX = 64 * 1024 * 1024;

/** Market data of Kalshi, read-only and without a key. */
@Injectable()
export class KalshiClient {
  constructor(
    private readonly upstream: UpstreamClient,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly answers: RecentAnswers,
  ) {}

  /**
   * One page of open markets by event, since listings of markets are mostly combinations.
   *
   * @param cursor of the previous page, or null
   * @param size events per page
   */
  async openMarkets(cursor: string | null, size: number, signal: AbortSignal): Promise<MarketsPage> {
    const page = await this.page(openEvents(cursor, size), signal);
    return { ...page, markets: page.markets.filter((market) => !isCombination(market)) };
  }

  /** The cursor after one event that is too large to read. */
  async cursorBehind(cursor: string | null, signal: AbortSignal): Promise<string | null> {
    return cursorAtEnd(await this.get(openEvents(cursor, 1), signal, { maxBytes: CURSOR_BYTES_MAX }), 'cursor');
  }

  /** Null for an unknown series. */
  async seriesOf(series: string, signal: AbortSignal): Promise<KalshiSeries | null> {
    try {
      const body = await this.get(`/series/${encodeURIComponent(series)}`, signal, SIDE);
      const { category, fee_type: type, fee_multiplier: multiplier } = fieldsOf(fieldsOf(readJson(body))['series']);
      return { category: shortText(category), feeRate: kalshiFeeRate(type, multiplier) };
    } catch (error) {
      if (error instanceof UpstreamError && error.details.status === 404) return null;
      throw error;
    }
  }

  /** At most {@link KALSHI_TICKERS} markets by ticker; those settled months ago from the historical tier. */
  async marketsByTicker(tickers: readonly string[], signal: AbortSignal): Promise<readonly Market[]> {
    if (tickers.length === 0) return [];
    const live = await this.listed('/markets', tickers, signal);
    const found = new Set(live.map(({ ticker }) => ticker));
    const gone = tickers.filter((ticker) => !found.has(ticker));
    if (gone.length === 0) return live;
    try {
      return [...live, ...(await this.listed('/historical/markets', gone, signal))];
    } catch (error) {
      // 404 means that the historical tier has none of them.
      if (error instanceof UpstreamError && error.details.status === 404) return live;
      throw error;
    }
  }

  /**
   * Prices of a market by its candlesticks: the mid of bid and ask at the end of each, else the last trade.
   *
   * @param series of the market's event: the ticker need not begin with it
   * @param from UTC milliseconds
   * @param stepMinutes length of a candlestick: 1, 60 or 1440
   */
  async priceHistory(
    series: string,
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
    const path = `/series/${encodeURIComponent(series)}/markets/${encodeURIComponent(ticker)}/candlesticks`;
    const body = await this.get(`${path}?${query.toString()}`, signal, SIDE);
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
    const query = new URLSearchParams({ tickers: tickers.join(','), limit: String(tickers.length) });
    return (await this.page(`${path}?${query.toString()}`, signal)).markets;
  }

  private async page(path: string, signal: AbortSignal): Promise<MarketsPage> {
    return readKalshiMarkets(readJson(await this.get(path, signal)), (said) => this.answers.keep(said));
  }

  private async get(path: string, signal: AbortSignal, options: Partial<UpstreamRequest> = {}): Promise<Buffer> {
    const { body } = await this.upstream.get({
      url: `${this.environment.kalshiUrl}${path}`,
      headers: { Accept: 'application/json' },
      allowPrivate: true,
      hostIntervalMs: 60,
      breaker: 'kalshi',
      signal,
      ...options,
    });
    return body;
  }
}

/** A side request: its failures do not affect quotes. */
const SIDE = { breaker: 'kalshi series', retries: 0 };

const openEvents = (cursor: string | null, size: number): string => {
  const query = new URLSearchParams({ status: 'open', with_nested_markets: 'true', limit: String(size) });
  if (cursor !== null) query.set('cursor', cursor);
  return `/events?${query.toString()}`;
};

const closeOf = (candle: Fields): number | null => {
  const quote = { bid: closing(candle['yes_bid']), ask: closing(candle['yes_ask']) };
  return midOf(quote) ?? closing(candle['price']);
};

/** The closing price of a candlestick: a decimal string, in older responses cents. */
const closing = (part: unknown): number | null => {
  const { close_dollars: dollars, close } = fieldsOf(part);
  if (numberOf(dollars) !== null) return quotedPrice(dollars);
  const old = numberOf(close);
  return old === null ? null : quotedPrice(typeof close === 'string' ? old : old / 100);
};
