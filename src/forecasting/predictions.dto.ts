import { ApiProperty } from '@nestjs/swagger';
import type { Stored } from '../platform/common/row-of';
import { responseOf } from '../platform/http/response-of';
import { type Instant, OneOf, type UnitInterval } from '../platform/http/field';
import { PagingQuery } from '../platform/http/paging.dto';
import { EnumParameter, InstantParameter, TextParameter } from '../platform/http/query-parameter';
import { round4 } from '../platform/common/ten-thousandths';
import { EXCHANGES, type Exchange } from '../markets/market';
import { dayFilePath, proofPath } from '../registry/registry-path';
import { DIRECTIONS } from './forecast';
import { TRIGGERS, type Trigger } from './trigger';

export class GetPredictionQuery {
  @EnumParameter(['json', 'stix'], {
    description: 'Format of the answer; stix also by `Accept: application/stix+json;version=2.1`.',
    example: 'json',
    default: 'json',
  })
  format?: 'json' | 'stix';
}

/** Filters of one market's predictions. */
export class ListMarketPredictionsQuery extends PagingQuery {
  @EnumParameter(TRIGGERS, { description: 'Trigger of the prediction.', example: 'surge' })
  trigger?: Trigger;

  @TextParameter({
    description: 'Id of the alert that triggered the prediction, as in /v1/ontology/alerts.',
    example: 'al-5f2c0a1b9d3e4f50',
    maxLength: 128,
  })
  alert?: string;

  @InstantParameter({ description: 'Made at or after this instant.', example: '2026-05-07T00:00:00Z' })
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

/** Position of a prediction in the log. */
export class PredictionRecordResponse {
  /** Position of the record in the log, from 0. @example 328 */
  readonly leaf_index!: number;
  /**
   * SHA-256 of the bundle, which the record commits to.
   * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
   */
  readonly sha256!: string;
  /** File of the day that lists the record. @example /api/registry/2026-07-03.json */
  readonly day_file!: string;
  /** Inclusion proof. @example /api/registry/proof/5fec….json */
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

/** One prediction, with the market's price at that time. Prices are of YES, 0 to 1. */
export class PredictionResponse {
  /** Id of the prediction. @example rb-5f2c0a1b9d3e4f50 */
  readonly id!: string;
  /** Exchange of the market. @example kalshi */
  readonly exchange!: string;
  /** Exchange-side market identifier. @example KXDEAL-26SEP */
  readonly ticker!: string;
  /** Question. @example Will …? */
  readonly question!: string | null;
  /** `own` for predictions of this deployment, `import:<label>` for imported ones. @example own */
  readonly population!: string;
  /** When it was made. @example 2026-07-03T12:00:00.000001Z */
  readonly made_at!: Instant;
  /** Provider of the model. @example claude */
  readonly model!: string;
  /** Model as its provider names it. @example claude-sonnet-5-5 */
  readonly model_name!: string | null;
  /** Id of its instructions. @example forecast-3 */
  readonly prompt_id!: string | null;
  /** Probability of YES. @example 0.21 */
  readonly probability_yes!: UnitInterval;
  /** Confidence in the direction. @example 0.8 */
  readonly confidence!: UnitInterval;
  /** Direction: YES, NO, ESCALATE, DEESCALATE or SKIP. @example NO */
  @OneOf(DIRECTIONS)
  readonly direction!: string;
  /** Probabilities of all answers to the same input; their median is recorded. @example [0.19,0.21,0.26] */
  readonly draws!: readonly number[];
  /** Largest minus smallest of these probabilities; null if fewer than two answers were requested. @example 0.07 */
  readonly draw_spread!: number | null;
  /**
   * Contradictions with our forecasts of the same day for other markets of its event; they are not corrected.
   * @example ["2026-09-30 at 0.21 is below the earlier 2026-06-30 at 0.26"]
   */
  readonly incoherent!: readonly string[];
  /**
   * Names, numbers and dates in the reasoning that are not in the model's input; at most 20.
   * @example []
   */
  readonly unsupported!: readonly string[];
  /** Price when it was made. @example 0.25 */
  readonly market_yes_price!: UnitInterval | null;
  /** Best bid when it was made. @example 0.24 */
  readonly market_yes_bid!: UnitInterval | null;
  /** Best ask when it was made. @example 0.26 */
  readonly market_yes_ask!: UnitInterval | null;
  /** Probability minus price. @example -0.04 */
  @ApiProperty({ type: Number, minimum: -1, maximum: 1 })
  readonly edge!: number | null;
  /** Trigger of the prediction; null for imported ones. @example surge */
  @OneOf(TRIGGERS)
  readonly trigger!: string | null;
  /** Alert that triggered it. */
  readonly alert_id!: string | null;
  /** Side of the paper trade; null without a trade. @example NO */
  readonly side!: string | null;
  /** Paper trade that followed, at /api/receipt/{trade_id}.json. */
  readonly trade_id!: string | null;
  /** Whether the market is settled. @example open */
  @OneOf(['open', 'resolved', 'void'])
  readonly state!: string;
  /** Outcome, once settled. */
  @OneOf(['YES', 'NO'])
  readonly outcome!: string | null;
  /** Replay bundle, at /api/replay-bundle/{id}; null for imported ones. @example rb-5f2c0a1b9d3e4f50 */
  readonly replay_bundle_id!: string | null;
  /** Its position in the log; null for imported ones. */
  readonly record!: PredictionRecordResponse | null;

  static from(row: PredictionRow): PredictionResponse {
    const { prediction: p, trade_id } = row;
    const draws = p.draws ?? [];
    const price = p.market_yes_price ?? null;
    return responseOf(PredictionResponse, {
      ...p,
      population: p.population ?? 'own',
      draws,
      draw_spread: draws.length < 2 ? null : round4(Math.max(...draws) - Math.min(...draws)),
      incoherent: p.incoherent ?? [],
      unsupported: p.unsupported ?? [],
      edge: price === null ? null : round4(p.probability_yes - price),
      trigger: TRIGGERS.find((trigger) => trigger === p.trigger) ?? null,
      trade_id,
      state: p.state ?? 'open',
      record: PredictionRecordResponse.from(row),
    });
  }
}

type Derived = 'draw_spread' | 'edge' | 'trade_id' | 'record';
type Defaulted = 'population' | 'draws' | 'incoherent' | 'unsupported' | 'state';

/** A prediction as stored; imported ones lack internal data. */
export interface StoredPrediction
  extends Stored<Omit<PredictionResponse, Derived | Defaulted>>, Partial<Pick<PredictionResponse, Defaulted>> {
  readonly reasoning?: string;
  readonly settlement_yes_price?: number;
  readonly bundle_sha256?: string;
}

export interface PredictionRow {
  readonly prediction: StoredPrediction;
  readonly leaf_index: number | null;
  readonly trade_id: string | null;
}

/** A prediction with its market's subject. */
export interface PredictionDetailRow extends PredictionRow {
  readonly market_url: string | null;
  /** Entity ids. */
  readonly entities: readonly string[];
}
