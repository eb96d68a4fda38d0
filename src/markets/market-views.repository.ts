import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service';
import type { Theater } from '../ontology/theater';
import type { Exchange, MarketStatus, Outcome } from './market';

/** A market as its node has it: what does not apply is absent. Deadlines are published text. */
export interface MarketNode {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly question: string;
  readonly url?: string;
  readonly status: MarketStatus;
  readonly theater?: Theater;
  readonly event_type?: string;
  readonly yes_price?: number;
  readonly yes_bid?: number;
  readonly yes_ask?: number;
  readonly volume?: number;
  readonly resolves_at?: string;
  readonly resolved_at?: string;
  readonly outcome?: Outcome;
  readonly settlement_yes_price?: number;
  /** UTC ms. */
  readonly tracked_since?: number;
  readonly quoted_at?: number;
  readonly confluence_at?: number;
  readonly confluence_score?: number;
  readonly confluence_types?: readonly string[];
  readonly confluence_weighted?: number;
}

export interface LatestPrediction {
  readonly id: string;
  readonly made_at: string;
  readonly model: string;
  readonly probability_yes: number;
  readonly confidence: number;
  readonly direction: string;
  readonly side: string | null;
  readonly replay_bundle_id: string | null;
}

export interface QuoteRow {
  readonly at: number;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
}

export interface MarketView {
  readonly market: MarketNode;
  readonly entities: readonly string[];
  readonly prediction: LatestPrediction | null;
}

export interface MarketDetail extends MarketView {
  /** Newest first. */
  readonly quotes: readonly QuoteRow[];
}

export interface MarketFilter {
  readonly exchange: Exchange | null;
  readonly theater: Theater | null;
  readonly status: MarketStatus | null;
  readonly minScore: number | null;
  /** The market after which the page starts. */
  readonly after: { readonly exchange: string; readonly ticker: string } | null;
}

const QUOTES_MAX = 500;

/** Reads tracked markets for people: with confluence and latest prediction. */
@Injectable()
export class MarketViewsRepository {
  constructor(private readonly graph: GraphService) {}

  /** Markets that pass a filter, in the order of exchange and ticker. */
  async list(filter: MarketFilter, limit: number): Promise<MarketView[]> {
    return this.graph.read<MarketView>('markets/list-markets', {
      after_exchange: filter.after?.exchange ?? filter.exchange ?? '',
      after_ticker: filter.after?.ticker ?? '',
      exchange: filter.exchange,
      theater: filter.theater,
      status: filter.status,
      min_score: filter.minScore,
      limit,
    });
  }

  async get(exchange: string, ticker: string): Promise<MarketDetail | null> {
    const [row] = await this.graph.read<MarketDetail>('markets/get-market', {
      exchange,
      ticker,
      quotes: QUOTES_MAX,
    });
    return row ?? null;
  }
}
