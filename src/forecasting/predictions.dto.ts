import { ApiProperty } from '@nestjs/swagger';
import { PagingQuery } from '../platform/http/paging.dto';
import { EnumParameter, InstantParameter, TextParameter } from '../platform/http/query-parameter';
import { round4 } from '../platform/common/ten-thousandths';
import { EXCHANGES, type Exchange } from '../markets/market';
import { dayFilePath, proofPath } from '../registry/registry-path';
import { DIRECTIONS } from './forecast';
import type { PredictionRow } from './predictions.repository';
import { TRIGGERS, type Trigger } from './trigger';

const PROBABILITY = { minimum: 0, maximum: 1 } as const;
const INSTANT = { format: 'date-time', example: '2026-07-03T12:00:00.000001Z' } as const;

export class GetPredictionQuery {
  @EnumParameter(['json', 'stix'], {
    description: 'Form of the answer; stix also by `Accept: application/stix+json;version=2.1`.',
    example: 'json',
    default: 'json',
  })
  format?: 'json' | 'stix';
}

/** Filters of one market's predictions. */
export class ListMarketPredictionsQuery extends PagingQuery {
  @EnumParameter(TRIGGERS, { description: 'What asked for the prediction.', example: 'surge' })
  trigger?: Trigger;

  @TextParameter({
    description: 'Id of the alert that asked for the prediction, as in /v1/ontology/alerts.',
    example: 'al-5f2c0a1b9d3e4f50',
    maxLength: 128,
  })
  alert?: string;

  @InstantParameter({ description: 'Made then or later.', example: '2026-05-07T00:00:00Z' })
  since?: number;
}

export class ListPredictionsQuery extends ListMarketPredictionsQuery {
  @EnumParameter(EXCHANGES, { description: 'Exchange of the market.', example: 'kalshi' })
  exchange?: Exchange;

  @TextParameter({
    description: 'Exchange-side market identifier.',
    example: 'KXDEAL-26SEP',
    maxLength: 200,
  })
  ticker?: string;
}

/** Where a prediction stands in the log. */
export class PredictionRecordResponse {
  @ApiProperty({ description: 'Position of the record in the log, from 0.', example: 328 })
  readonly leaf_index!: number;

  @ApiProperty({
    description: 'SHA-256 of the bundle, which the record commits to.',
    example: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
  })
  readonly sha256!: string;

  @ApiProperty({
    description: 'File of the day that lists the record.',
    example: '/api/registry/2026-07-03.json',
  })
  readonly day_file!: string;

  @ApiProperty({ description: 'Inclusion proof.', example: '/api/registry/proof/5fec….json' })
  readonly proof!: string;

  static from({ prediction: p, leaf_index }: PredictionRow): PredictionRecordResponse | null {
    if (leaf_index === null || p.bundle_sha256 === undefined) return null;
    return Object.assign(new PredictionRecordResponse(), {
      leaf_index,
      sha256: p.bundle_sha256,
      day_file: dayFilePath(p.made_at.slice(0, 10)),
      proof: proofPath(p.bundle_sha256),
    });
  }
}

/** One prediction, with the price at which it was made. Prices are of YES, 0 to 1. */
export class PredictionResponse {
  @ApiProperty({ description: 'Id of the prediction.', example: 'rb-5f2c0a1b9d3e4f50' })
  readonly id!: string;

  @ApiProperty({ description: 'Exchange of the market.', example: 'kalshi' })
  readonly exchange!: string;

  @ApiProperty({ description: 'Exchange-side market identifier.', example: 'KXDEAL-26SEP' })
  readonly ticker!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Question.', example: 'Will …?' })
  readonly question!: string | null;

  @ApiProperty({
    description: '`own` for predictions of this deployment, `import:<label>` for imported ones.',
    example: 'own',
  })
  readonly population!: string;

  @ApiProperty({ ...INSTANT, description: 'When it was made.' })
  readonly made_at!: string;

  @ApiProperty({ description: 'Provider of the model.', example: 'claude' })
  readonly model!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Model as its provider names it.',
    example: 'claude-sonnet-5-5',
  })
  readonly model_name!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Instructions it was given.',
    example: 'forecast-3',
  })
  readonly prompt_id!: string | null;

  @ApiProperty({ ...PROBABILITY, description: 'Probability of YES.', example: 0.21 })
  readonly probability_yes!: number;

  @ApiProperty({ ...PROBABILITY, description: 'Confidence in the call.', example: 0.8 })
  readonly confidence!: number;

  @ApiProperty({ enum: DIRECTIONS, description: 'What the model calls.', example: 'NO' })
  readonly direction!: string;

  @ApiProperty({
    type: [Number],
    description: 'Probabilities of all answers to the same input; their median is recorded.',
    example: [0.19, 0.21, 0.26],
  })
  readonly draws!: readonly number[];

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Largest minus smallest of the answers; null where fewer than two were asked for.',
    example: 0.07,
  })
  readonly draw_spread!: number | null;

  @ApiProperty({
    type: [String],
    description:
      'What it contradicts in our forecasts of the same day for the other markets of its event; nothing is mended.',
    example: ['2026-09-30 at 0.21 is below the earlier 2026-06-30 at 0.26'],
  })
  readonly incoherent!: readonly string[];

  @ApiProperty({
    type: [String],
    description:
      'Names, numbers and dates of the reasoning that stand nowhere in what the model was shown; at most 20.',
    example: [],
  })
  readonly unsupported!: readonly string[];

  @ApiProperty({
    ...PROBABILITY,
    type: Number,
    nullable: true,
    description: 'Price when it was made.',
    example: 0.25,
  })
  readonly market_yes_price!: number | null;

  @ApiProperty({
    ...PROBABILITY,
    type: Number,
    nullable: true,
    description: 'Best bid when it was made.',
    example: 0.24,
  })
  readonly market_yes_bid!: number | null;

  @ApiProperty({
    ...PROBABILITY,
    type: Number,
    nullable: true,
    description: 'Best ask when it was made.',
    example: 0.26,
  })
  readonly market_yes_ask!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: -1,
    maximum: 1,
    description: 'Probability minus price.',
    example: -0.04,
  })
  readonly edge!: number | null;

  @ApiProperty({
    enum: TRIGGERS,
    type: String,
    nullable: true,
    description: 'What asked for it; null for imported ones.',
    example: 'surge',
  })
  readonly trigger!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Alert that asked for it.',
    example: null,
  })
  readonly alert_id!: string | null;

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
    description: 'Paper trade that followed, at /api/receipt/{trade_id}.json.',
    example: null,
  })
  readonly trade_id!: string | null;

  @ApiProperty({
    enum: ['open', 'resolved', 'void'],
    description: 'Whether the market has been settled since.',
    example: 'open',
  })
  readonly state!: string;

  @ApiProperty({
    enum: ['YES', 'NO'],
    type: String,
    nullable: true,
    description: 'Outcome, once settled.',
    example: null,
  })
  readonly outcome!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Replay bundle, at /api/replay-bundle/{id}; null for imported ones.',
    example: 'rb-5f2c0a1b9d3e4f50',
  })
  readonly replay_bundle_id!: string | null;

  @ApiProperty({
    type: PredictionRecordResponse,
    nullable: true,
    description: 'Its place in the log; null for imported ones.',
  })
  readonly record!: PredictionRecordResponse | null;

  static from(row: PredictionRow): PredictionResponse {
    const { prediction: p, trade_id } = row;
    const draws = p.draws ?? [];
    const price = p.market_yes_price ?? null;
    return Object.assign(new PredictionResponse(), {
      id: p.id,
      exchange: p.exchange,
      ticker: p.ticker,
      question: p.question ?? null,
      population: p.population ?? 'own',
      made_at: p.made_at,
      model: p.model,
      model_name: p.model_name ?? null,
      prompt_id: p.prompt_id ?? null,
      probability_yes: p.probability_yes,
      confidence: p.confidence,
      direction: p.direction,
      draws,
      draw_spread: draws.length < 2 ? null : round4(Math.max(...draws) - Math.min(...draws)),
      incoherent: p.incoherent ?? [],
      unsupported: p.unsupported ?? [],
      market_yes_price: price,
      market_yes_bid: p.market_yes_bid ?? null,
      market_yes_ask: p.market_yes_ask ?? null,
      edge: price === null ? null : round4(p.probability_yes - price),
      trigger: TRIGGERS.find((trigger) => trigger === p.trigger) ?? null,
      alert_id: p.alert_id ?? null,
      side: p.side ?? null,
      trade_id,
      state: p.state ?? 'open',
      outcome: p.outcome ?? null,
      replay_bundle_id: p.replay_bundle_id ?? null,
      record: PredictionRecordResponse.from(row),
    });
  }
}
