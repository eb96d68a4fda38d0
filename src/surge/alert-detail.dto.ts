import { ApiProperty } from '@nestjs/swagger';
import type { Instant } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import { MINUTE_MS } from '../platform/common/durations';
import { formatMillis } from '../platform/common/utc-time';
import type { InMillis } from '../platform/common/row-of';
import type { Alert } from './episode';
import { AlertItemResponse, AlertResponse } from './alerts.dto';
import { BASELINE_WINDOWS_MINUTES, minuteCounts } from './episode-minutes';
import { pick } from '../platform/common/pick';

/** An item of the episode. */
export class EpisodeItemResponse extends AlertItemResponse {
  /** ISO 639-1 code. @example en */
  readonly lang!: string | null;
  /** Publisher family. @example reuters */
  readonly family!: string;
  /** Story that it reports; copies of one report share it. */
  readonly story!: string | null;

  static override from(item: EpisodeItem): EpisodeItemResponse {
    return Object.assign(new EpisodeItemResponse(), {
      ...pick(item, 'id', 'title', 'source', 'source_type', 'url'),
      at: formatMillis(item.at),
      ...pick(item, 'lang', 'family', 'story'),
    } satisfies EpisodeItemResponse);
  }
}

/** One minute of the episode. */
export class EpisodeMinuteResponse {
  /** Start of the minute. @example 2026-05-07T12:00:00.000000Z */
  readonly at!: Instant;
  /** Items of the alert with an event time in this minute. @example 4 */
  readonly count!: number;
}

/** A market that the alert concerns. */
export class ConcernedMarketResponse {
  /** Exchange. @example kalshi */
  readonly exchange!: string;
  /** Exchange-side identifier. @example KXIRAN-26 */
  readonly ticker!: string;
  /** Its question. @example "Will …?" */
  readonly question!: string;
  /** Items of the alert that are evidence for it. @example 12 */
  readonly item_count!: number;
  /** Sum of their relevance. @example 9.4 */
  readonly relevance!: number;
  /** YES price when the episode began. @example 0.31 */
  readonly price_before!: number | null;
  /** Last YES price until the end, or until now; null without a change. @example 0.44 */
  readonly price_after!: number | null;

  static from(market: ConcernedMarket): ConcernedMarketResponse {
    return responseOf(ConcernedMarketResponse, {
      ...market,
      item_count: market.items,
      relevance: Math.round(market.relevance * 1_000) / 1_000,
      price_before: market.before,
      price_after: market.after,
    });
  }
}

/** A forecast that the alert caused. */
export class CausedForecastResponse {
  /** Id of the prediction. @example p-… */
  readonly id!: string;
  /** Exchange. @example kalshi */
  readonly exchange!: string;
  /** Exchange-side identifier. @example KXIRAN-26 */
  readonly ticker!: string;
  /** When it was made. @example 2026-05-07T12:01:00.000000Z */
  readonly made_at!: Instant;
  /** Probability of YES. @example 0.46 */
  readonly probability_yes!: number;
  /** YES price at that time. @example 0.44 */
  readonly market_yes_price!: number | null;
}

/** One surge episode in full. */
export class AlertDetailResponse extends AlertResponse {
  @ApiProperty({ type: [EpisodeItemResponse], description: 'The items that raised it, oldest first, at most 100.' })
  declare readonly items: readonly EpisodeItemResponse[];

  /** These items by minute of event time, from the first to the last. */
  readonly minutes!: readonly EpisodeMinuteResponse[];
  /** Usual items a minute, over the seven days before. @example 0.8 */
  readonly usual_per_minute!: number;
  /** Publisher families, sorted. @example ["irna","reuters"] */
  readonly publisher_families!: readonly string[];
  /** Languages, sorted. @example ["en","fa"] */
  readonly languages!: readonly string[];
  /** Markets that its items are evidence for, most relevant first. */
  readonly markets!: readonly ConcernedMarketResponse[];
  /** Forecasts that it caused, in their order. */
  readonly forecasts!: readonly CausedForecastResponse[];

  static whole({ alert, items, markets, forecasts }: AlertDetailRow): AlertDetailResponse {
    const listed = AlertResponse.from({ alert, items: [], evidence: items.length });
    return Object.assign(new AlertDetailResponse(), listed, {
      items: items.map((item) => EpisodeItemResponse.from(item)),
      minutes: minuteCounts(items.map(({ at }) => at)).map(({ minute, count }) => ({
        at: formatMillis(minute * MINUTE_MS),
        count,
      })),
      usual_per_minute: Math.round((alert.baseline.rate / BASELINE_WINDOWS_MINUTES) * 1e4) / 1e4,
      publisher_families: distinct(items.map(({ family }) => family)),
      languages: distinct(items.flatMap(({ lang }) => lang ?? [])),
      markets: markets.map((market) => ConcernedMarketResponse.from(market)),
      forecasts,
    } satisfies Partial<AlertDetailResponse>);
  }
}

export interface EpisodeItem extends InMillis<EpisodeItemResponse, 'at'> {
  readonly first_seen_at: number;
}

export interface ConcernedMarket extends Pick<ConcernedMarketResponse, 'exchange' | 'ticker' | 'question'> {
  /** Number of these items, and the sum of their relevance. */
  readonly items: number;
  readonly relevance: number;
  /** YES price at the start, and the last one until the end or now; null without a quote. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface AlertDetailRow {
  readonly alert: Alert;
  /** Oldest first. */
  readonly items: readonly EpisodeItem[];
  /** Most relevant first. */
  readonly markets: readonly ConcernedMarket[];
  readonly forecasts: readonly CausedForecastResponse[];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
