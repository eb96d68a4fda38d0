/** Settlements in the graph; writes run in the caller's transaction. */
import { Injectable } from '@nestjs/common';
import { formatMillis } from '../platform/common/utc-time';
import type { ExitedTrade, endedTrade } from '../forecasting/exit-record';
import { GraphService, type GraphTransaction } from '../platform/graph/graph.service';
import type { Exchange } from '../markets/market';
import { gradedState, outcomeOf, type SettledTrade } from './outcome';
import { settlementMembers, type ExchangeWord } from './settlement-record';
import { marketKeys, type MarketKey } from '../markets/market-key';

const FINAL_STATUSES = ['settled', 'void'];

export interface MarketToSettle extends MarketKey {
  readonly exchange: Exchange;
  /** Whether this deployment forecast it, so that the log needs a settlement record. */
  readonly own: boolean;
}

export interface MarketRow
  extends MarketToSettle, Pick<ExchangeWord, 'status' | 'settlement_yes_price' | 'raw_sha256'> {
  readonly resolved_at: string | null;
}

export interface RecordedRow extends Omit<ExchangeWord, 'resolved_at_stated'> {
  readonly exchange: Exchange;
  readonly resolved_at_stated: boolean | null;
  /** Of the settlement or the last correction; null without a record. */
  readonly record_sha256: string | null;
}

export interface MarketTrade extends ExitedTrade, SettledTrade {
  readonly origin: string;
}

/** With the number of its corrections. */
export type Recorded = RecordedRow & { readonly corrections: number };

@Injectable()
export class SettlementRepository {
  constructor(private readonly graph: GraphService) {}

  /** Decided markets without a stored settlement. @param now UTC ms: later dates wait */
  async listUnrecorded(now: number): Promise<MarketRow[]> {
    const rows = await this.graph.read<{ market: MarketRow }>('settlement/list-unrecorded', {
      statuses: FINAL_STATUSES,
      now: formatMillis(now),
    });
    return rows.map(({ market }) => market);
  }

  /** Settled markets with a later prediction or trade. */
  async listLate(): Promise<MarketToSettle[]> {
    const rows = await this.graph.read<{ settlement: MarketToSettle }>('settlement/list-late');
    return rows.map(({ settlement }) => settlement);
  }

  /** @param since settlements from this instant may still be amended @param readBefore UTC ms */
  async listToReadAgain(
    since: string,
    readBefore: number,
    limit: number,
  ): Promise<{ exchange: Exchange; ticker: string }[]> {
    return this.graph.read('settlement/list-to-read-again', { since, read_before: readBefore, limit });
  }

  async noteRead(markets: readonly MarketKey[], now: number): Promise<void> {
    await this.graph.write('settlement/note-read', { markets: marketKeys(markets), now });
  }

  /** @param tx by default a separate read */
  async listRecorded(markets: readonly MarketKey[], tx: GraphTransaction | null = null): Promise<Recorded[]> {
    const parameters = { markets: marketKeys(markets) };
    const rows = await (tx === null
      ? this.graph.read<{ settlement: Recorded }>('settlement/list-recorded', parameters)
      : tx.run<{ settlement: Recorded }>('settlement/list-recorded', parameters));
    return rows.map(({ settlement }) => settlement);
  }

  transaction<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T> {
    return this.graph.writeTransaction(work);
  }

  /** Returns the stored settlement, which may be an older one. @param now UTC ms */
  async record(tx: GraphTransaction, word: ExchangeWord, now: number): Promise<RecordedRow | null> {
    const settlement = { ...settlementMembers(word), seen_at_ms: now, read_at_ms: now };
    const [row] = await tx.run<{ settlement: RecordedRow }>('settlement/record-settlement', { settlement });
    return row?.settlement ?? null;
  }

  async correct(tx: GraphTransaction, word: ExchangeWord): Promise<void> {
    await tx.run('settlement/correct-settlement', { settlement: settlementMembers(word) });
  }

  /** @param gradedAt UTC ms @param again also predictions already graded @returns the number of predictions */
  async gradePredictions(tx: GraphTransaction, word: ExchangeWord, gradedAt: number, again: boolean): Promise<number> {
    const [row] = await tx.run<{ graded: number }>('settlement/grade-predictions', {
      exchange: word.exchange,
      ticker: word.ticker,
      state: gradedState(word),
      outcome: outcomeOf(word.settlement_yes_price),
      settlement_yes_price: word.settlement_yes_price,
      resolved_at: word.resolved_at,
      graded_at_ms: gradedAt,
      again,
    });
    return row?.graded ?? 0;
  }

  /** @param again also trades already closed */
  async listTrades(tx: GraphTransaction, { exchange, ticker }: MarketKey, again: boolean): Promise<MarketTrade[]> {
    const parameters = { exchange, ticker, again };
    const rows = await tx.run<{ trade: MarketTrade }>('settlement/list-market-trades', parameters);
    return rows.map(({ trade }) => trade);
  }

  async endTrade(tx: GraphTransaction, ended: ReturnType<typeof endedTrade>): Promise<void> {
    await tx.run('forecasting/end-trade', { rows: [ended] });
  }
}
