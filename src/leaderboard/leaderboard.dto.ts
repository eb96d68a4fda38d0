import type { Instant, Pair } from '../platform/http/field';

export class AgainstResponse {
  /** Markets with such a price. @example 140 */
  readonly n_markets!: number;
  /** 1 − Brier of the model ÷ Brier of the price; above 0 the model was better. @example 0.02 */
  readonly skill!: number | null;
  /** 95 %, drawing whole events with replacement. @example [0.11,0.19] */
  readonly interval!: Pair | null;
}

export class BaselinesResponse {
  /** Always 0.5. @example 0.25 */
  readonly half!: number;
  /** The share of YES, known only afterwards. @example 0.21 */
  readonly base_rate!: number;
  /** The mid at the time of the answer. @example 0.15 */
  readonly market_mid!: number | null;
  /** The mid at the previous forecast of the same market. @example 0.14 */
  readonly last_price!: number | null;
}

export class EntrantResponse {
  /** `live`, or `import:<label>`; populations are never pooled. @example live */
  readonly population!: string;
  /** Provider and version, or an ensemble. @example "gpt (gpt-5)" */
  readonly model!: string;
  /** A everything, B no prices and no whale trades, C the question and its rules. @example A */
  readonly arm!: string;
  /** Graded answers. @example 320 */
  readonly n_forecasts!: number;
  /** Distinct markets: n of every mean. @example 140 */
  readonly n_markets!: number;
  /** Distinct events: n of every interval. @example 90 */
  readonly n_families!: number;
  /** Lines of the population's imported files that were refused, later mended ones too. @example 0 */
  readonly n_refused!: number;
  /** Fewer than 100 markets; then every figure is null. @example false */
  readonly underpowered!: boolean;
  /** Mean squared error; lower is better. @example 0.15 */
  readonly brier!: number | null;
  /** 95 % (Student, over events). @example [0.11,0.19] */
  readonly brier_interval!: Pair | null;
  /** Mean natural logarithm of the probability given to the outcome; nearer to 0 is better. @example -0.46 */
  readonly log_score!: number | null;
  /** Against the mid. */
  readonly against_mid!: AgainstResponse | null;
  /** Against the executable price: the ask if the answer is above the mid, else the bid. */
  readonly against_executed!: AgainstResponse | null;
  /** Difference to the other models over questions that they answered in the same arm; 0 is equal. @example 1.4 */
  readonly peer_score!: number | null;
  /** Number of these questions. @example 300 */
  readonly n_peer_questions!: number;
  /** Mean distance between probability and share of YES over ten bins. @example 0.04 */
  readonly calibration_error!: number | null;
  /** Correlation of the probability with the mid, -1 to 1. @example 0.93 */
  readonly correlation_with_price!: number | null;
  /** Brier scores of simple forecasters over the same questions. */
  readonly baselines!: BaselinesResponse | null;
}

export class PairSideResponse {
  /** Provider and version, or an ensemble. @example "gpt (gpt-5)" */
  readonly model!: string;
  /** A, B or C. @example A */
  readonly arm!: string;
}

export class PairResponse {
  /** `live`, or `import:<label>`. @example live */
  readonly population!: string;
  /** The first. */
  readonly first!: PairSideResponse;
  /** The second. */
  readonly second!: PairSideResponse;
  /** Questions that both answered. @example 310 */
  readonly n_questions!: number;
  /** Their markets. @example 138 */
  readonly n_markets!: number;
  /** Their events. @example 88 */
  readonly n_families!: number;
  /** Fewer than 100 markets. @example false */
  readonly underpowered!: boolean;
  /** Brier of the second minus that of the first: above 0 the first did better. @example 0.012 */
  readonly difference!: number | null;
  /** 95 % (Student, over events). @example [0.11,0.19] */
  readonly interval!: Pair | null;
  /** Paired t over markets, clustered by event. @example 1.7 */
  readonly t!: number | null;
}

export class LeaderboardResponse {
  /** Version of this format. @example 1.0.0 */
  readonly schema_version!: string;
  /** When it was computed. @example 2026-07-03T12:00:00.000000Z */
  readonly generated_at!: Instant;
  /** Whether all data are invented, as in the demo. @example false */
  readonly synthetic!: boolean;
  /** Minimum markets for figures. @example 100 */
  readonly markets_min!: number;
  /** Notes on the figures. @example "One market has one vote." */
  readonly note!: string;
  /** By population, arm and model, in the order of their names. */
  readonly entrants!: readonly EntrantResponse[];
  /** Pairs of models that answered the same questions. */
  readonly pairs!: readonly PairResponse[];
}
