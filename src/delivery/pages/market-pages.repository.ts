import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../platform/common/durations';
import { SOURCE_TYPES, type SourceType } from '../../platform/common/source-type';
import { formatMillis } from '../../platform/common/utc-time';
import { GraphService } from '../../platform/graph/graph.service';
import { EvidenceRule } from '../../evidence/evidence-rule';
import { isSameByAnotherDay } from '../../evidence/twin';
import type { Contract } from '../../markets/contract-differences';
import type { MarketNode } from '../../markets/market-node';
import { marketPath, marketKeys, type MarketKey } from '../../markets/market-key';
import { MARKET_STATUSES } from '../../markets/market';
import type { MarketFilter } from '../../markets/market-views.repository';

export interface Said {
  readonly probability_yes: number;
  readonly made_at: string;
}

export interface MarketCount {
  readonly status: string;
  readonly exchange: string;
  readonly theater: string | null;
  readonly n: number;
}

export interface FoundMarket extends MarketKey {
  readonly question: string;
  readonly status: string;
  readonly yes_price: number | null;
  readonly outcome: string | null;
}

/** A decided market with its price and forecast of a day before; null if there were none. */
export interface DecidedMarket extends MarketKey {
  /** Empty if unknown. */
  readonly resolved_at: string;
  readonly price: number | null;
  readonly said: Said | null;
}

export interface QuotedMarket extends MarketKey {
  readonly question: string;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  readonly said: Said | null;
}

export interface LikeMarket extends QuotedMarket, Omit<Contract, 'exchange' | 'ends'> {
  /** Timestamp, or null. */
  readonly deadline: string | null;
  readonly is_rung: boolean;
  readonly is_same: boolean;
}

export interface MarketReports {
  readonly source_type: SourceType;
  readonly reports: readonly { readonly at: number; readonly about: boolean }[];
}

/** A price move of five points or more; `sources`, `source_types` and `first_leads` (ms) are parallel. */
export interface MarketMove {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly sources: readonly string[];
  readonly source_types: readonly SourceType[];
  readonly first_leads: readonly number[];
}

export interface AlertSpan {
  readonly id: string;
  readonly cluster: string;
  readonly opened_at: number;
  readonly closed_at: number;
}

/** Prices of a market in a span, oldest first, with the price at its start; UTC ms. */
export interface SpanQuotes extends MarketKey {
  readonly prices: readonly {
    readonly at: number;
    readonly price: number;
    readonly bid: number | null;
    readonly ask: number | null;
  }[];
}

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

/** Another answer to a forecast's input: `arm` is the part of the input, `is_own` whether by the same model. */
export interface AnswerBeside {
  readonly model: string;
  readonly arm: string;
  readonly is_own: boolean;
  readonly probability_yes: number;
  readonly unsupported: readonly string[];
}

export interface ForecastOutcome {
  readonly trade: {
    readonly trade_id: string;
    readonly side: string;
    readonly entry_price: number;
    readonly exit_reason?: string | null;
    readonly net_pnl?: number | null;
  } | null;
  readonly settlement: {
    readonly outcome: string | null;
    readonly status: string;
    readonly resolved_at: string;
  } | null;
}

export interface ThenAndNow extends MarketKey {
  readonly question: string;
  readonly theater: string | null;
  readonly closes: string | null;
  readonly outcome: string | null;
  readonly price_then: number | null;
  readonly price_now: number | null;
  readonly said_then: Said | null;
  readonly said_now: Said | null;
}

const MARKETS_LIKE = 40;
/** Quotes every ten minutes for twelve hours, plus a margin. */
const QUOTES_DRAWN = 100;
const REPORTS_DRAWN = 250;
const MOVES_SHOWN = 20;
const ALERTS_DRAWN = 20;
const PREDICTIONS_SHOWN = 20;

@Injectable()
export class MarketPagesRepository {
  constructor(
    private readonly graph: GraphService,
    private readonly rule: EvidenceRule,
  ) {}

  async decided(
    filter: Omit<MarketFilter, 'after'>,
    after: MarketKey & { readonly resolvedAt: string },
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

  async questionsOf(markets: readonly MarketKey[]): Promise<(MarketKey & { readonly question: string })[]> {
    return this.graph.read('pages/list-questions', { markets: marketKeys(markets) });
  }

  async openMarketPaths(limit: number): Promise<string[]> {
    const rows = await this.graph.read<MarketKey>('pages/list-open-keys', { limit });
    return rows.map(marketPath);
  }

  async quotesBetween(markets: readonly MarketKey[], since: number, until: number): Promise<SpanQuotes[]> {
    return this.graph.read<SpanQuotes>('pages/list-span-quotes', {
      markets: marketKeys(markets),
      since,
      until,
      limit: QUOTES_DRAWN,
    });
  }

  /** Reports on a market from `since` to `now` (UTC ms), by kind of source. */
  async reportsOn(exchange: string, ticker: string, since: number, now: number): Promise<MarketReports[]> {
    return this.graph.read<MarketReports>('pages/list-market-reports', {
      market: `${exchange}/${ticker}`,
      types: [...SOURCE_TYPES],
      since,
      now,
      limit: REPORTS_DRAWN,
    });
  }

  /** Large moves of a market's price since an instant (UTC ms), newest first. */
  async movesOf(exchange: string, ticker: string, since: number): Promise<MarketMove[]> {
    return this.graph.read<MarketMove>('pages/list-market-moves', { exchange, ticker, since, limit: MOVES_SHOWN });
  }

  /** Alerts of clusters from `since` to `now` (UTC ms), oldest first. */
  async alertsOf(clusters: readonly string[], since: number, now: number): Promise<AlertSpan[]> {
    return this.graph.read<AlertSpan>('pages/list-cluster-alerts', {
      clusters: [...clusters],
      since,
      now,
      limit: ALERTS_DRAWN,
    });
  }

  async predictionsOf(exchange: string, ticker: string): Promise<MarketPrediction[]> {
    const rows = await this.graph.read<{ prediction: MarketPrediction }>('pages/list-predictions', {
      exchange,
      ticker,
      limit: PREDICTIONS_SHOWN,
    });
    return rows.map(({ prediction }) => prediction);
  }

  answersBeside(prediction: string): Promise<AnswerBeside[]> {
    return this.graph.read<AnswerBeside>('pages/list-answers-beside', { id: prediction });
  }

  async outcomeOf(bundle: string): Promise<ForecastOutcome> {
    const [row] = await this.graph.read<ForecastOutcome>('pages/get-forecast', { bundle });
    return row ?? { trade: null, settlement: null };
  }

  /** Markets at an instant each, and at `now`; instants UTC ms. */
  thenAndNow(markets: readonly (MarketKey & { readonly then: number })[], now: number): Promise<ThenAndNow[]> {
    return this.graph.read<ThenAndNow>('pages/list-then-and-now', {
      markets: markets.map((one) => ({ ...one, then_text: formatMillis(one.then) })),
      now,
      now_text: formatMillis(now),
    });
  }
}
