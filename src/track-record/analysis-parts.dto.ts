import type { Apart } from '../grading/graded-rows';
import { type Instant, OneOf, type Pair } from '../platform/http/field';

const BASELINES = ['executed_fill', 'pre_trade_mid', 'market_mid'] as const;
const ROWS = ['trades', 'predictions'] as const;
const CONTROLS = ['always_half', 'base_rate', 'market', 'reversed_call'] as const;

export class ComparisonResponse {
  /** The baseline: executed fill, mid before the trade, or mid at prediction time. @example executed_fill */
  @OneOf(BASELINES)
  readonly baseline!: (typeof BASELINES)[number];
  /** Compared rows. @example trades */
  @OneOf(ROWS)
  readonly rows!: (typeof ROWS)[number];
  /** Rows with a baseline. @example 48 */
  readonly n_rows!: number;
  /** Distinct markets: n of every mean. @example 41 */
  readonly n_markets!: number;
  /** Distinct events. @example 33 */
  readonly n_families!: number;
  /** True below 100 markets; then the rest is null. @example true */
  readonly underpowered!: boolean;
  /** Mean Brier score of the model. */
  readonly brier_model_mean!: number | null;
  /** Its 95 % interval (Student, over events). */
  readonly brier_model_ci!: Pair | null;
  /** Mean Brier score of the baseline. */
  readonly brier_baseline_mean!: number | null;
  /** 1 - model / baseline. */
  readonly skill!: number | null;
  /** 95 % interval by leaving out one event at a time. */
  readonly skill_jackknife_ci!: Pair | null;
  /** 95 % interval by drawing markets. */
  readonly skill_bootstrap_markets_ci!: Pair | null;
  /** 95 % interval by drawing events. */
  readonly skill_bootstrap_families_ci!: Pair | null;
  /** Paired t of the mean over markets, its error clustered by event; baseline minus model. */
  readonly paired_t!: number | null;
  /** Its two-sided p. */
  readonly paired_p!: number | null;
  /** Two-sided p of the sign test over events. */
  readonly sign_test_p!: number | null;
}

export class CalibrationBinResponse {
  /** Lower end, inclusive. @example 0.7 */
  readonly from!: number;
  /** Upper end, exclusive (the last is inclusive). @example 0.8 */
  readonly to!: number;
  /** Predictions. @example 31 */
  readonly n!: number;
  /** Distinct markets among them. @example 14 */
  readonly n_markets!: number;
  /** Votes: each market has one over all bins, shared by its predictions. @example 11.5 */
  readonly votes!: number;
  /** Mean of the given probabilities, by votes. @example 0.742 */
  readonly mean_probability!: number;
  /** Share of the votes with outcome YES. @example 0.71 */
  readonly yes_rate!: number;
  /** Wilson 95 % interval of it over the effective number of events. @example [0.43,0.89] */
  readonly ci!: Pair;
}

/** Reliability of all resolved predictions, with the decomposition of Murphy. */
export class CalibrationResponse {
  /** Resolved predictions. @example 240 */
  readonly n_rows!: number;
  /** Distinct markets. @example 120 */
  readonly n_markets!: number;
  /** Tenths that hold a prediction. */
  readonly bins!: readonly CalibrationBinResponse[];
  /** Share of YES; this and the rest are null below 100 markets. @example 0.31 */
  readonly base_rate!: number | null;
  /** Mean squared distance of bins from their rate; 0 is best. @example 0.012 */
  readonly reliability!: number | null;
  /** Mean squared distance of bin rates from the base rate. @example 0.09 */
  readonly resolution!: number | null;
  /** base_rate (1 - base_rate). @example 0.21 */
  readonly uncertainty!: number | null;
  /** Mean distance of bins from their rate. @example 0.08 */
  readonly calibration_error!: number | null;
  /** Mean logarithmic loss. @example 0.41 */
  readonly log_loss_mean!: number | null;
}

export class DecayRowResponse {
  /** Fewest days left, inclusive. @example 7 */
  readonly from_days!: number;
  /** Most days left, exclusive; null for the last band, which has no end. @example 14 */
  readonly to_days!: number | null;
  /** Resolved predictions. @example 40 */
  readonly n_rows!: number;
  /** Distinct markets with a price: n of every mean. @example 21 */
  readonly n_markets!: number;
  /** Mean Brier score of the model; null while underpowered. */
  readonly brier_model_mean!: number | null;
  /** Its 95 % interval (Student); null while underpowered. */
  readonly brier_model_ci!: Pair | null;
  /** Mean Brier score of the market; null while underpowered. */
  readonly brier_baseline_mean!: number | null;
  /** 1 - model / market; null while underpowered. */
  readonly skill!: number | null;
  /** 95 % interval by leaving out one market at a time; null while underpowered. */
  readonly skill_jackknife_ci!: Pair | null;
  /** Mean of probability minus price, counted toward the outcome; null while underpowered. */
  readonly edge_mean!: number | null;
  /** Its 95 % interval (Student); null while underpowered. */
  readonly edge_ci!: Pair | null;
}

/** Resolved forecasts that are counted separately. */
export class ApartResponse {
  /** Why they are not in the other figures of predictions. @example near_certain */
  @OneOf<Apart>(['near_certain', 'after_close'])
  readonly reason!: Apart;
  /** The same in words. @example "Made at a price of at most 0.03 or at least 0.97." */
  readonly description!: string;
  /** Resolved predictions. @example 31 */
  readonly n_rows!: number;
  /** Distinct markets. @example 9 */
  readonly n_markets!: number;
  /** Mean Brier score of the model; null below 100 markets. */
  readonly brier_model_mean!: number | null;
  /** Mean Brier score of the mid; null below 100 markets. */
  readonly brier_baseline_mean!: number | null;
}

export class ControlResponse {
  /** Which control. @example always_half */
  @OneOf(CONTROLS)
  readonly name!: (typeof CONTROLS)[number];
  /** Its answers. @example "Always 0.5." */
  readonly description!: string;
  /** Its mean Brier score; null while underpowered. */
  readonly brier_mean!: number | null;
  /** Skill of the model against it; null while underpowered. */
  readonly model_skill!: number | null;
}

/** Hit rate over distinct markets. */
export class AnalysisHitRateResponse {
  /** Share whose closed trades gained money. @example 0.56 */
  readonly rate!: number;
  /** Wilson 95 % interval. @example [0.41,0.7] */
  readonly ci!: Pair;
  /** Markets that gained. @example 23 */
  readonly n_hits!: number;
  /** Markets with a closed trade. @example 41 */
  readonly n_markets!: number;
}

export class CurvePointResponse {
  /** When. @example 2026-07-20T10:00:00.000000Z */
  readonly at!: Instant;
  /** The value at that time. @example 12.5 */
  readonly value!: number;
}

/** Running means over markets, in the order of resolution. */
export class BrierCurvesResponse {
  /** The model. */
  readonly model!: readonly CurvePointResponse[];
  /** The executed price. */
  readonly baseline!: readonly CurvePointResponse[];
}

/** Number of markets needed to detect an effect of a given size. */
export class PowerResponse {
  /** True mean difference in standard deviations. @example 0.3 */
  readonly effect_size!: number;
  /** Distinct markets at which it is detected in 80 % of cases; at least 100. @example 100 */
  readonly markets_needed!: number;
  /** Number of missing markets. @example 59 */
  readonly markets_missing!: number;
}

export class ExclusionsResponse {
  /** Not closed yet. @example 8 */
  readonly open!: number;
  /** Closed early with a gain. @example 12 */
  readonly take_profit!: number;
  /** Closed early with a loss. @example 7 */
  readonly stop_loss!: number;
  /** The exchange called the market off. @example 1 */
  readonly void!: number;
  /** Settled at a price between 0 and 1. @example 0 */
  readonly split!: number;
  /** The model gave no probability. @example 0 */
  readonly no_probability!: number;
  /** Opened at or after the resolution of its market. @example 0 */
  readonly after_resolution!: number;
}
