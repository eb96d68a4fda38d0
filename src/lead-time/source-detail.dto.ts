import type { Integer } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import type { CountedReading } from '../ingestion/source-health.service';
import { SourceResponse } from '../ingestion/sources.dto';
import type { ScoreCard } from './lead-time';

/** Performance of one source over a number of days. */
export class ScoreCardResponse {
  /** Length of the span, today included. @example 30 */
  readonly days!: Integer;
  /** Items that arrived. @example 212 */
  readonly items!: Integer;
  /** Items that reported a story first, or were its only report. @example 180 */
  readonly first_reports!: Integer;
  /** Items that repeated a known story. @example 32 */
  readonly copies!: Integer;
  /** Days of the span since its first item. @example 30 */
  readonly watched_days!: Integer;
  /** Days of these without an item. @example 2 */
  readonly silent_days!: Integer;
  /** Mean of arrival minus event time over its dated items, in seconds; null without any. @example 412.5 */
  readonly mean_delay_seconds!: number | null;
  /** Moves of tracked markets by five points or more. @example 14 */
  readonly moves!: Integer;
  /** Moves before which it had touched the entities of the market. @example 5 */
  readonly moves_preceded!: Integer;
  /**
   * Median time from its first item of the six hours before a move to the move, in seconds; null without any.
   * @example 3120
   */
  readonly median_lead_seconds!: number | null;

  static from(card: ScoreCard): ScoreCardResponse {
    return responseOf(ScoreCardResponse, {
      ...card,
      mean_delay_seconds: seconds(card.mean_delay_ms),
      median_lead_seconds: seconds(card.median_lead_ms),
    });
  }
}

/** One source, with its state and performance. */
export class SourceDetailResponse extends SourceResponse {
  /** Performance over the last 7, 30 and 90 days. */
  readonly score_cards!: readonly ScoreCardResponse[];

  static of(reading: CountedReading, cards: readonly ScoreCard[]): SourceDetailResponse {
    return Object.assign(new SourceDetailResponse(), SourceResponse.from(reading), {
      score_cards: cards.map((card) => ScoreCardResponse.from(card)),
    });
  }
}

const seconds = (millis: number | null): number | null => (millis === null ? null : Math.round(millis) / 1000);
