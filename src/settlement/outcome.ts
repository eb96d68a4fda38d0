/** What a settlement means: the outcome by the interface's rule, and whether it decides anything. Pure. */
import { decisiveOutcome } from '../grading/graded-rows';
import type { Outcome } from '../markets/market';
import { netPnl, settlementPrice, type Side } from '../forecasting/paper-trade';

interface SettledMarket {
  readonly exchange: string;
  readonly ticker: string;
  /** `void` when the exchange called the market off. */
  readonly status: 'settled' | 'void';
  /** What a YES contract paid, or null when stakes were returned. */
  readonly settlementYesPrice: number | null;
}

/** YES at a settlement price of at least 0.5, otherwise NO: the rule of the evaluation record. */
export const outcomeOf = (settlementYesPrice: number | null): Outcome | null =>
  settlementYesPrice === null ? null : settlementYesPrice >= 0.5 ? 'YES' : 'NO';

/** Whether a market is graded: settled, and at a price that says yes or no. */
const isDecisive = ({ status, settlementYesPrice: price }: SettledMarket): boolean =>
  status === 'settled' && price !== null && decisiveOutcome(price) !== null;

/** State of the predictions of a settled market. */
export const gradedState = (market: SettledMarket): 'resolved' | 'void' => (isDecisive(market) ? 'resolved' : 'void');

/** How a paper position ends: settlement costs no fee, and returned stakes end it at its entry. */
export const settleTrade = (
  trade: {
    readonly side: Side;
    readonly entry_price: number;
    readonly size: number;
    readonly fee_usd: number;
  },
  settlementYesPrice: number | null,
): { price: number; netPnl: number } => {
  const price = settlementYesPrice === null ? trade.entry_price : settlementPrice(trade.side, settlementYesPrice);
  return { price, netPnl: netPnl(trade.size, trade.entry_price, price, trade.fee_usd) };
};
