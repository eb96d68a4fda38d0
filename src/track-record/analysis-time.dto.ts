/** The parts of the analysis that are about time: how forecasts age, and who speaks before prices move. */
import { Pair } from '../platform/http/field';

/** Predictions made so many days before the resolution of their market. */
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
  @Pair()
  readonly brier_model_ci!: readonly [number, number] | null;
  /** Mean Brier score of the market; null while underpowered. */
  readonly brier_baseline_mean!: number | null;
  /** 1 - model / market; null while underpowered. */
  readonly skill!: number | null;
  /** 95 % interval by leaving out one market at a time; null while underpowered. */
  @Pair()
  readonly skill_jackknife_ci!: readonly [number, number] | null;
  /** Mean of probability minus price, counted toward the outcome; null while underpowered. */
  readonly edge_mean!: number | null;
  /** Its 95 % interval (Student); null while underpowered. */
  @Pair()
  readonly edge_ci!: readonly [number, number] | null;
}

/** How often one source, or kind of source, had spoken before prices moved. */
export class LeadTimeRowResponse {
  /** Source, or kind of source. @example telegram */
  readonly name!: string;
  /** Moves before which it had spoken. @example 12 */
  readonly moves!: number;
  /** Part of all moves. @example 0.6 */
  readonly share!: number;
  /**
   * The same in the control periods: the same hours one day earlier, when the market stood still. Null without any.
   * @example 0.55
   */
  readonly control_share!: number | null;
  /** Median time from its first report to the move, seconds. @example 7200 */
  readonly median_first_lead_seconds!: number;
  /** Median time from its last report to the move, seconds. @example 900 */
  readonly median_last_lead_seconds!: number;
}

/** Who had spoken in the six hours before prices moved. */
export class LeadTimeResponse {
  /** Window, days. @example 90 */
  readonly days!: number;
  /** Moves of five points or more within six hours. @example 20 */
  readonly moves!: number;
  /** Moves that have a control period. @example 17 */
  readonly controls!: number;
  /** By kind of source. */
  readonly by_source_type!: readonly LeadTimeRowResponse[];
  /** By source. */
  readonly by_source!: readonly LeadTimeRowResponse[];
}
