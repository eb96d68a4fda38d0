import { ApiProperty } from '@nestjs/swagger';
import { type Day, type Instant, OneOf, type Uri } from '../platform/http/field';
import { RECORD_KINDS } from '../registry/log/kinds';
import type { Side } from '../forecasting/paper-trade';
import { TradeResponse } from './trade.dto';

/** The model's prediction, as in the receipt. */
export class ReceiptPredictionResponse {
  /** When the prediction was made: made_at of its record in the log. @example 2026-07-03T12:00:00.000001Z */
  readonly made_at!: Instant | null;
  /** Model provider. @example claude */
  readonly model!: string | null;
  /** Probability of YES. @example 0.6 */
  readonly probability_yes!: number | null;
  /** Confidence. @example 0.8 */
  readonly confidence!: number | null;
  /** Direction. @example ESCALATE */
  readonly direction!: string | null;
}

/** Decision of the exchange. */
export class ReceiptSettlementResponse {
  /** When the market resolved. @example 2026-07-20T10:00:00.000000Z */
  readonly resolved_at!: Instant;
  /** YES at a settlement price of at least 0.5; null if stakes were returned. @example YES */
  readonly outcome!: Side | null;
  /** Payment for a YES contract. @example 1 */
  readonly settlement_yes_price!: number | null;
  /** `settled`, or `void` if it called the market off. @example settled */
  readonly status!: 'settled' | 'void';
  /** Origin of the decision; an imported one settles imported trades only. @example exchange */
  readonly settled_by!: 'exchange' | 'import';
}

/** Position of the prediction's record. */
export class ReceiptRegistryResponse {
  /** Day of its record. @example 2026-07-03 */
  readonly date!: Day;
  /** The day-file. @example https://vedette.example/api/registry/2026-07-03.json */
  readonly url!: Uri;
  /** Position in the log, from 0. @example 41 */
  readonly leaf_index!: number;
}

/** The four members of a record, as in its leaf. */
export class ReceiptRecordMembers {
  /** Id of the document. @example rb-0f3c9a1b2c3d4e5f6071829300112233 */
  readonly id!: string;
  /** Kind of document. @example bundle */
  @OneOf(RECORD_KINDS)
  readonly kind!: string;
  /** When it entered the log. @example 2026-07-03T12:00:00.000001Z */
  readonly made_at!: Instant;
  /**
   * SHA-256 of the canonical JSON of the document.
   * @example 9b74c9897bac770ffc029102a200c5de1f2e0b0c1d2e3f405162738495a6b7c8
   */
  readonly sha256!: string;
}

/** A document from which the trade follows, with its record and proof. */
export class ReceiptRecordResponse {
  /** Its record. */
  readonly record!: ReceiptRecordMembers;
  /** Position in the log, from 0. @example 41 */
  readonly leaf_index!: number;
  /** Sibling hashes, leaf side first, to the root in `proof`. @example ["9a1b…"] */
  readonly inclusion_path!: readonly string[];
  /** The document; a bundle without the words of its items. @example {"kind":"trade","price":0.42} */
  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly document!: object;
}

/** RFC 9162 inclusion proof of that record. */
export class ReceiptProofResponse {
  /** Records in the tree proven against. @example 42 */
  readonly tree_size!: number;
  /** Sibling hashes of the record of the forecast, leaf side first. @example ["9a1b…"] */
  readonly inclusion_path!: readonly string[];
  /** Root of that tree, hex. @example 4f2e… */
  readonly root_hash!: string;
  /** Signed note over size and root. */
  @ApiProperty({ example: 'vedette.example\n42\nTy4…\n\n— vedette.example …\n' })
  readonly checkpoint!: string;
}

/** A receipt without its own hash. */
export class ReceiptBody extends TradeResponse {
  /** Version of this format, semver. @example 2.0.0 */
  readonly schema_version!: string;
  /** Mid price of the side before the trade. @example 0.41 */
  readonly entry_mid!: number | null;
  /** Fee of the entry, USD. @example 4.06 */
  readonly fee_usd!: number | null;
  /** Fee of the exit, USD. @example 0 */
  readonly exit_fee_usd!: number | null;
  /** The model's prediction. */
  readonly prediction!: ReceiptPredictionResponse;
  /** Decision of the exchange; null before. */
  readonly settlement!: ReceiptSettlementResponse | null;
  /** Id in /api/replay-bundle/{id}; null for an imported trade. @example rb-0f3c9a1b2c3d4e5f6071829300112233 */
  readonly replay_bundle_id!: string | null;
  /**
   * SHA-256 of the canonical JSON of the bundle.
   * @example 9b74c9897bac770ffc029102a200c5de1f2e0b0c1d2e3f405162738495a6b7c8
   */
  readonly bundle_sha256!: string | null;
  /** Position of the prediction's record; null for an imported trade. */
  readonly registry!: ReceiptRegistryResponse | null;
  /**
   * Intent, bundle, trade, exits, settlement and corrections, in log order: every figure follows from them. Empty for
   * an imported trade.
   */
  readonly records!: readonly ReceiptRecordResponse[];
  /** Proof of this position; null for an imported trade. */
  readonly proof!: ReceiptProofResponse | null;
}

/** The whole receipt. */
export class ReceiptResponse extends ReceiptBody {
  /**
   * SHA-256 of the canonical JSON of all other members.
   * @example 4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
   */
  readonly receipt_sha256!: string;
}
