import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';
import type { TradeRow } from './receipt';

/** Filters of a listing; null does not restrict. */
interface TradeFilter {
  readonly population: string | null;
  readonly status: string | null;
  readonly exchange: string | null;
  /** The page starts after this trade. */
  readonly before: { readonly openedAt: string; readonly tradeId: string } | null;
}

@Injectable()
export class ReceiptsRepository {
  constructor(private readonly graph: GraphService) {}

  async list(filter: TradeFilter, limit: number): Promise<TradeRow[]> {
    return this.graph.read<TradeRow>('receipts/list-trades', {
      population: filter.population,
      status: filter.status,
      exchange: filter.exchange,
      opened_at: filter.before?.openedAt ?? null,
      trade_id: filter.before?.tradeId ?? '',
      limit,
    });
  }

  async get(tradeId: string): Promise<TradeRow | null> {
    const [row] = await this.graph.read<TradeRow>('receipts/get-trade', { trade_id: tradeId });
    return row ?? null;
  }
}
