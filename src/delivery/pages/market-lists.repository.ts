import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../platform/common/durations';
import { formatMillis } from '../../platform/common/utc-time';
import { GraphService } from '../../platform/graph/graph.service';
import { EvidenceRule } from '../../evidence/evidence-rule';
import { isSameByAnotherDay } from '../../evidence/twin';
import type { MarketNode } from '../../markets/market-node';
import { marketKeys, type MarketKey } from '../../markets/market-key';
import { MARKET_STATUSES } from '../../markets/market';
import type { MarketFilter } from '../../markets/market-views.repository';
import { marketPath } from './words';

/** The model's probability of YES, with its time. */
export interface Said {
  readonly probability_yes: number;
  readonly made_at: string;
}

/** Number of tracked markets by status, exchange and theater. */
export interface MarketCount {
  readonly status: string;
  readonly exchange: string;
  readonly theater: string | null;
  readonly n: number;
}

/** A market in search results. */
export interface FoundMarket extends MarketKey {
  readonly question: string;
  readonly status: string;
  readonly yes_price: number | null;
  /** YES or NO if settled. */
  readonly outcome: string | null;
}

/** A decided market with its price and forecast of a day before; null if there were none. */
export interface DecidedMarket extends MarketKey {
  /** Empty if unknown. */
  readonly resolved_at: string;
  readonly price: number | null;
  readonly said: Said | null;
}

/** An open market on a similar subject. */
export interface LikeMarket extends MarketKey {
  readonly question: string;
  /** Timestamp, or null. */
  readonly deadline: string | null;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  readonly rules: string | null;
  /** Who decides it, according to its exchange. */
  readonly resolution_source: string | null;
  /** The newest forecast. */
  readonly said: Said | null;
  /** Whether it belongs to the same event. */
  readonly is_rung: boolean;
  /** Whether it asks the same question, for this or another day. */
  readonly is_same: boolean;
}

const MARKETS_LIKE = 40;

@Injectable()
export class MarketListsRepository {
  constructor(
    private readonly graph: GraphService,
    private readonly rule: EvidenceRule,
  ) {}

  /** Markets of one status, last decided first, with price and forecast of a day before. */
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
      return { ...row, price: then?.price ?? null, said: then?.said ?? null };
    });
  }

  /** Open markets on a similar subject, those of its event first. */
  async marketsLike({ exchange, ticker, question, rules }: MarketNode): Promise<LikeMarket[]> {
    const scope = this.rule.scopeOf({ id: ticker, question, description: rules ?? null });
    const rows = await this.graph.read<Omit<LikeMarket, 'is_same'> & { readonly same_act: boolean }>(
      'pages/list-like-markets',
      { exchange, ticker, limit: MARKETS_LIKE },
    );
    return rows.map(({ same_act: act, ...row }) => ({
      ...row,
      is_same: act && isSameByAnotherDay(this.rule, row.question, scope),
    }));
  }

  async marketCounts(): Promise<MarketCount[]> {
    return this.graph.read<MarketCount>('pages/count-markets', { statuses: [...MARKET_STATUSES] });
  }

  /** Markets whose question has all words of `text`, open first. */
  async marketsWith(text: string, limit: number): Promise<FoundMarket[]> {
    return this.graph.read<FoundMarket>('pages/find-markets', {
      statuses: [...MARKET_STATUSES],
      words: text
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
      limit,
    });
  }

  /** Questions of tracked markets. */
  async questionsOf(markets: readonly MarketKey[]): Promise<(MarketKey & { readonly question: string })[]> {
    return this.graph.read('pages/list-questions', {
      markets: marketKeys(markets),
    });
  }

  async openMarketPaths(limit: number): Promise<string[]> {
    const rows = await this.graph.read<MarketKey>('pages/list-open-keys', { limit });
    return rows.map(marketPath);
  }
}
