/** Fetches earlier prices of new markets, most urgent first. A market is given up after some refusals. */
import { DAY_MS } from '../platform/common/durations';
import { errorMessage } from '../platform/common/error-message';
import { UnreadableError } from '../platform/common/foreign-json';
import { withinTime } from '../platform/common/within-time';
import { UpstreamError } from '../platform/upstream/upstream-request';
import { inChunks } from './in-chunks';
import type { KalshiClient } from './kalshi/kalshi.client';
import type { Exchange } from './market';
import type { MarketRepository, MarketWithoutHistory } from './market.repository';
import type { PolymarketClient } from './polymarket/polymarket.client';
import { historyWindows, joinHistory, type PastPrice } from './price-history';

/** Markets per exchange and tick, within the time limit. */
const HISTORIES_PER_TICK = 400;
/** Markets stored in one transaction. */
const STORED_AT_ONCE = 100;
const HISTORIES_AT_ONCE = 8;
const TIME_MS = 15_000;
/** Longest window per request: the CLOB rejects more than 15 days. */
const WINDOW_MS = { polymarket: 14 * DAY_MS, kalshi: 60 * DAY_MS };
/** Markets without a response after which an exchange counts as down for this tick. */
const SILENT_MAX = 8;
const HISTORY_TRIES = 3;

interface HistoriesReport {
  readonly read: number;
  /** Refused markets, with the first reason. */
  readonly refused: number;
  readonly reason: string | null;
}

/** Null if refused. */
interface History {
  readonly market: MarketWithoutHistory;
  readonly prices: readonly PastPrice[] | null;
}

export class PriceHistories {
  constructor(
    private readonly polymarket: PolymarketClient,
    private readonly kalshi: KalshiClient,
    private readonly repository: MarketRepository,
  ) {}

  /** Fetches missing histories of one exchange. @param now UTC ms */
  async fetch(exchange: Exchange, now: number, outer: AbortSignal): Promise<HistoriesReport> {
    const markets = await this.repository.listWithoutHistory(exchange, HISTORY_TRIES, HISTORIES_PER_TICK);
    const reasons: string[] = [];
    const silent: { readonly market: MarketWithoutHistory; readonly reason: string }[] = [];
    const read = await withinTime(TIME_MS, outer, (signal) =>
      inChunks(markets, { size: 1, atOnce: HISTORIES_AT_ONCE, signal }, async ([market]): Promise<History[]> => {
        if (market === undefined || silent.length >= SILENT_MAX) return [];
        try {
          return [{ market, prices: await this.historyOf(market, now, signal) }];
        } catch (error) {
          if (!isRefusal(error)) {
            if (!signal.aborted && !isPaused(error)) silent.push({ market, reason: errorMessage(error) });
            return [];
          }
          reasons.push(errorMessage(error));
          return [{ market, prices: null }];
        }
      }),
    );
    // Where the exchange answers for others, silence is about this market; else it is down: retry in the next tick.
    const silences = read.found.some(({ prices }) => prices !== null) ? silent : [];
    const asked = [...read.found, ...silences.map(({ market }) => ({ market, prices: null }))];
    const rows = asked.map(({ market, prices }) => ({ ...market, prices }));
    for (let start = 0; start < rows.length; start += STORED_AT_ONCE)
      await this.repository.recordHistory(rows.slice(start, start + STORED_AT_ONCE), now);
    const refused = asked.filter(({ prices }) => prices === null).length;
    const [reason = null] = [...reasons, ...silences.map((one) => one.reason)];
    return { read: asked.length - refused, refused, reason };
  }

  private async historyOf(
    { exchange, ticker, series, yes_token: token }: MarketWithoutHistory,
    now: number,
    signal: AbortSignal,
  ): Promise<readonly PastPrice[]> {
    if (exchange === 'polymarket' && token === null) return [];
    const spans: (readonly PastPrice[])[] = [];
    for (const { from, to, stepMinutes } of historyWindows(now, WINDOW_MS[exchange])) {
      const span = [from, to, stepMinutes, signal] as const;
      spans.push(
        exchange === 'kalshi'
          ? await this.kalshi.priceHistory(series ?? ticker.split('-')[0] ?? ticker, ticker, ...span)
          : await this.polymarket.priceHistory(token ?? '', ...span),
      );
    }
    return joinHistory(spans);
  }
}

/** Whether the exchange responded but refused this market; an unreadable response counts as refusal. */
const isRefusal = (error: unknown): boolean =>
  error instanceof UnreadableError ||
  (error instanceof UpstreamError &&
    (error.code === 'too-large' ||
      error.code === 'encoding' ||
      (error.code === 'status' && error.details.status !== 429 && error.details.status !== 503)));

const isPaused = (error: unknown): boolean => error instanceof UpstreamError && error.code === 'breaker-open';
