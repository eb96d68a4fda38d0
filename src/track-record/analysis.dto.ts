import type { Instant } from '../platform/http/field';
import { PopulationCountsResponse, PopulationParameter } from '../dataset/dataset.dto';
import { LeadTimeResponse } from '../lead-time/lead-time.dto';
import {
  AnalysisHitRateResponse,
  ApartResponse,
  BrierCurvesResponse,
  CalibrationResponse,
  ComparisonResponse,
  ControlResponse,
  CurvePointResponse,
  DecayRowResponse,
  ExclusionsResponse,
  PowerResponse,
} from './analysis-parts.dto';

export class AnalysisQuery {
  @PopulationParameter('forecasts', 'that of the summary')
  population?: string;
}

export class AnalysisResponse {
  /** Version of this format, semver. @example 1.0.0 */
  readonly schema_version!: string;
  /** When it was computed, UTC. @example 2026-07-04T12:00:00.000000Z */
  readonly generated_at!: Instant;
  /** Population of the forecasts. @example own */
  readonly population!: string;
  /** All populations in numbers; never pooled. */
  readonly populations!: readonly PopulationCountsResponse[];
  /** Window, days. @example 90 */
  readonly lookback_days!: number;
  /** Minimum confidence of a counted trade. @example 0.74 */
  readonly min_confidence!: number;
  /** True in the demo. @example false */
  readonly synthetic!: boolean;
  /** True below n_markets_min distinct resolved markets. @example true */
  readonly underpowered!: boolean;
  /** Markets from which figures are shown. @example 100 */
  readonly n_markets_min!: number;
  /** Model against each baseline. */
  readonly comparisons!: readonly ComparisonResponse[];
  /** Calibration: for each range of probabilities, the share that came true. */
  readonly calibration!: CalibrationResponse;
  /** Predictions by days until the resolution. */
  readonly time_decay!: readonly DecayRowResponse[];
  /** Predictions that are not in the figures above, because their outcome was known or nearly certain. */
  readonly apart!: readonly ApartResponse[];
  /** Sources that reported before prices moved, compared with control periods. */
  readonly lead_time!: LeadTimeResponse;
  /** Simple forecasters, as controls. */
  readonly controls!: readonly ControlResponse[];
  /** Hit rate. */
  readonly hit_rate!: AnalysisHitRateResponse;
  /** Trades that are not graded, by reason. */
  readonly exclusions!: ExclusionsResponse;
  /** Gain or loss of all closed trades after fees, USD. @example 212.4 */
  readonly net_pnl_usd!: number;
  /** Cumulative gain or loss, USD. */
  readonly pnl_curve!: readonly CurvePointResponse[];
  /** Cumulative Brier of model and executed price; null while underpowered. */
  readonly brier_curves!: BrierCurvesResponse | null;
  /** Number of markets that are still needed. */
  readonly power!: readonly PowerResponse[];
}
