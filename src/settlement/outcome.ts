/** Derives outcome and grading state from a settlement. Pure. */
import { decisiveOutcome } from '../grading/graded-rows';
import type { Outcome } from '../markets/market';
import { netPnl, ofSide, type Side } from '../forecasting/paper-trade';

export interface SettledMarket {
  /** `void` when the exchange cancelled the market. */
  readonly status: 'settled' | 'void';
  /** Payout of a YES contract, or null when stakes were returned. */
  readonly settlement_yes_price: number | null;
}

/** YES at a settlement price of at least 0.5, otherwise NO: the rule of the evaluation record. */
export const outcomeOf = (settlementYesPrice: number | null): Outcome | null =>
  settlementYesPrice === null ? null : settlementYesPrice >= 0.5 ? 'YES' : 'NO';

/** Whether a market is graded: settled, and not split. */
const isDecisive = ({ status, settlement_yes_price: price }: SettledMarket): boolean =>
  status === 'settled' && price !== null && decisiveOutcome(price) !== null;

export const gradedState = (market: SettledMarket): 'resolved' | 'void' => (isDecisive(market) ? 'resolved' : 'void');

export interface SettledTrade {
  readonly side: Side;
  readonly entry_price: number;
  readonly size: number;
  readonly fee_usd: number;
}

/** End of a paper position: settlement has no fee, and returned stakes end it at its entry price. */
export const settleTrade = (
  trade: SettledTrade,
  settlementYesPrice: number | null,
): { price: number; netPnl: number } => {
  const price = settlementYesPrice === null ? trade.entry_price : ofSide(trade.side, settlementYesPrice);
  return { price, netPnl: netPnl(trade.size, trade.entry_price, price, trade.fee_usd) };
};
