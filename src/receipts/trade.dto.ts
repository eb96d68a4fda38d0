import { ApiProperty } from '@nestjs/swagger';
import { EXCHANGES, type Exchange } from '../markets/market';
import { EXIT_REASONS, TRADE_STATUSES } from './receipt';
import type { ExitReason, Side, TradeStatus } from './receipt';

export const TRADE_ID_EXAMPLE = 't-0f3c9a1b2c3d4e5f60718293';

/** What a listing and a receipt both say of a paper trade. */
export abstract class TradeResponse {
  @ApiProperty({ description: 'Id of the trade.', example: TRADE_ID_EXAMPLE })
  readonly trade_id!: string;

  @ApiProperty({
    description: '`own` for trades of this deployment, `import:<label>` for imported ones.',
    example: 'own',
  })
  readonly population!: string;

  @ApiProperty({ enum: EXCHANGES, description: 'Exchange of the market.', example: 'kalshi' })
  readonly exchange!: Exchange;

  @ApiProperty({ description: 'Exchange-side market identifier.', example: 'KXDEAL-26SEP' })
  readonly ticker!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Question of the market.',
    example: 'Will a deal be signed before September?',
  })
  readonly question!: string | null;

  @ApiProperty({ enum: TRADE_STATUSES, description: 'Whether it has ended.', example: 'closed' })
  readonly status!: TradeStatus;

  @ApiProperty({ enum: ['YES', 'NO'], description: 'Side bought.', example: 'YES' })
  readonly side!: Side;

  @ApiProperty({
    format: 'date-time',
    description: 'When it was opened.',
    example: '2026-07-03T12:00:00.000001Z',
  })
  readonly opened_at!: string;

  @ApiProperty({ description: 'Executable price of the side paid, 0 to 1.', example: 0.42 })
  readonly entry_price!: number;

  @ApiProperty({ description: 'Contracts.', example: 238 })
  readonly size!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it was closed.',
    example: '2026-07-20T10:00:00.000000Z',
  })
  readonly closed_at!: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Price of the side at the end.',
    example: 1,
  })
  readonly exit_price!: number | null;

  @ApiProperty({
    enum: EXIT_REASONS,
    type: String,
    nullable: true,
    description: 'Why it ended.',
    example: 'settled',
  })
  readonly exit_reason!: ExitReason | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Gain or loss after fees, USD.',
    example: 133.98,
  })
  readonly net_pnl!: number | null;
}
