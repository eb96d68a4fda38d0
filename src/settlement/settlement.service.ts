import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { Metrics } from '../common/metrics.service';
import { formatMillis } from '../common/utc-time';
import type { Side } from '../forecasting/paper-trade';
import { GraphService, type GraphTransaction } from '../graph/graph.service';
import { gradedState, outcomeOf, settleTrade, type SettledMarket } from './outcome';

const FINAL_STATUSES = ['settled', 'void'];

/** A settlement as it arrives: from an exchange, or from an import. */
export interface NewSettlement extends SettledMarket {
  /** When the exchange settled it (timestamp), or null when it does not say. */
  readonly resolvedAt: string | null;
  readonly origin: 'exchange' | 'import';
}

export interface SettlementReport {
  readonly settled: number;
  readonly graded: number;
  readonly tradesClosed: number;
}

interface MarketRow {
  readonly exchange: string;
  readonly ticker: string;
  readonly status: 'settled' | 'void';
  readonly settlement_yes_price: number | null;
  readonly resolved_at: string | null;
}

interface RecordedRow {
  readonly resolved_at: string;
  readonly status: 'settled' | 'void';
  readonly settlement_yes_price: number | null;
}

interface TradeRow {
  readonly trade: {
    readonly trade_id: string;
    readonly side: Side;
    readonly entry_price: number;
    readonly size: number;
    readonly fee_usd: number;
  };
}

/**
 * Grades what an exchange has decided. Settlement, grades and closed trades of one market are written in
 * one transaction; a market that is settled stays as it was first recorded.
 */
@Injectable()
export class SettlementService {
  constructor(
    private readonly graph: GraphService,
    private readonly metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Settles every market whose exchange has, and grades predictions that came after a settlement. */
  async settleDue(): Promise<SettlementReport> {
    const fresh = await this.graph.read<{ market: MarketRow }>('settlement/list-unrecorded', {
      statuses: FINAL_STATUSES,
    });
    const late = await this.graph.read<{ settlement: MarketRow }>('settlement/list-late');
    const report = { settled: 0, graded: 0, tradesClosed: 0 };
    for (const market of [
      ...fresh.map((row) => row.market),
      ...late.map((row) => row.settlement),
    ]) {
      const { graded, tradesClosed } = await this.settle({
        exchange: market.exchange,
        ticker: market.ticker,
        status: market.status,
        settlementYesPrice: market.settlement_yes_price,
        resolvedAt: market.resolved_at,
        origin: 'exchange',
      });
      report.settled += 1;
      report.graded += graded;
      report.tradesClosed += tradesClosed;
    }
    return report;
  }

  /** Records one settlement; a repeat changes nothing. */
  async settle(settlement: NewSettlement): Promise<{ graded: number; tradesClosed: number }> {
    const result = await this.graph.writeTransaction((transaction) =>
      this.settleIn(transaction, settlement),
    );
    this.metrics.settlements.inc({ outcome: outcomeOf(settlement.settlementYesPrice) ?? 'none' });
    this.metrics.trades.inc({ change: 'closed' }, result.tradesClosed);
    return result;
  }

  /** The same inside a transaction of the caller, for imports that are all or nothing. */
  async settleIn(
    transaction: GraphTransaction,
    settlement: NewSettlement,
  ): Promise<{ graded: number; tradesClosed: number }> {
    const now = nowMillis(this.clock);
    const { exchange, ticker } = settlement;
    const [recorded] = await transaction.run<RecordedRow>('settlement/record-settlement', {
      settlement: {
        exchange,
        ticker,
        status: settlement.status,
        outcome: outcomeOf(settlement.settlementYesPrice),
        settlement_yes_price: settlement.settlementYesPrice,
        resolved_at: settlement.resolvedAt ?? formatMillis(now),
        seen_at_ms: now,
        origin: settlement.origin,
      },
    });
    if (recorded === undefined)
      throw new Error(`No settlement of ${exchange}/${ticker} was recorded`);
    const price = recorded.settlement_yes_price;
    const [{ graded } = { graded: 0 }] = await transaction.run<{ graded: number }>(
      'settlement/grade-predictions',
      {
        exchange,
        ticker,
        state: gradedState({
          exchange,
          ticker,
          status: recorded.status,
          settlementYesPrice: price,
        }),
        outcome: outcomeOf(price),
        settlement_yes_price: price,
        resolved_at: recorded.resolved_at,
        graded_at_ms: now,
      },
    );
    return {
      graded,
      tradesClosed: await this.closeTrades(
        transaction,
        exchange,
        ticker,
        price,
        recorded.resolved_at,
      ),
    };
  }

  private async closeTrades(
    transaction: GraphTransaction,
    exchange: string,
    ticker: string,
    settlementYesPrice: number | null,
    resolvedAt: string,
  ): Promise<number> {
    const trades = await transaction.run<TradeRow>('settlement/list-market-trades', {
      exchange,
      ticker,
    });
    for (const { trade } of trades) {
      const { price, netPnl } = settleTrade(trade, settlementYesPrice);
      await transaction.run('forecasting/close-trade', {
        trade_id: trade.trade_id,
        closed_at: resolvedAt,
        exit_price: price,
        exit_reason: 'settled',
        exit_fee_usd: 0,
        net_pnl: netPnl,
      });
    }
    return trades.length;
  }
}
