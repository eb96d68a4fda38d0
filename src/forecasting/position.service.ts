import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/common/metrics.service';
import { feeUsd } from '../markets/taker-fee';
import { LogService } from '../registry/log/log.service';
import { exitRequest } from './exit-record';
import { ForecastingRepository, type OpenTrade } from './forecasting.repository';
import { instant, number4 } from './input/fit';
import { isStale } from './selection/due';
import { decideExit, netPnl } from './paper-trade';

/** Closes open paper positions at take-profit or stop-loss. */
@Injectable()
export class PositionService {
  constructor(
    private readonly repository: ForecastingRepository,
    private readonly log: LogService,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Closes due positions at current quotes, each with a record; resolves to their number. Old quotes are ignored.
   *
   * @param now UTC ms
   */
  async closeEarly(now: number, quoteMaxMs: number): Promise<number> {
    const written = await this.log.write(async (transaction) => {
      const documents = (await this.repository.listOpenTrades(transaction))
        .filter(({ book }) => !isStale(book.quoted_at, now, quoteMaxMs))
        .flatMap(earlyExit);
      return { documents, value: documents.length };
    });
    // If the log rejects records, nothing is closed, and the next tick retries.
    const closed = written.kind === 'done' ? written.value : 0;
    this.metrics.trades.inc({ change: 'closed' }, closed);
    return closed;
  }
}

const earlyExit = ({ trade, book }: OpenTrade) => {
  const { status, quoted_at, ...quote } = book;
  if (status !== 'open') return [];
  const exit = decideExit(trade.side, trade.entry_price, trade.size, quote);
  if (exit === null) return [];
  const fee = feeUsd(trade.exchange, trade.size, exit.price, trade);
  return [
    exitRequest(trade, {
      ...exit,
      feeUsd: fee,
      netPnl: netPnl(trade.size, trade.entry_price, exit.price, trade.fee_usd + fee),
      closedAt: null,
      quote: {
        yes_bid: number4(quote.yes_bid),
        yes_ask: number4(quote.yes_ask),
        bid_size: number4(quote.bid_size),
        ask_size: number4(quote.ask_size),
        quoted_at: instant(quoted_at),
        raw_sha256: quote.raw_sha256,
      },
      settlementSha256: () => null,
    }),
  ];
};
