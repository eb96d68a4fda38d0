import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';
import type { PredictionDetailRow, PredictionRow } from './predictions.dto';

/** Filters of a list; null does not filter. */
interface PredictionFilter {
  readonly exchange: string | null;
  readonly ticker: string | null;
  readonly trigger: string | null;
  readonly alert: string | null;
  /** Timestamp: earliest prediction. */
  readonly since: string | null;
  /** The page starts after this prediction. */
  readonly before: { readonly madeAt: string; readonly id: string } | null;
}

/** Greater than every timestamp. */
const END = '9999';

@Injectable()
export class PredictionsRepository {
  constructor(private readonly graph: GraphService) {}

  async get(id: string): Promise<PredictionDetailRow | null> {
    const [row] = await this.graph.read<PredictionDetailRow>('forecasting/get-prediction', { id });
    return row ?? null;
  }

  /** Newest first, at most `limit`. */
  async list(filter: PredictionFilter, limit: number): Promise<PredictionRow[]> {
    const { exchange, ticker, trigger, alert, since, before } = filter;
    const page = {
      trigger,
      alert,
      since: since ?? '',
      made_at: before?.madeAt ?? END,
      id: before?.id ?? '',
      limit,
    };
    // A market has its own index; the other filters are applied while scanning by time.
    return exchange !== null && ticker !== null
      ? this.graph.read('forecasting/list-predictions-of-market', { ...page, exchange, ticker })
      : this.graph.read('forecasting/list-predictions', { ...page, exchange, ticker });
  }
}
