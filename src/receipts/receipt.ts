/**
 * A receipt: one paper trade from the forecast to its end, with every document it follows from and a proof that each is
 * in the log. It is canonical JSON with its own SHA-256, and can be checked with only the public key of the log:
 * `vedette verify --receipt FILE --vkey KEY`. docs/registry.md explains each figure.
 */
import { canonicalizeText } from '../platform/common/canonical-json';
import { sha256Hex } from '../platform/common/sha256';
import { exitId } from '../forecasting/exit-record';
import { intentId } from '../forecasting/forecast-records';
import type { Exchange } from '../markets/market';
import { containedRecords, type ProvenDocuments } from '../registry/proofs/proven-documents';
import { correctionId, settlementId } from '../settlement/settlement-record';

const RECEIPT_SCHEMA_VERSION = '2.0.0';

export type Side = 'YES' | 'NO';
export type ExitReason = 'settled' | 'take_profit' | 'stop_loss';

export const TRADE_STATUSES = ['open', 'closed'] as const;
export type TradeStatus = (typeof TRADE_STATUSES)[number];

/** A stored paper trade with its prediction; absent and null mean the same. */
export interface TradeRow {
  readonly trade: {
    readonly trade_id: string;
    readonly exchange: Exchange;
    readonly ticker: string;
    readonly side: Side;
    readonly status: TradeStatus;
    readonly opened_at: string;
    readonly entry_price: number;
    readonly entry_mid?: number | null;
    readonly size: number;
    readonly fee_usd?: number | null;
    readonly confidence?: number | null;
    readonly probability_yes?: number | null;
    readonly closed_at?: string | null;
    readonly exit_price?: number | null;
    readonly exit_reason?: ExitReason | null;
    readonly exit_fee_usd?: number | null;
    readonly net_pnl?: number | null;
    readonly population: string;
    readonly replay_bundle_id?: string | null;
    readonly bundle_sha256?: string | null;
    readonly exits?: number | null;
  };
  readonly prediction: {
    readonly made_at: string;
    readonly model: string;
    readonly direction: string;
    readonly question: string;
  } | null;
  readonly settlement: {
    readonly resolved_at: string;
    readonly outcome: Side | null;
    readonly settlement_yes_price: number | null;
    readonly status: 'settled' | 'void';
    readonly settled_by: 'exchange' | 'import';
    readonly corrections?: number | null;
  } | null;
}

/** The place of the forecast's record, and all documents of the trade. */
export interface LogPlace {
  readonly date: string;
  readonly url: string;
  readonly proven: ProvenDocuments;
  /** Of the forecast's record. */
  readonly leafIndex: number;
  readonly inclusionPath: readonly string[];
}

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

/** The receipt without its own hash; snake_case because its JSON is hashed. */
export const receiptBody = ({ trade, prediction, settlement }: TradeRow, place: LogPlace | null) => ({
  schema_version: RECEIPT_SCHEMA_VERSION,
  trade_id: trade.trade_id,
  population: trade.population,
  exchange: trade.exchange,
  ticker: trade.ticker,
  question: prediction?.question ?? null,
  status: trade.status,
  side: trade.side,
  opened_at: trade.opened_at,
  entry_price: trade.entry_price,
  entry_mid: trade.entry_mid ?? null,
  size: trade.size,
  fee_usd: trade.fee_usd ?? null,
  closed_at: trade.closed_at ?? null,
  exit_price: trade.exit_price ?? null,
  exit_reason: trade.exit_reason ?? null,
  exit_fee_usd: trade.exit_fee_usd ?? null,
  net_pnl: trade.net_pnl ?? null,
  prediction: {
    made_at: prediction?.made_at ?? null,
    model: prediction?.model ?? null,
    probability_yes: trade.probability_yes ?? null,
    confidence: trade.confidence ?? null,
    direction: prediction?.direction ?? null,
  },
  settlement:
    settlement === null
      ? null
      : {
          resolved_at: settlement.resolved_at,
          outcome: settlement.outcome ?? null,
          settlement_yes_price: settlement.settlement_yes_price ?? null,
          status: settlement.status,
          settled_by: settlement.settled_by,
        },
  replay_bundle_id: trade.replay_bundle_id ?? null,
  bundle_sha256: trade.bundle_sha256 ?? null,
  registry: place === null ? null : { date: place.date, url: place.url, leaf_index: place.leafIndex },
  records: place === null ? [] : containedRecords(place.proven),
  proof:
    place === null
      ? null
      : {
          tree_size: place.proven.treeSize,
          inclusion_path: place.inclusionPath,
          root_hash: place.proven.rootHash,
          checkpoint: place.proven.checkpoint,
        },
});

/** Canonical JSON of the receipt with `receipt_sha256`, the SHA-256 of the rest. */
export const receiptText = (body: ReturnType<typeof receiptBody>): string => {
  const sha256 = sha256Hex(canonicalizeText(JSON.stringify(body)));
  return canonicalizeText(JSON.stringify({ ...body, receipt_sha256: sha256 }));
};
