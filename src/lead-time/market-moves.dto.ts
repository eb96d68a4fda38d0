import type { Instant, UnitInterval } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import { formatMillis } from '../platform/common/utc-time';

/** A move as the graph has it: lists side by side, leads and instants in ms. */
export interface MarketMoveRow {
  readonly at: number;
  readonly started_at: number;
  readonly from: number;
  readonly to: number;
  readonly sources: readonly string[];
  readonly source_types: readonly string[];
  readonly first_leads: readonly number[];
  readonly last_leads: readonly number[];
}

/** A source whose items were evidence for the market before its price moved. */
export class SpokenBeforeResponse {
  /** Source. @example tehran-times */
  readonly source!: string;
  /** Kind of evidence. @example news */
  readonly source_type!: string;
  /** Seconds from its first item to the move. @example 5400 */
  readonly first_lead_seconds!: number;
  /** Seconds from its last item to the move. @example 600 */
  readonly last_lead_seconds!: number;
}

/** A move of a market's price. */
export class MarketMoveResponse {
  /** End of the move. @example 2026-05-07T12:00:00.000000Z */
  readonly at!: Instant;
  /** Start of the move. @example 2026-05-07T12:00:00.000000Z */
  readonly started_at!: Instant;
  /** Price of YES before. @example 0.34 */
  readonly from!: UnitInterval;
  /** Price of YES after. @example 0.34 */
  readonly to!: UnitInterval;
  /** Sources with evidence for the market before the move, earliest first. */
  readonly spoken_before!: readonly SpokenBeforeResponse[];

  static from(row: MarketMoveRow): MarketMoveResponse {
    return responseOf(MarketMoveResponse, {
      ...row,
      at: formatMillis(row.at),
      started_at: formatMillis(row.started_at),
      spoken_before: row.sources.map((source, index) =>
        responseOf(SpokenBeforeResponse, {
          source,
          source_type: row.source_types[index] ?? '',
          first_lead_seconds: Math.round((row.first_leads[index] ?? 0) / 1000),
          last_lead_seconds: Math.round((row.last_leads[index] ?? 0) / 1000),
        }),
      ),
    });
  }
}
