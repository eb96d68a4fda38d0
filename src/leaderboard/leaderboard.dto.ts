import { ApiProperty } from '@nestjs/swagger';

const INTERVAL: { type: [NumberConstructor]; minItems: number; maxItems: number; nullable: true; example: number[] } = {
  type: [Number],
  minItems: 2,
  maxItems: 2,
  nullable: true,
  example: [0.11, 0.19],
};

/** A model against a price. */
export class AgainstResponse {
  @ApiProperty({ description: 'Markets with such a price.', example: 140 })
  readonly n_markets!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: '1 − Brier of the model ÷ Brier of the price; above 0 the model did better.',
    example: 0.02,
  })
  readonly skill!: number | null;

  @ApiProperty({ ...INTERVAL, description: '95 %, drawing whole events with replacement.' })
  readonly interval!: readonly number[] | null;
}

/** Brier scores of who knows nothing, or only the price, over the same questions. */
export class BaselinesResponse {
  @ApiProperty({ description: 'Always 0.5.', example: 0.25 })
  readonly half!: number;

  @ApiProperty({ description: 'The share of YES, known only afterwards.', example: 0.21 })
  readonly base_rate!: number;

  @ApiProperty({ type: Number, nullable: true, description: 'The mid then.', example: 0.15 })
  readonly market_mid!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The mid at the last question about the same market.',
    example: 0.14,
  })
  readonly last_price!: number | null;
}

/** A model in one arm and one population. */
export class EntrantResponse {
  @ApiProperty({
    description: '`live`, or `import:<label>`; populations are never pooled.',
    example: 'live',
  })
  readonly population!: string;

  @ApiProperty({ description: 'Provider and version, or an ensemble.', example: 'gpt (gpt-5)' })
  readonly model!: string;

  @ApiProperty({
    description: 'A everything, B no prices and no whale trades, C the question and its rules.',
    example: 'A',
  })
  readonly arm!: string;

  @ApiProperty({ description: 'Graded answers.', example: 320 })
  readonly n_forecasts!: number;

  @ApiProperty({ description: 'Distinct markets: n of every mean.', example: 140 })
  readonly n_markets!: number;

  @ApiProperty({ description: 'Distinct events: n of every interval.', example: 90 })
  readonly n_families!: number;

  @ApiProperty({
    description: 'Fewer than 100 markets; then every figure is null.',
    example: false,
  })
  readonly underpowered!: boolean;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean squared error; lower is better.',
    example: 0.15,
  })
  readonly brier!: number | null;

  @ApiProperty({ ...INTERVAL, description: '95 % (Student, over events).' })
  readonly brier_interval!: readonly number[] | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean natural logarithm of the probability given to what happened; nearer to 0 is better.',
    example: -0.46,
  })
  readonly log_score!: number | null;

  @ApiProperty({ type: AgainstResponse, nullable: true, description: 'Against the mid.' })
  readonly against_mid!: AgainstResponse | null;

  @ApiProperty({
    type: AgainstResponse,
    nullable: true,
    description:
      'Against the price at which the answer could have been traded: the ask where it is above the mid, else the bid.',
  })
  readonly against_executed!: AgainstResponse | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Over questions that another model answered in the same arm; 0 is as good as they.',
    example: 1.4,
  })
  readonly peer_score!: number | null;

  @ApiProperty({ description: 'Such questions.', example: 300 })
  readonly n_peer_questions!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mean distance of probability and share of YES over ten bins.',
    example: 0.04,
  })
  readonly calibration_error!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Correlation of the probability with the mid, -1 to 1.',
    example: 0.93,
  })
  readonly correlation_with_price!: number | null;

  @ApiProperty({
    type: BaselinesResponse,
    nullable: true,
    description: 'Brier scores over the same questions of who knows nothing, or only the price.',
  })
  readonly baselines!: BaselinesResponse | null;
}

/** Who one side of a pair is. */
export class PairSideResponse {
  @ApiProperty({ description: 'Provider and version, or an ensemble.', example: 'gpt (gpt-5)' })
  readonly model!: string;

  @ApiProperty({ description: 'A, B or C.', example: 'A' })
  readonly arm!: string;
}

/** Two models over the questions that both answered. */
export class PairResponse {
  @ApiProperty({ description: '`live`, or `import:<label>`.', example: 'live' })
  readonly population!: string;

  @ApiProperty({ type: PairSideResponse, description: 'The first.' })
  readonly first!: PairSideResponse;

  @ApiProperty({ type: PairSideResponse, description: 'The second.' })
  readonly second!: PairSideResponse;

  @ApiProperty({ description: 'Questions that both answered.', example: 310 })
  readonly n_questions!: number;

  @ApiProperty({ description: 'Their markets.', example: 138 })
  readonly n_markets!: number;

  @ApiProperty({ description: 'Their events.', example: 88 })
  readonly n_families!: number;

  @ApiProperty({ description: 'Fewer than 100 markets.', example: false })
  readonly underpowered!: boolean;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Brier of the second minus that of the first: above 0 the first did better.',
    example: 0.012,
  })
  readonly difference!: number | null;

  @ApiProperty({ ...INTERVAL, description: '95 % (Student, over events).' })
  readonly interval!: readonly number[] | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Paired t over markets, clustered by event.',
    example: 1.7,
  })
  readonly t!: number | null;
}

/** Models side by side. */
export class LeaderboardResponse {
  @ApiProperty({ description: 'Version of this form.', example: '1.0.0' })
  readonly schema_version!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When it was computed.',
    example: '2026-07-03T12:00:00.000000Z',
  })
  readonly generated_at!: string;

  @ApiProperty({ description: 'Whether all of it is invented: the demo.', example: false })
  readonly synthetic!: boolean;

  @ApiProperty({ description: 'Fewest markets from which figures are told.', example: 100 })
  readonly markets_min!: number;

  @ApiProperty({
    description: 'What to know of the figures.',
    example: 'One market has one vote.',
  })
  readonly note!: string;

  @ApiProperty({
    type: [EntrantResponse],
    description: 'By population, arm and model, in the order of their names.',
  })
  readonly entrants!: readonly EntrantResponse[];

  @ApiProperty({ type: [PairResponse], description: 'Every two that answered the same.' })
  readonly pairs!: readonly PairResponse[];
}
