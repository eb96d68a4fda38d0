import type { Instant } from '../platform/http/field';
import { type Exchange } from '../markets/market';
import type { TradeEnd } from '../forecasting/exit-record';
import type { Side } from '../forecasting/paper-trade';

export const TRADE_STATUSES = ['open', 'closed'] as const;
export type TradeStatus = (typeof TRADE_STATUSES)[number];

/** Fields of a paper trade in listings and receipts. */
export abstract class TradeResponse {
  /** Id of the trade. @example t-0f3c9a1b2c3d4e5f60718293 */
  readonly trade_id!: string;
  /** `own` for trades of this deployment, `import:<label>` for imported ones. @example own */
  readonly population!: string;
  /** Exchange of the market. @example kalshi */
  readonly exchange!: Exchange;
  /** Exchange-side market identifier. @example KXDEAL-26SEP */
  readonly ticker!: string;
  /** Question of the market. @example Will a deal be signed before September? */
  readonly question!: string | null;
  /** Whether it has ended. @example closed */
  readonly status!: TradeStatus;
  /** Side bought. @example YES */
  readonly side!: Side;
  /** When it was opened. @example 2026-07-03T12:00:00.000001Z */
  readonly opened_at!: Instant;
  /** Executable price of the side paid, 0 to 1. @example 0.42 */
  readonly entry_price!: number;
  /** Contracts. @example 238 */
  readonly size!: number;
  /** When it was closed. @example 2026-07-20T10:00:00.000000Z */
  readonly closed_at!: Instant | null;
  /** Price of the side at the end. @example 1 */
  readonly exit_price!: number | null;
  /** Reason of its end. @example settled */
  readonly exit_reason!: TradeEnd['reason'] | null;
  /** Gain or loss after fees, USD. @example 133.98 */
  readonly net_pnl!: number | null;
}
