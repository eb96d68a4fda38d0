import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service';

/** A market as the page of an entity lists it. */
export interface EntityMarket {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string;
  readonly status: string;
  readonly yes_price: number | null;
  readonly score: number | null;
}

/** A prediction as the page of its market shows it. */
export interface MarketPrediction {
  readonly id: string;
  readonly made_at: string;
  readonly model: string;
  readonly origin: string;
  readonly probability_yes: number;
  readonly confidence: number;
  readonly direction: string;
  readonly side: string | null;
  readonly reasoning: string;
  readonly market_yes_price: number | null;
  readonly replay_bundle_id: string | null;
  readonly bundle_sha256: string | null;
  readonly trade_id: string | null;
}

const MARKETS_SHOWN = 50;
const PREDICTIONS_SHOWN = 20;

/** What pages ask of the graph beyond what the API answers. */
@Injectable()
export class PagesRepository {
  constructor(private readonly graph: GraphService) {}

  /** Tracked markets about an entity, open ones first. */
  async marketsAbout(entity: string): Promise<EntityMarket[]> {
    return this.graph.read<EntityMarket>('pages/list-markets-about', {
      entity,
      limit: MARKETS_SHOWN,
    });
  }

  /** The names of entities by id; unknown ids are left out. */
  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.graph.read<{ id: string; name: string }>('pages/list-names', { ids });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The newest predictions of a market. */
  async predictionsOf(exchange: string, ticker: string): Promise<MarketPrediction[]> {
    const rows = await this.graph.read<{ prediction: MarketPrediction }>('pages/list-predictions', {
      exchange,
      ticker,
      limit: PREDICTIONS_SHOWN,
    });
    return rows.map(({ prediction }) => prediction);
  }
}
