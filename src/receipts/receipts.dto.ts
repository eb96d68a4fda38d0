import { PagingQuery } from '../platform/http/paging.dto';
import { responseOf } from '../platform/http/response-of';
import { EnumParameter } from '../platform/http/query-parameter';
import { EXCHANGES, type Exchange } from '../markets/market';
import { PopulationParameter } from '../dataset/dataset.dto';
import type { TradeRow } from './receipt';
import { TRADE_STATUSES, TradeResponse, type TradeStatus } from './trade.dto';

export class ListReceiptsQuery extends PagingQuery {
  @EnumParameter(TRADE_STATUSES, { description: 'Only open, or only closed trades.', example: 'closed' })
  status?: TradeStatus;

  @EnumParameter(EXCHANGES, { description: 'Exchange of the market.', example: 'kalshi' })
  exchange?: Exchange;

  @PopulationParameter('trades', 'all')
  population?: string;
}

/** One paper trade in a listing. */
export class ReceiptSummaryResponse extends TradeResponse {
  /** Probability of YES that the model gave. @example 0.6 */
  readonly probability_yes!: number | null;
  /** Confidence of the model. @example 0.8 */
  readonly confidence!: number | null;
  /** Path of the whole receipt. @example /api/receipt/t-0f3c9a1b2c3d4e5f60718293.json */
  readonly receipt_path!: string;

  static from({ trade, prediction }: TradeRow): ReceiptSummaryResponse {
    return responseOf(ReceiptSummaryResponse, {
      ...trade,
      question: prediction?.question ?? null,
      receipt_path: `/api/receipt/${trade.trade_id}.json`,
    });
  }
}
