import { ApiProperty } from '@nestjs/swagger';

/** What requests of one kind cost today. */
export class UseSpendingResponse {
  @ApiProperty({ description: 'What they were for: recorded, arm, shadow, judge, posts.', example: 'recorded' })
  readonly use!: string;

  @ApiProperty({ example: 3, description: 'Requests.' })
  readonly requests!: number;

  @ApiProperty({ description: 'US dollars.', example: 0.41 })
  readonly usd!: number;

  @ApiProperty({ description: 'Tokens read.', example: 14_200 })
  readonly tokens_in!: number;

  @ApiProperty({ description: 'Tokens written, reasoning included.', example: 2_900 })
  readonly tokens_out!: number;
}

/** Money of the UTC day for models or for X. */
export class SpendingResponse {
  @ApiProperty({ description: 'What it is spent on.', enum: ['model', 'x'], example: 'model' })
  readonly purse!: string;

  @ApiProperty({ description: 'Limit of a UTC day, US dollars.', example: 5 })
  readonly limit_usd!: number;

  @ApiProperty({ description: 'Spent, and set aside for requests under way.', example: 0.62 })
  readonly spent_usd!: number;

  @ApiProperty({ description: 'Left of the limit.', example: 4.38 })
  readonly left_usd!: number;

  @ApiProperty({ type: [UseSpendingResponse], description: 'By what it was for.' })
  readonly uses!: readonly UseSpendingResponse[];
}

/** Room for what is stored. */
export class DiskResponse {
  @ApiProperty({ description: 'Free on the disk of the data folder, GB.', example: 41.2 })
  readonly free_gb!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Days until it is full at the pace since this process began; null before six hours, and where it does not fill.',
    example: 210,
  })
  readonly days_left!: number | null;
}
