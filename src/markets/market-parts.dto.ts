/** Parts of the answers about markets, and the schemas that their fields share. */
import { ApiProperty } from '@nestjs/swagger';
import { formatMillis } from '../platform/common/utc-time';
import { MARKET_STATUSES, type MarketStatus, type Outcome } from './market';
import type { EventNode, LatestPrediction, MarketNode, QuoteRow, SiblingRow } from './market-views.repository';

/** Whether a quote was read, or told afterwards. */
export const QUOTE_ORIGINS = ['read', 'history'] as const;

type QuoteOrigin = (typeof QUOTE_ORIGINS)[number];

type Fields<T> = { [K in keyof T]: T[K] };

export const INSTANT = { format: 'date-time', example: '2026-05-07T12:00:00.000000Z' } as const;
export const PRICE = {
  type: Number,
  nullable: true,
  minimum: 0,
  maximum: 1,
  example: 0.34,
} as const;

export const AMOUNT = { type: Number, nullable: true, minimum: 0, example: 1200.5 } as const;
export const MOMENT = { ...INSTANT, type: String, nullable: true } as const;
export const TEXT = { type: String, nullable: true } as const;

/** The last computed confluence of a market; more at /v1/ontology/confluence/{exchange}/{ticker}. */
export class MarketConfluenceResponse {
  @ApiProperty({ description: 'Distinct source types ÷ 5, at most 1.', example: 0.6 })
  readonly score!: number;

  @ApiProperty({ description: 'Distinct source types.', example: 3 })
  readonly source_type_count!: number;

  @ApiProperty({ type: [String], description: 'The source types, sorted.', example: ['news'] })
  readonly source_types!: readonly string[];

  @ApiProperty({ description: 'Weighted score.', example: 0.41 })
  readonly weighted_score!: number;

  @ApiProperty({ ...INSTANT, description: 'When it was computed.' })
  readonly computed_at!: string;

  static from(market: MarketNode): MarketConfluenceResponse | null {
    if (market.confluence_at === undefined) return null;
    const types = market.confluence_types ?? [];
    return Object.assign(new MarketConfluenceResponse(), {
      score: market.confluence_score ?? 0,
      source_type_count: types.length,
      source_types: types,
      weighted_score: Math.round((market.confluence_weighted ?? 0) * 1e6) / 1e6,
      computed_at: formatMillis(market.confluence_at),
    } satisfies Fields<MarketConfluenceResponse>);
  }
}

/** The newest prediction of a market. */
export class MarketPredictionResponse {
  @ApiProperty({ description: 'Id of the prediction.', example: 'rb_2026' })
  readonly id!: string;

  @ApiProperty({ ...INSTANT, description: 'When it was made.' })
  readonly made_at!: string;

  @ApiProperty({ description: 'Model.', example: 'claude' })
  readonly model!: string;

  @ApiProperty({ minimum: 0, maximum: 1, description: 'Probability of YES.', example: 0.21 })
  readonly probability_yes!: number;

  @ApiProperty({ minimum: 0, maximum: 1, description: 'Confidence.', example: 0.8 })
  readonly confidence!: number;

  @ApiProperty({ description: 'What the model calls.', example: 'NO' })
  readonly direction!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What was traded on paper; null for nothing.',
    example: 'NO',
  })
  readonly side!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Replay bundle, at /api/replay-bundle/{id}.',
    example: 'rb_2026',
  })
  readonly replay_bundle_id!: string | null;

  static from(prediction: LatestPrediction | null): MarketPredictionResponse | null {
    return prediction === null ? null : Object.assign(new MarketPredictionResponse(), prediction);
  }
}

/** The event (group of markets) of an exchange that lists a market. */
export class MarketEventResponse {
  @ApiProperty({ description: 'Slug on Polymarket, event ticker on Kalshi.', example: 'KXIRAN-26' })
  readonly id!: string;

  @ApiProperty({ ...TEXT, description: 'Title.', example: 'US strikes Iran by …?' })
  readonly title!: string | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether at most one of its markets can settle at YES.',
    example: false,
  })
  readonly mutually_exclusive!: boolean | null;

  @ApiProperty({ ...TEXT, description: 'Series it belongs to.', example: 'KXIRAN' })
  readonly series!: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Place of the market in it.',
    example: 2,
  })
  readonly order!: number | null;

  static from(event: EventNode | null): MarketEventResponse | null {
    return event === null ? null : Object.assign(new MarketEventResponse(), event);
  }
}

/** Another market of the same event. */
export class SiblingResponse {
  @ApiProperty({ description: 'Exchange-side identifier.', example: 'KXIRAN-26-JUN' })
  readonly ticker!: string;

  @ApiProperty({ description: 'Exact wording of the question.', example: 'Will …?' })
  readonly question!: string;

  @ApiProperty({ ...TEXT, description: 'What tells it from the others.', example: 'By 30 June' })
  readonly group_title!: string | null;

  @ApiProperty({ enum: MARKET_STATUSES, description: 'Status.', example: 'open' })
  readonly status!: MarketStatus;

  @ApiProperty({ ...PRICE, description: 'Price of YES.' })
  readonly yes_price!: number | null;

  @ApiProperty({ ...MOMENT, description: 'Deadline that its text sets itself.' })
  readonly deadline!: string | null;

  @ApiProperty({
    enum: ['YES', 'NO'],
    type: String,
    nullable: true,
    description: 'Outcome, once it is final.',
    example: null,
  })
  readonly outcome!: Outcome | null;

  static from(row: SiblingRow): SiblingResponse {
    return Object.assign(new SiblingResponse(), row);
  }
}

/** What could be traded from an instant on, until the next quote. */
export class QuoteResponse {
  @ApiProperty({ ...INSTANT, description: 'When it was first read.' })
  readonly at!: string;

  @ApiProperty({ ...PRICE, description: 'Mid of bid and ask, else the last price.' })
  readonly yes_price!: number | null;

  @ApiProperty({ ...PRICE, description: 'Best bid.' })
  readonly yes_bid!: number | null;

  @ApiProperty({ ...PRICE, description: 'Best ask.' })
  readonly yes_ask!: number | null;

  @ApiProperty({
    enum: QUOTE_ORIGINS,
    description:
      '`read`: seen by this deployment at that time; `history`: told by the exchange when the market was first tracked.',
    example: 'read',
  })
  readonly origin!: QuoteOrigin;

  static from({ at, origin, ...prices }: QuoteRow): QuoteResponse {
    return Object.assign(new QuoteResponse(), prices, {
      at: formatMillis(at),
      origin: origin ?? 'read',
    });
  }
}

/** When a market is to be forecast next. */
export class MarketForecastResponse {
  @ApiProperty({
    minimum: 0,
    description:
      'Order in which markets are asked about: time waited over MODEL_REPEAT_HOURS, times how open, near, traded and talked about the question is.',
    example: 0.84,
  })
  readonly urgency!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Since when it waits: its last forecast, or since it is tracked.',
    example: '2026-07-03T12:00:00.000000Z',
  })
  readonly waiting_since!: string | null;

  @ApiProperty({
    description: 'By what it is due, or why it is not asked about now.',
    example: 'asked within the last 24 hours',
  })
  readonly note!: string;

  static from(market: MarketNode): MarketForecastResponse | null {
    if (market.forecast_urgency === undefined) return null;
    return Object.assign(new MarketForecastResponse(), {
      urgency: market.forecast_urgency,
      waiting_since: market.forecast_waiting_since === undefined ? null : formatMillis(market.forecast_waiting_since),
      note: market.forecast_note ?? '',
    });
  }
}
