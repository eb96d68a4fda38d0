import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS } from '../platform/common/durations';
import { formatMicros } from '../platform/common/utc-time';
import { GraphService } from '../platform/graph/graph.service';
import type { Theater } from '../ontology/theater';
import type { Exchange, MarketStatus } from './market';
import type { MarketNode, QuoteRow } from './market-node';
import type { MarketEventResponse, MarketPredictionResponse, SiblingResponse } from './market-parts.dto';
import { marketId, marketKeys, type MarketKey } from './market-key';

/** A page of a market's events: newest first, within a span of UTC ms. */
export interface MarketSpan extends MarketKey {
  readonly since: number;
  readonly until: number;
}

export interface MarketView {
  readonly market: MarketNode;
  readonly entities: readonly string[];
  readonly event: MarketEventResponse | null;
  /** Whether it is undecided after the deadline in its text. */
  readonly past_deadline: boolean;
  readonly prediction: MarketPredictionResponse | null;
}

interface PricePath {
  /** Price a day ago, or null. */
  readonly day_ago: number | null;
  /** Price at each of the last 30 days, oldest first; null before the first quote. */
  readonly path: readonly (number | null)[];
}

export interface ListedMarket extends MarketView {
  readonly prices: PricePath;
}

export interface MarketDetail extends MarketView {
  /** Newest first. */
  readonly quotes: readonly QuoteRow[];
  /** In the order of the event. */
  readonly siblings: readonly SiblingResponse[];
}

export interface MarketFilter {
  readonly exchange: Exchange | null;
  readonly theater: Theater | null;
  readonly status: MarketStatus | null;
  /** Excludes markets of this status. */
  readonly except?: MarketStatus | null;
  readonly minScore: number | null;
  /** The market before the page. */
  readonly after: MarketKey | null;
}

export const MARKET_SORTS = ['gap', 'move', 'closes', 'confluence'] as const;

export type MarketSort = (typeof MARKET_SORTS)[number];

const SPARK_DAYS = 30;
const QUOTES_MAX = 500;
const SIBLINGS_MAX = 100;

@Injectable()
export class MarketViewsRepository {
  constructor(
    private readonly graph: GraphService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(filter: MarketFilter, limit: number): Promise<ListedMarket[]> {
    const rows = await this.graph.read<MarketView>('markets/list-markets', {
      after_exchange: filter.after?.exchange ?? filter.exchange ?? '',
      after_ticker: filter.after?.ticker ?? '',
      exchange: filter.exchange,
      theater: filter.theater,
      status: filter.status,
      except: filter.except ?? null,
      min_score: filter.minScore,
      now: formatMicros(this.clock.nowMicros()),
      limit,
    });
    return this.withPrices(rows);
  }

  /** The first markets of one status in a sort order; one page, without a cursor. */
  async rank(
    filter: Omit<MarketFilter, 'after' | 'status'> & { readonly status: MarketStatus },
    sort: MarketSort,
    limit: number,
  ): Promise<ListedMarket[]> {
    const markets = await this.graph.read<MarketKey>('markets/rank-markets', {
      status: filter.status,
      exchange: filter.exchange,
      theater: filter.theater,
      min_score: filter.minScore,
      sort,
      day_ago: nowMillis(this.clock) - DAY_MS,
      limit,
    });
    return this.named(markets);
  }

  /** Markets by key, in the given order; untracked ones are omitted. */
  async named(markets: readonly MarketKey[]): Promise<ListedMarket[]> {
    const rows = await this.graph.read<MarketView>('markets/list-named', {
      markets: marketKeys(markets),
      now: formatMicros(this.clock.nowMicros()),
    });
    return this.withPrices(rows);
  }

  private async withPrices(rows: readonly MarketView[]): Promise<ListedMarket[]> {
    const now = nowMillis(this.clock);
    const paths = await this.graph.read<MarketKey & PricePath>('markets/list-price-paths', {
      markets: marketKeys(rows.map(({ market }) => market)),
      instants: Array.from({ length: SPARK_DAYS }, (_, day) => now - (SPARK_DAYS - 1 - day) * DAY_MS),
      day_ago: now - DAY_MS,
    });
    const byKey = new Map(paths.map((path) => [marketId(path), path]));
    return rows.map((row) => {
      const found = byKey.get(marketId(row.market));
      return { ...row, prices: { day_ago: found?.day_ago ?? null, path: found?.path ?? [] } };
    });
  }

  /** Quotes of a span, newest first; null when the market is not tracked. */
  async quotes(span: MarketSpan, limit: number): Promise<readonly QuoteRow[] | null> {
    const [row] = await this.graph.read<{ quotes: readonly QuoteRow[] }>('markets/list-quotes', { ...span, limit });
    return row?.quotes ?? null;
  }

  async get(exchange: string, ticker: string): Promise<MarketDetail | null> {
    const [row] = await this.graph.read<MarketDetail>('markets/get-market', {
      exchange,
      ticker,
      quotes: QUOTES_MAX,
      siblings: SIBLINGS_MAX,
      now: formatMicros(this.clock.nowMicros()),
    });
    return row ?? null;
  }
}
