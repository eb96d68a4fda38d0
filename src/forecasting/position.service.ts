import { Injectable } from '@nestjs/common';
import { Metrics } from '../common/metrics.service';
import { formatMillis } from '../common/utc-time';
import { decideExit, feeUsd, netPnl } from './paper-trade';
import { ForecastingRepository } from './forecasting.repository';

/** Open paper positions: closes those whose price has reached the take-profit or the stop. */
@Injectable()
export class PositionService {
  constructor(
    private readonly repository: ForecastingRepository,
    private readonly metrics: Metrics,
  ) {}

  /** Closes what is due at today's books; resolves to how many. @param now UTC ms */
  async closeEarly(now: number): Promise<number> {
    let closed = 0;
    for (const { trade, book } of await this.repository.listOpenTrades()) {
      if (book.status !== 'open') continue;
      const exit = decideExit(trade.side, trade.entry_price, {
        yesBid: book.yes_bid,
        yesAsk: book.yes_ask,
      });
      if (exit === null) continue;
      const fee = feeUsd(trade.exchange, trade.size, exit.price);
      const done = await this.repository.closeTrade({
        tradeId: trade.trade_id,
        closedAt: formatMillis(now),
        price: exit.price,
        reason: exit.reason,
        feeUsd: fee,
        netPnl: netPnl(trade.size, trade.entry_price, exit.price, trade.fee_usd + fee),
      });
      if (done) closed += 1;
    }
    this.metrics.trades.inc({ change: 'closed' }, closed);
    return closed;
  }
}
