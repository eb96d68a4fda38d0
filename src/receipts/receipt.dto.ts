import { ApiProperty } from '@nestjs/swagger';
import { RECORD_KINDS } from '../registry/log/log-record';
import type { Side } from './receipt';
import { TradeResponse } from './trade.dto';

/** What the model said, as the receipt repeats it. */
export class ReceiptPredictionResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the prediction was made: made_at of its record in the log.',
    example: '2026-07-03T12:00:00.000001Z',
  })
  readonly made_at!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Model provider.', example: 'claude' })
  readonly model!: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Probability of YES.',
    example: 0.6,
  })
  readonly probability_yes!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Conviction.', example: 0.8 })
  readonly confidence!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The call.', example: 'ESCALATE' })
  readonly direction!: string | null;
}

/** What the exchange decided. */
export class ReceiptSettlementResponse {
  @ApiProperty({
    format: 'date-time',
    description: 'When the market resolved.',
    example: '2026-07-20T10:00:00.000000Z',
  })
  readonly resolved_at!: string;

  @ApiProperty({
    enum: ['YES', 'NO'],
    type: String,
    nullable: true,
    description: 'YES at a settlement price of at least 0.5; null where stakes were returned.',
    example: 'YES',
  })
  readonly outcome!: Side | null;

  @ApiProperty({ type: Number, nullable: true, description: 'What YES paid.', example: 1 })
  readonly settlement_yes_price!: number | null;

  @ApiProperty({
    enum: ['settled', 'void'],
    description: 'Whether it decided.',
    example: 'settled',
  })
  readonly status!: 'settled' | 'void';

  @ApiProperty({
    enum: ['exchange', 'import'],
    description: 'Whose word it is. What was imported settles imported trades only.',
    example: 'exchange',
  })
  readonly settled_by!: 'exchange' | 'import';
}

/** Where the record of the prediction stands. */
export class ReceiptRegistryResponse {
  @ApiProperty({ format: 'date', description: 'Day of its record.', example: '2026-07-03' })
  readonly date!: string;

  @ApiProperty({
    format: 'uri',
    description: 'The day-file.',
    example: 'https://vedette.example/api/registry/2026-07-03.json',
  })
  readonly url!: string;

  @ApiProperty({ description: 'Position in the log, from 0.', example: 41 })
  readonly leaf_index!: number;
}

/** The four members of a record, as its leaf has them. */
export class ReceiptRecordMembers {
  @ApiProperty({
    description: 'Id of the document.',
    example: 'rb-0f3c9a1b2c3d4e5f6071829300112233',
  })
  readonly id!: string;

  @ApiProperty({ enum: RECORD_KINDS, description: 'Kind of document.', example: 'bundle' })
  readonly kind!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When it entered the log.',
    example: '2026-07-03T12:00:00.000001Z',
  })
  readonly made_at!: string;

  @ApiProperty({
    description: 'SHA-256 of the canonical JSON of the document.',
    example: '9b74c9897bac770ffc029102a200c5de1f2e0b0c1d2e3f405162738495a6b7c8',
  })
  readonly sha256!: string;
}

/** A document that the trade follows from, with its record and the proof of it. */
export class ReceiptRecordResponse {
  @ApiProperty({ type: ReceiptRecordMembers, description: 'Its record.' })
  readonly record!: ReceiptRecordMembers;

  @ApiProperty({ description: 'Position in the log, from 0.', example: 41 })
  readonly leaf_index!: number;

  @ApiProperty({
    type: [String],
    description: 'Sibling hashes, leaf side first, to the root in `proof`.',
    example: ['9a1b…'],
  })
  readonly inclusion_path!: readonly string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The document; a bundle without the words of its items.',
    example: { kind: 'trade', price: 0.42 },
  })
  readonly document!: object;
}

/** RFC 9162 inclusion proof of that record. */
export class ReceiptProofResponse {
  @ApiProperty({ description: 'Records in the tree proven against.', example: 42 })
  readonly tree_size!: number;

  @ApiProperty({
    type: [String],
    description: 'Sibling hashes of the record of the forecast, leaf side first.',
    example: ['9a1b…'],
  })
  readonly inclusion_path!: readonly string[];

  @ApiProperty({ description: 'Root of that tree, hex.', example: '4f2e…' })
  readonly root_hash!: string;

  @ApiProperty({
    description: 'Signed note over size and root.',
    example: 'vedette.example\n42\nTy4…\n\n— vedette.example …\n',
  })
  readonly checkpoint!: string;
}

/** The whole receipt. */
export class ReceiptResponse extends TradeResponse {
  @ApiProperty({ description: 'Version of this shape, semver.', example: '2.0.0' })
  readonly schema_version!: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Mid price of the side before the trade.',
    example: 0.41,
  })
  readonly entry_mid!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Fee of the entry, USD.',
    example: 4.06,
  })
  readonly fee_usd!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Fee of the exit, USD.', example: 0 })
  readonly exit_fee_usd!: number | null;

  @ApiProperty({ type: ReceiptPredictionResponse, description: 'What the model said.' })
  readonly prediction!: ReceiptPredictionResponse;

  @ApiProperty({
    type: ReceiptSettlementResponse,
    nullable: true,
    description: 'What the exchange decided; null before.',
  })
  readonly settlement!: ReceiptSettlementResponse | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id in /api/replay-bundle/{id}; null for an imported trade.',
    example: 'rb-0f3c9a1b2c3d4e5f6071829300112233',
  })
  readonly replay_bundle_id!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'SHA-256 of the canonical JSON of the bundle.',
    example: '9b74c9897bac770ffc029102a200c5de1f2e0b0c1d2e3f405162738495a6b7c8',
  })
  readonly bundle_sha256!: string | null;

  @ApiProperty({
    type: ReceiptRegistryResponse,
    nullable: true,
    description: 'Where the record of the prediction stands; null for an imported trade.',
  })
  readonly registry!: ReceiptRegistryResponse | null;

  @ApiProperty({
    type: [ReceiptRecordResponse],
    description:
      'Intent, bundle, trade, exits, settlement and corrections, in log order: every figure follows from them. Empty for an imported trade.',
  })
  readonly records!: readonly ReceiptRecordResponse[];

  @ApiProperty({
    type: ReceiptProofResponse,
    nullable: true,
    description: 'Proof that it stands there; null for an imported trade.',
  })
  readonly proof!: ReceiptProofResponse | null;

  @ApiProperty({
    description: 'SHA-256 of the canonical JSON of all other members.',
    example: '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
  })
  readonly receipt_sha256!: string;
}
