import { ApiProperty } from '@nestjs/swagger';

/** One population in numbers. */
export class PopulationCountsResponse {
  @ApiProperty({ description: '`own`, or `import:<label>`.', example: 'own' })
  readonly population!: string;

  @ApiProperty({ description: 'Predictions: n_resolved + n_open + n_void.', example: 412 })
  readonly n_registered!: number;

  @ApiProperty({ description: 'Settled YES or NO.', example: 240 })
  readonly n_resolved!: number;

  @ApiProperty({ description: 'Not settled.', example: 170 })
  readonly n_open!: number;

  @ApiProperty({ description: 'Settled without a decision.', example: 2 })
  readonly n_void!: number;

  @ApiProperty({ description: 'Rows of the dataset.', example: 241 })
  readonly n_records!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Newest grade, UTC ms.',
    example: 1783123200000,
  })
  readonly graded_at_ms!: number | null;
}

/** Model against one baseline. */
export class ComparisonResponse {
  @ApiProperty({
    enum: ['executed_fill', 'pre_trade_mid', 'market_mid'],
    description: 'The baseline: executed fill, mid before the trade, or mid at prediction time.',
    example: 'executed_fill',
  })
  readonly baseline!: string;

  @ApiProperty({
    enum: ['trades', 'predictions'],
    description: 'What is compared.',
    example: 'trades',
  })
  readonly rows!: string;

  @ApiProperty({ description: 'Rows with a baseline.', example: 48 })
  readonly n_rows!: number;

  @ApiProperty({ description: 'Distinct markets: n of every mean.', example: 41 })
  readonly n_markets!: number;

  @ApiProperty({ description: 'Distinct events.', example: 33 })
  readonly n_families!: number;

  @ApiProperty({ description: 'True below 100 markets; then the rest is null.', example: true })
  readonly underpowered!: boolean;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean Brier score of the model.',
    example: null,
  })
  readonly brier_model_mean!: number | null;

  @ApiProperty({
    type: [Number],
    minItems: 2,
    maxItems: 2,
    nullable: true,
    description: 'Its 95 % interval (Student, over events).',
    example: null,
  })
  readonly brier_model_ci!: readonly number[] | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean Brier score of the baseline.',
    example: null,
  })
  readonly brier_baseline_mean!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: '1 - model / baseline.',
    example: null,
  })
  readonly skill!: number | null;

  @ApiProperty({
    type: [Number],
    minItems: 2,
    maxItems: 2,
    nullable: true,
    description: '95 % interval by leaving out one event at a time.',
    example: null,
  })
  readonly skill_jackknife_ci!: readonly number[] | null;

  @ApiProperty({
    type: [Number],
    minItems: 2,
    maxItems: 2,
    nullable: true,
    description: '95 % interval by drawing markets.',
    example: null,
  })
  readonly skill_bootstrap_markets_ci!: readonly number[] | null;

  @ApiProperty({
    type: [Number],
    minItems: 2,
    maxItems: 2,
    nullable: true,
    description: '95 % interval by drawing events.',
    example: null,
  })
  readonly skill_bootstrap_families_ci!: readonly number[] | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Paired t of the mean over markets, its error clustered by event; baseline minus model.',
    example: null,
  })
  readonly paired_t!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Its two-sided p.', example: null })
  readonly paired_p!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Two-sided p of the sign test over events.',
    example: null,
  })
  readonly sign_test_p!: number | null;
}

/** Predictions of one tenth of probability. */
export class CalibrationBinResponse {
  @ApiProperty({ description: 'Lower end, inclusive.', example: 0.7 })
  readonly from!: number;

  @ApiProperty({ description: 'Upper end, exclusive (the last is inclusive).', example: 0.8 })
  readonly to!: number;

  @ApiProperty({ description: 'Predictions.', example: 31 })
  readonly n!: number;

  @ApiProperty({ description: 'Distinct markets among them.', example: 14 })
  readonly n_markets!: number;

  @ApiProperty({
    description: 'Votes: each market has one over all bins, shared by its predictions.',
    example: 11.5,
  })
  readonly votes!: number;

  @ApiProperty({ description: 'Mean of what was given, by votes.', example: 0.742 })
  readonly mean_probability!: number;

  @ApiProperty({ description: 'Part of the votes that came out YES.', example: 0.71 })
  readonly yes_rate!: number;

  @ApiProperty({
    type: [Number],
    minItems: 2,
    maxItems: 2,
    description: 'Wilson 95 % interval of it over the effective number of events.',
    example: [0.43, 0.89],
  })
  readonly ci!: readonly number[];
}

/** Reliability of all resolved predictions, with the decomposition of Murphy. */
export class CalibrationResponse {
  @ApiProperty({ description: 'Resolved predictions.', example: 240 })
  readonly n_rows!: number;

  @ApiProperty({ description: 'Distinct markets.', example: 120 })
  readonly n_markets!: number;

  @ApiProperty({ type: [CalibrationBinResponse], description: 'Tenths that hold a prediction.' })
  readonly bins!: readonly CalibrationBinResponse[];

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Share of YES; this and the rest are null below 100 markets.',
    example: 0.31,
  })
  readonly base_rate!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean squared distance of bins from their rate; 0 is best.',
    example: 0.012,
  })
  readonly reliability!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean squared distance of bin rates from the base rate.',
    example: 0.09,
  })
  readonly resolution!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'base_rate (1 - base_rate).',
    example: 0.21,
  })
  readonly uncertainty!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean distance of bins from their rate.',
    example: 0.08,
  })
  readonly calibration_error!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean logarithmic loss.',
    example: 0.41,
  })
  readonly log_loss_mean!: number | null;
}

/** Resolved forecasts that are counted apart. */
export class ApartResponse {
  @ApiProperty({
    enum: ['near_certain', 'after_close'],
    description: 'Why they are in none of the other figures of predictions.',
    example: 'near_certain',
  })
  readonly reason!: string;

  @ApiProperty({
    description: 'The same in words.',
    example: 'Made at a price of at most 0.03 or at least 0.97.',
  })
  readonly description!: string;

  @ApiProperty({ description: 'Resolved predictions.', example: 31 })
  readonly n_rows!: number;

  @ApiProperty({ description: 'Distinct markets.', example: 9 })
  readonly n_markets!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean Brier score of the model; null below 100 markets.',
    example: null,
  })
  readonly brier_model_mean!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean Brier score of the mid; null below 100 markets.',
    example: null,
  })
  readonly brier_baseline_mean!: number | null;
}

/** A forecaster that knows nothing. */
export class ControlResponse {
  @ApiProperty({
    enum: ['always_half', 'base_rate', 'market', 'reversed_call'],
    description: 'Which control.',
    example: 'always_half',
  })
  readonly name!: string;

  @ApiProperty({ description: 'What it answers.', example: 'Always 0.5.' })
  readonly description!: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Its mean Brier score; null while underpowered.',
    example: null,
  })
  readonly brier_mean!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Skill of the model against it; null while underpowered.',
    example: null,
  })
  readonly model_skill!: number | null;
}

/** Hit rate over distinct markets. */
export class AnalysisHitRateResponse {
  @ApiProperty({ description: 'Share whose closed trades gained money.', example: 0.56 })
  readonly rate!: number;

  @ApiProperty({
    type: [Number],
    minItems: 2,
    maxItems: 2,
    description: 'Wilson 95 % interval.',
    example: [0.41, 0.7],
  })
  readonly ci!: readonly number[];

  @ApiProperty({ description: 'Markets that gained.', example: 23 })
  readonly n_hits!: number;

  @ApiProperty({ description: 'Markets with a closed trade.', example: 41 })
  readonly n_markets!: number;
}

/** One point of a curve. */
export class CurvePointResponse {
  @ApiProperty({
    format: 'date-time',
    description: 'When.',
    example: '2026-07-20T10:00:00.000000Z',
  })
  readonly at!: string;

  @ApiProperty({ description: 'The value then.', example: 12.5 })
  readonly value!: number;
}

/** Running means over markets, in the order of resolution. */
export class BrierCurvesResponse {
  @ApiProperty({ type: [CurvePointResponse], description: 'The model.' })
  readonly model!: readonly CurvePointResponse[];

  @ApiProperty({ type: [CurvePointResponse], description: 'The executed price.' })
  readonly baseline!: readonly CurvePointResponse[];
}

/** How many markets an effect of given size needs. */
export class PowerResponse {
  @ApiProperty({ description: 'True mean difference in standard deviations.', example: 0.3 })
  readonly effect_size!: number;

  @ApiProperty({
    description: 'Distinct markets at which it is seen in 80 % of cases; at least 100.',
    example: 100,
  })
  readonly markets_needed!: number;

  @ApiProperty({ description: 'How many more that is.', example: 59 })
  readonly markets_missing!: number;
}

/** Trades that are not graded, by reason. */
export class ExclusionsResponse {
  @ApiProperty({ description: 'Not closed yet.', example: 8 })
  readonly open!: number;

  @ApiProperty({ description: 'Closed early with a gain.', example: 12 })
  readonly take_profit!: number;

  @ApiProperty({ description: 'Closed early with a loss.', example: 7 })
  readonly stop_loss!: number;

  @ApiProperty({ description: 'The exchange called the market off.', example: 1 })
  readonly void!: number;

  @ApiProperty({ description: 'Settled at a price between 0 and 1.', example: 0 })
  readonly split!: number;

  @ApiProperty({ description: 'The model gave no probability.', example: 0 })
  readonly no_probability!: number;

  @ApiProperty({ description: 'Opened at or after the resolution of its market.', example: 0 })
  readonly after_resolution!: number;
}
