import { ApiProperty } from '@nestjs/swagger';
import { formatMillis } from '../platform/common/utc-time';

const INSTANT = { format: 'date-time', example: '2026-05-07T12:00:00.000000Z' } as const;
const PRICE = { minimum: 0, maximum: 1, example: 0.34 } as const;

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
  @ApiProperty({ description: 'Source.', example: 'tehran-times' })
  readonly source!: string;

  @ApiProperty({ description: 'Kind of evidence.', example: 'news' })
  readonly source_type!: string;

  @ApiProperty({ description: 'Seconds from its first item to the move.', example: 5400 })
  readonly first_lead_seconds!: number;

  @ApiProperty({ description: 'Seconds from its last item to the move.', example: 600 })
  readonly last_lead_seconds!: number;
}

/** A move of a market's price. */
export class MarketMoveResponse {
  @ApiProperty({ ...INSTANT, description: 'When the price had moved.' })
  readonly at!: string;

  @ApiProperty({ ...INSTANT, description: 'When it began to.' })
  readonly started_at!: string;

  @ApiProperty({ ...PRICE, description: 'Price of YES before.' })
  readonly from!: number;

  @ApiProperty({ ...PRICE, description: 'Price of YES after.' })
  readonly to!: number;

  @ApiProperty({
    type: [SpokenBeforeResponse],
    description: 'Who had spoken of what the market is about, the first to do so first.',
  })
  readonly spoken_before!: readonly SpokenBeforeResponse[];

  static from(row: MarketMoveRow): MarketMoveResponse {
    return Object.assign(new MarketMoveResponse(), {
      at: formatMillis(row.at),
      started_at: formatMillis(row.started_at),
      from: row.from,
      to: row.to,
      spoken_before: row.sources.map((source, index) =>
        Object.assign(new SpokenBeforeResponse(), {
          source,
          source_type: row.source_types[index] ?? '',
          first_lead_seconds: Math.round((row.first_leads[index] ?? 0) / 1000),
          last_lead_seconds: Math.round((row.last_leads[index] ?? 0) / 1000),
        }),
      ),
    });
  }
}
