import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../platform/common/durations';
import { formatMillis } from '../../platform/common/utc-time';
import { GraphService } from '../../platform/graph/graph.service';
import type { MarketFilter, MarketKey } from '../../markets/market-views.repository';

/** A decided market with what was known of it a day before; null where nothing was. */
export interface DecidedMarket extends MarketKey {
  /** Empty where it is not known. */
  readonly resolved_at: string;
  readonly price: number | null;
  readonly probability: number | null;
}

/** An open market about the same as another; `probability` of its newest forecast. */
export interface LikeMarket extends MarketKey {
  readonly question: string;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  readonly probability: number | null;
  /** Whether it asks the same. */
  readonly is_twin: boolean;
}

const MARKETS_LIKE = 8;

/** Lists of markets that only pages show. */
@Injectable()
export class MarketListsRepository {
  constructor(private readonly graph: GraphService) {}

  /** Markets of one status, the last decided first, with what was known of each a day before. */
  async decided(
    filter: Omit<MarketFilter, 'after'>,
    after: { readonly resolvedAt: string; readonly exchange: string; readonly ticker: string },
    limit: number,
  ): Promise<DecidedMarket[]> {
    const rows = await this.graph.read<MarketKey & { resolved_at: string }>('pages/list-decided', {
      status: filter.status,
      exchange: filter.exchange,
      theater: filter.theater,
      min_score: filter.minScore,
      before: after.resolvedAt,
      before_exchange: after.exchange,
      before_ticker: after.ticker,
      limit,
    });
    const dated = rows.filter(({ resolved_at: at }) => at !== '');
    const known = await this.graph.read<Omit<DecidedMarket, 'resolved_at'>>('pages/list-known-at', {
      markets: dated.map(({ exchange, ticker, resolved_at: resolved }) => {
        const at = Date.parse(resolved) - DAY_MS;
        return { exchange, ticker, at, made_at: formatMillis(at) };
      }),
    });
    return rows.map((row) => {
      const then = known.find(({ exchange, ticker }) => exchange === row.exchange && ticker === row.ticker);
      return { ...row, price: then?.price ?? null, probability: then?.probability ?? null };
    });
  }

  /** Open markets about the same as one, the one that asks the same first. */
  async marketsLike({ exchange, ticker }: MarketKey, twin: MarketKey | null): Promise<LikeMarket[]> {
    return this.graph.read<LikeMarket>('pages/list-like-markets', {
      exchange,
      ticker,
      twin_exchange: twin?.exchange ?? null,
      twin_ticker: twin?.ticker ?? null,
      limit: MARKETS_LIKE,
    });
  }
}
