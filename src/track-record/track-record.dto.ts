import type { Day, Instant, Pair, Uri } from '../platform/http/field';

export class TrackRecordFiguresResponse {
  /** Whether there is anything to report: at least one trade in the window. @example true */
  readonly available!: boolean;
  /** Distinct markets with a graded trade. @example 41 */
  readonly n_distinct_resolved!: number;
  /** Distinct markets with a trade. @example 55 */
  readonly n_distinct_markets!: number;
  /** True below 100 distinct resolved markets: too few to demonstrate skill. @example true */
  readonly underpowered!: boolean;
  /** The same for the Brier figures. @example true */
  readonly brier_skill_underpowered!: boolean;
  /** True below 100 distinct markets with a closed trade. @example true */
  readonly hit_rate_underpowered!: boolean;
  /** 1 - model / baseline over means of markets; null while underpowered. */
  readonly brier_skill_score_vs_market!: number | null;
  /** The score in words; null while underpowered. */
  readonly brier_skill_interpretation!: string | null;
  /** Mean Brier score of the model; null while underpowered. */
  readonly brier_model_mean!: number | null;
  /** Mean Brier score of the executed entry price; null while underpowered. */
  readonly brier_market_baseline_mean!: number | null;
  /** Share of distinct markets whose closed trades gained money; 0 when there is none. @example 0.56 */
  readonly hit_rate!: number;
  /** Wilson 95 % interval of it; 0 to 1 when there is no market. @example [0.41,0.7] */
  readonly hit_rate_ci!: Pair;
  /** Basis of the hit rate. @example per_distinct_market_net_pnl_sign */
  readonly hit_rate_basis!: 'per_distinct_market_net_pnl_sign';
  /** Trades graded for Brier. @example 48 */
  readonly total_graded!: number;
  /** Trades in the window. @example 73 */
  readonly total_trades!: number;
  /** Window, days. @example 90 */
  readonly lookback_days!: number;
  /** Minimum confidence of a counted trade. @example 0.74 */
  readonly min_confidence!: number;
  /**
   * The rules by which Brier is computed.
   * @example "Brier is computed only on rows that have a model probability and a settled, decisive exit."
   */
  readonly caveat!: string;
}

export class TrackRecordRegistryResponse {
  /** Whether the stored chain verifies and has a sealed day. @example true */
  readonly available!: boolean;
  /**
   * combined_hash of the last sealed day, hex; 64 zeros before the first.
   * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
   */
  readonly chain_head_hash!: string;
  /** When the last day was sealed; the epoch before the first. @example 2026-07-04T00:00:05.000000+00:00 */
  readonly anchored_at!: Instant;
  /** When the first day was sealed; the epoch before the first. @example 2026-05-08T00:00:05.000000+00:00 */
  readonly first_anchored_at!: Instant;
  /** Day-files in the chain. @example 58 */
  readonly n_days!: number;
  /** Date of the last day-file. @example 2026-07-03 */
  readonly head_date!: Day;
  /** The registry index. @example https://vedette.example/api/registry/index.json */
  readonly verify_url!: Uri;
  /**
   * How to check the chain.
   * @example "Fetch verify_url. For every entry, prev_hash must equal the preceding combined_hash."
   */
  readonly verify_method!: string;
}

export class HonestyResponse {
  /** Whether an edge is claimed: never while underpowered, and only at a paired t beyond 3. @example false */
  readonly claims_demonstrated_edge!: boolean;
  /**
   * Main caveat.
   * @example "No edge over the market is demonstrated: 41 distinct markets have resolved."
   */
  readonly statement!: string;
}

export class TrackRecordResponse {
  /** Version of this format, semver. @example 1.0.0 */
  readonly schema_version!: string;
  /** Publisher. @example Vedette */
  readonly publisher!: string;
  /** When it was computed, UTC. @example 2026-07-04T12:00:00.000000Z */
  readonly generated_at!: Instant;
  /** The figures. */
  readonly track_record!: TrackRecordFiguresResponse;
  /** The hash chain. */
  readonly registry!: TrackRecordRegistryResponse;
  /** How each figure is computed. @example https://vedette.example/about */
  readonly methodology_url!: Uri;
  /** The receipts for people. @example https://vedette.example/receipts */
  readonly track_record_url!: Uri;
  /** The receipts endpoint. @example https://vedette.example/api/receipts */
  readonly receipts_api_url!: Uri;
  /** Address of one receipt, with {trade_id}. @example https://vedette.example/api/receipt/{trade_id}.json */
  readonly per_call_receipt_url_template!: string;
  /** The badge. @example https://vedette.example/api/badge/track-record.svg */
  readonly badge_url!: Uri;
  /** Claims and their limits. */
  readonly honesty!: HonestyResponse;
  /** Whether chain, archive, database or settlement polling is impaired, or the data are synthetic. @example false */
  readonly degraded!: boolean;
}
