/** The parts of the analysis that are about time: how forecasts age, and who speaks before prices move. */
import { ApiProperty } from '@nestjs/swagger';

const HELD_BACK = 'null while underpowered';
const INTERVAL = {
  type: [Number] as [NumberConstructor],
  minItems: 2,
  maxItems: 2,
  nullable: true,
  example: null,
};
const FIGURE = { type: Number, nullable: true, example: null };

/** Predictions made so many days before the resolution of their market. */
export class DecayRowResponse {
  @ApiProperty({ description: 'Fewest days left, inclusive.', example: 7 })
  readonly from_days!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Most days left, exclusive; null for the last band, which has no end.',
    example: 14,
  })
  readonly to_days!: number | null;

  @ApiProperty({ description: 'Resolved predictions.', example: 40 })
  readonly n_rows!: number;

  @ApiProperty({ description: 'Distinct markets with a price: n of every mean.', example: 21 })
  readonly n_markets!: number;

  @ApiProperty({ ...FIGURE, description: `Mean Brier score of the model; ${HELD_BACK}.` })
  readonly brier_model_mean!: number | null;

  @ApiProperty({ ...INTERVAL, description: `Its 95 % interval (Student); ${HELD_BACK}.` })
  readonly brier_model_ci!: readonly number[] | null;

  @ApiProperty({ ...FIGURE, description: `Mean Brier score of the market; ${HELD_BACK}.` })
  readonly brier_baseline_mean!: number | null;

  @ApiProperty({ ...FIGURE, description: `1 - model / market; ${HELD_BACK}.` })
  readonly skill!: number | null;

  @ApiProperty({
    ...INTERVAL,
    description: `95 % interval by leaving out one market at a time; ${HELD_BACK}.`,
  })
  readonly skill_jackknife_ci!: readonly number[] | null;

  @ApiProperty({
    ...FIGURE,
    description: `Mean of probability minus price, counted toward the outcome; ${HELD_BACK}.`,
  })
  readonly edge_mean!: number | null;

  @ApiProperty({ ...INTERVAL, description: `Its 95 % interval (Student); ${HELD_BACK}.` })
  readonly edge_ci!: readonly number[] | null;
}

/** How often one source, or kind of source, had spoken before prices moved. */
export class LeadTimeRowResponse {
  @ApiProperty({ description: 'Source, or kind of source.', example: 'telegram' })
  readonly name!: string;

  @ApiProperty({ description: 'Moves before which it had spoken.', example: 12 })
  readonly moves!: number;

  @ApiProperty({ description: 'Part of all moves.', example: 0.6 })
  readonly share!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'The same in the control periods: the same hours one day earlier, when the market stood still. Null without any.',
    example: 0.55,
  })
  readonly control_share!: number | null;

  @ApiProperty({ description: 'Median time from its first report to the move, seconds.', example: 7200 })
  readonly median_first_lead_seconds!: number;

  @ApiProperty({ description: 'Median time from its last report to the move, seconds.', example: 900 })
  readonly median_last_lead_seconds!: number;
}

/** Who had spoken in the six hours before prices moved. */
export class LeadTimeResponse {
  @ApiProperty({ description: 'Window, days.', example: 90 })
  readonly days!: number;

  @ApiProperty({ description: 'Moves of five points or more within six hours.', example: 20 })
  readonly moves!: number;

  @ApiProperty({ description: 'Moves that have a control period.', example: 17 })
  readonly controls!: number;

  @ApiProperty({ type: [LeadTimeRowResponse], description: 'By kind of source.' })
  readonly by_source_type!: readonly LeadTimeRowResponse[];

  @ApiProperty({ type: [LeadTimeRowResponse], description: 'By source.' })
  readonly by_source!: readonly LeadTimeRowResponse[];
}
