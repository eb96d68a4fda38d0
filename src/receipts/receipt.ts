/**
 * A receipt: one paper trade from the forecast to its end, with every document it follows from and a proof that each is
 * in the log. It is canonical JSON with its own SHA-256, and can be checked with only the public key of the log:
 * `vedette verify --receipt FILE --vkey KEY`. docs/registry.md explains each figure.
 */
import { canonicalizeText } from '../platform/common/canonical-json';
import { sha256Hex } from '../platform/common/sha256';
import { exitId } from '../forecasting/exit-record';
import { intentId } from '../forecasting/forecast-records';
import { responseOf, type RowOf } from '../platform/http/response-of';
import { correctionId, settlementId } from '../settlement/settlement-record';
import { ReceiptBody, ReceiptPredictionResponse, ReceiptSettlementResponse } from './receipt.dto';
import type { TradeResponse } from './trade.dto';

const RECEIPT_SCHEMA_VERSION = '2.0.0';

/** A stored paper trade with its prediction; absent and null mean the same. */
export interface TradeRow {
  readonly trade: RowOf<
    Omit<TradeResponse, 'question'> &
      Pick<ReceiptBody, 'entry_mid' | 'fee_usd' | 'exit_fee_usd' | 'replay_bundle_id' | 'bundle_sha256'> &
      Pick<ReceiptPredictionResponse, 'probability_yes' | 'confidence'>
  > & { readonly exits?: number | null };
  readonly prediction: {
    readonly made_at: string;
    readonly model: string;
    readonly direction: string;
    readonly question: string;
  } | null;
  readonly settlement: (ReceiptSettlementResponse & { readonly corrections?: number | null }) | null;
}

/** A trade in the log: the record of its forecast, and all documents. */
export type LogPlace = Pick<ReceiptBody, 'registry' | 'records' | 'proof'>;

/** Ids of all possible documents of a trade. */
export const documentIds = ({ trade, settlement }: TradeRow): string[] => {
  const { replay_bundle_id: bundleId, trade_id: tradeId } = trade;
  if (bundleId === null || bundleId === undefined) return [];
  const count = (n: number | null | undefined): number[] => Array.from({ length: n ?? 0 }, (_, index) => index + 1);
  return [
    intentId(bundleId),
    bundleId,
    tradeId,
    ...count(trade.exits).map((nth) => exitId(tradeId, nth)),
    settlementId(trade),
    ...count(settlement?.corrections).map((nth) => correctionId(trade, nth)),
  ];
};

/** Canonical JSON of the receipt with `receipt_sha256`, the SHA-256 of the rest. */
export const receiptText = ({ trade, prediction, settlement }: TradeRow, place: LogPlace): string => {
  const { probability_yes, confidence } = trade;
  const body = responseOf(ReceiptBody, {
    ...trade,
    ...place,
    schema_version: RECEIPT_SCHEMA_VERSION,
    question: prediction?.question ?? null,
    prediction: responseOf(ReceiptPredictionResponse, { ...prediction, probability_yes, confidence }),
    settlement: settlement === null ? null : responseOf(ReceiptSettlementResponse, settlement),
  });
  const sha256 = sha256Hex(canonicalizeText(JSON.stringify(body)));
  return canonicalizeText(JSON.stringify(Object.assign(body, { receipt_sha256: sha256 })));
};
