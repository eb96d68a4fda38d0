/** The record of a paper trade's exit: early at a quote, or by its market's settlement. */
import { sha256Hex } from '../platform/common/sha256';
import type { MarketKey } from '../markets/market-key';
import type { AppendRequest, LogSlot } from '../registry/log/log.service';
import { documentRequest } from '../registry/log/log-document';
import type { InputMarket } from './input/forecast-input';
import type { Side } from './paper-trade';

export interface ExitedTrade extends MarketKey {
  readonly trade_id: string;
  readonly side: Side;
  /** SHA-256 of the trade's record; null for trades older than these records. */
  readonly record_sha256: string | null;
  /** SHA-256 of the superseded exit, or null. */
  readonly exit_sha256: string | null;
  readonly exits: number;
}

export type ExitQuote = Pick<InputMarket, 'yes_bid' | 'yes_ask' | 'bid_size' | 'ask_size' | 'quoted_at' | 'raw_sha256'>;

export interface TradeEnd {
  readonly reason: 'settled' | 'take_profit' | 'stop_loss';
  readonly price: number;
  readonly feeUsd: number;
  readonly netPnl: number;
  /** Time of the exit; null for the time of the record. */
  readonly closedAt: string | null;
  readonly quote: ExitQuote | null;
  /** Hash of the settlement or correction that caused it, or null. */
  readonly settlementSha256: (slot: LogSlot) => string | null;
}

const hexOf = (tradeId: string): string => /^t-([0-9a-f]{24})$/.exec(tradeId)?.[1] ?? sha256Hex(tradeId).slice(0, 24);

/** @param nth from 1; the highest of a trade is current */
export const exitId = (tradeId: string, nth: number): string => `x-${hexOf(tradeId)}-${nth}`;

export const endedTrade = (
  trade: Pick<ExitedTrade, 'trade_id' | 'exits'>,
  end: Pick<TradeEnd, 'reason' | 'price' | 'feeUsd' | 'netPnl'>,
  closedAt: string,
  exitSha256: string | null,
): Record<string, unknown> => ({
  trade_id: trade.trade_id,
  closed_at: closedAt,
  exit_price: end.price,
  exit_reason: end.reason,
  exit_fee_usd: end.feeUsd,
  net_pnl: end.netPnl,
  exit_sha256: exitSha256,
  exits: trade.exits + (exitSha256 === null ? 0 : 1),
});

export const exitRequest = (trade: ExitedTrade, end: TradeEnd): AppendRequest => {
  const closedAt = ({ madeAt }: LogSlot): string => end.closedAt ?? madeAt;
  return documentRequest(
    'exit',
    exitId(trade.trade_id, trade.exits + 1),
    (slot) => ({
      trade_id: trade.trade_id,
      trade_sha256: trade.record_sha256,
      exchange: trade.exchange,
      ticker: trade.ticker,
      side: trade.side,
      reason: end.reason,
      price: end.price,
      fee_usd: end.feeUsd,
      net_pnl: end.netPnl,
      closed_at: closedAt(slot),
      quote: end.quote,
      settlement_sha256: end.settlementSha256(slot),
      replaces_sha256: trade.exit_sha256,
    }),
    (sha256, slot) => [{ query: 'forecasting/end-trade', row: endedTrade(trade, end, closedAt(slot), sha256) }],
  );
};
