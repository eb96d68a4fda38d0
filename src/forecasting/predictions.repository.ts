import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';

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

/** A prediction as stored: null members have no property. Imported ones lack internal data. */
export interface StoredPrediction {
  readonly id: string;
  readonly exchange: string;
  readonly ticker: string;
  readonly question?: string;
  readonly made_at: string;
  readonly model: string;
  readonly model_name?: string;
  readonly prompt_id?: string;
  readonly probability_yes: number;
  readonly confidence: number;
  readonly direction: string;
  readonly side?: string;
  readonly reasoning?: string;
  readonly draws?: readonly number[];
  readonly market_yes_price?: number;
  readonly market_yes_bid?: number;
  readonly market_yes_ask?: number;
  readonly trigger?: string;
  readonly alert_id?: string;
  readonly incoherent?: readonly string[];
  readonly unsupported?: readonly string[];
  readonly population?: string;
  readonly state?: string;
  readonly outcome?: string;
  readonly settlement_yes_price?: number;
  readonly replay_bundle_id?: string;
  readonly bundle_sha256?: string;
}

export interface PredictionRow {
  readonly prediction: StoredPrediction;
  readonly leaf_index: number | null;
  readonly trade_id: string | null;
}

/** A prediction with its market's subject. */
export interface PredictionDetailRow extends PredictionRow {
  readonly market_url: string | null;
  /** Entity ids. */
  readonly entities: readonly string[];
}

/** Greater than every timestamp. */
const END = '9999';

/** Queries of predictions by name. */
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
