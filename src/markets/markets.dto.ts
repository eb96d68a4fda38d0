import { ApiProperty } from '@nestjs/swagger';
import { PagingQuery } from '../common/paging.dto';
import { DecimalParameter, EnumParameter } from '../common/query-parameter';
import { formatMillis } from '../common/utc-time';
import { THEATERS, type Theater } from '../ontology/theater';
import {
  EXCHANGES,
  MARKET_STATUSES,
  type Exchange,
  type MarketStatus,
  type Outcome,
} from './market';
import type {
  LatestPrediction,
  MarketDetail,
  MarketNode,
  MarketView,
  QuoteRow,
} from './market-views.repository';

type Fields<T> = { [K in keyof T]: T[K] };

const INSTANT = { format: 'date-time', example: '2026-05-07T12:00:00.000000Z' } as const;
const PRICE = { type: Number, nullable: true, minimum: 0, maximum: 1, example: 0.34 } as const;

export class ListMarketsQuery extends PagingQuery {
  @EnumParameter(EXCHANGES, { description: 'Exchange.', example: 'kalshi' })
  exchange?: Exchange;

  @EnumParameter(THEATERS, { description: 'Theater of the market.', example: 'iran' })
  theater?: Theater;

  @EnumParameter(MARKET_STATUSES, { description: 'Status.', example: 'open' })
  status?: MarketStatus;

  @DecimalParameter({
    description: 'Least confluence score.',
    example: 0.4,
    minimum: 0,
    maximum: 1,
  })
  min_score?: number;
}

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

/** One tracked market. Prices are of YES, 0 to 1. */
export class MarketResponse {
  @ApiProperty({ enum: EXCHANGES, description: 'Exchange.', example: 'kalshi' })
  readonly exchange!: Exchange;

  @ApiProperty({ description: 'Exchange-side identifier.', example: 'KXIRAN-26' })
  readonly ticker!: string;

  @ApiProperty({ description: 'Exact wording of the question.', example: 'Will …?' })
  readonly question!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Page of the market at its exchange.',
    example: 'https://example.org/m',
  })
  readonly url!: string | null;

  @ApiProperty({ enum: MARKET_STATUSES, description: 'Status.', example: 'open' })
  readonly status!: MarketStatus;

  @ApiProperty({
    enum: THEATERS,
    type: String,
    nullable: true,
    description: 'Theater.',
    example: 'iran',
  })
  readonly theater!: Theater | null;

  @ApiProperty({ type: String, nullable: true, description: 'Kind of event.', example: 'strike' })
  readonly event_type!: string | null;

  @ApiProperty({ ...PRICE, description: 'Mid of bid and ask, else the last price.' })
  readonly yes_price!: number | null;

  @ApiProperty({ ...PRICE, description: 'Best bid.' })
  readonly yes_bid!: number | null;

  @ApiProperty({ ...PRICE, description: 'Best ask.' })
  readonly yes_ask!: number | null;

  @ApiProperty({
    ...INSTANT,
    type: String,
    nullable: true,
    description: 'When the price was read.',
  })
  readonly quoted_at!: string | null;

  @ApiProperty({ ...INSTANT, type: String, nullable: true, description: 'Deadline.' })
  readonly resolves_at!: string | null;

  @ApiProperty({ ...INSTANT, type: String, nullable: true, description: 'When it settled.' })
  readonly resolved_at!: string | null;

  @ApiProperty({
    enum: ['YES', 'NO'],
    type: String,
    nullable: true,
    description: 'Outcome, once it is final.',
    example: null,
  })
  readonly outcome!: Outcome | null;

  @ApiProperty({ ...PRICE, description: 'What a YES contract paid, once it is final.' })
  readonly settlement_yes_price!: number | null;

  @ApiProperty({ type: [String], description: 'Entities it is about.', example: ['iran'] })
  readonly entities!: readonly string[];

  @ApiProperty({
    type: MarketConfluenceResponse,
    nullable: true,
    description: 'Corroboration as of the last tick; null before the first.',
  })
  readonly confluence!: MarketConfluenceResponse | null;

  @ApiProperty({
    type: MarketPredictionResponse,
    nullable: true,
    description: 'The newest prediction, or null.',
  })
  readonly latest_prediction!: MarketPredictionResponse | null;

  static from({ market, entities, prediction }: MarketView): MarketResponse {
    return Object.assign(new MarketResponse(), {
      exchange: market.exchange,
      ticker: market.ticker,
      question: market.question,
      url: market.url ?? null,
      status: market.status,
      theater: market.theater ?? null,
      event_type: market.event_type ?? null,
      yes_price: market.yes_price ?? null,
      yes_bid: market.yes_bid ?? null,
      yes_ask: market.yes_ask ?? null,
      quoted_at: market.quoted_at === undefined ? null : formatMillis(market.quoted_at),
      resolves_at: market.resolves_at ?? null,
      resolved_at: market.resolved_at ?? null,
      outcome: market.outcome ?? null,
      settlement_yes_price: market.settlement_yes_price ?? null,
      entities,
      confluence: MarketConfluenceResponse.from(market),
      latest_prediction: MarketPredictionResponse.from(prediction),
    } satisfies Fields<MarketResponse>);
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

  static from(quote: QuoteRow): QuoteResponse {
    return Object.assign(new QuoteResponse(), quote, { at: formatMillis(quote.at) });
  }
}

/** One tracked market with its price history. */
export class MarketDetailResponse extends MarketResponse {
  @ApiProperty({
    type: [QuoteResponse],
    description: 'Quotes, newest first, one per change; at most 500.',
  })
  readonly quotes!: readonly QuoteResponse[];

  static override from(row: MarketDetail): MarketDetailResponse {
    return Object.assign(new MarketDetailResponse(), MarketResponse.from(row), {
      quotes: row.quotes.map((quote) => QuoteResponse.from(quote)),
    });
  }
}
