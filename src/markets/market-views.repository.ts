import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS } from '../platform/common/durations';
import { formatMicros } from '../platform/common/utc-time';
import { GraphService } from '../platform/graph/graph.service';
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
  /** Where it is, in words, when it has no theater. */
  readonly region?: string;
  readonly tracked_because?: string;
  readonly event_type?: string;
  readonly yes_price?: number;
  readonly yes_bid?: number;
  readonly yes_ask?: number;
  /** Terms and activity, as the exchange states them. Instants are published text. */
  readonly rules?: string;
  readonly rules_secondary?: string;
  readonly resolution_source?: string;
  readonly opens_at?: string;
  readonly closes_at?: string;
  readonly expected_resolution_at?: string;
  /** What the question sets itself; `resolves_at` is the exchange's. */
  readonly deadline?: string;
  readonly strike?: string;
  readonly group_title?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly volume?: number;
  readonly volume_24h?: number;
  readonly liquidity?: number;
  readonly open_interest?: number;
  readonly bid_size?: number;
  readonly ask_size?: number;
  /** Of the exchange's answer that the quote was read from. */
  readonly raw_sha256?: string;
  readonly resolves_at?: string;
  readonly resolved_at?: string;
  readonly outcome?: Outcome;
  readonly settlement_yes_price?: number;
  /** How urgent a forecast is, as of the last round; since when it waits, UTC ms; why it is asked now or not. */
  readonly forecast_urgency?: number;
  readonly forecast_waiting_since?: number;
  readonly forecast_note?: string;
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
  readonly market_yes_price: number | null;
  readonly replay_bundle_id: string | null;
}

export interface QuoteRow {
  readonly at: number;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  /** `history` for a price that the exchange told afterwards; null for a quote that was read. */
  readonly origin: 'history' | null;
}

/** A page of what happened to a market: newest first, within a span of UTC ms. */
export interface MarketSpan {
  readonly exchange: string;
  readonly ticker: string;
  readonly since: number;
  readonly until: number;
}

/** The event that lists a market, with the market's place in it. */
export interface EventNode {
  readonly id: string;
  readonly title: string | null;
  readonly mutually_exclusive: boolean | null;
  readonly series: string | null;
  readonly order: number | null;
}

/** Another market of the same event. */
export interface SiblingRow {
  readonly ticker: string;
  readonly question: string;
  readonly group_title: string | null;
  readonly status: MarketStatus;
  readonly yes_price: number | null;
  readonly deadline: string | null;
  readonly outcome: Outcome | null;
}

export interface MarketView {
  readonly market: MarketNode;
  readonly entities: readonly string[];
  readonly event: EventNode | null;
  /** Whether it is undecided although the deadline of its own text is past. */
  readonly past_deadline: boolean;
  readonly prediction: LatestPrediction | null;
}

/** What became of the price of a market of a list. */
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
  readonly siblings: readonly SiblingRow[];
}

export interface MarketFilter {
  readonly exchange: Exchange | null;
  readonly theater: Theater | null;
  readonly status: MarketStatus | null;
  /** Only markets of another status than this. */
  readonly except?: MarketStatus | null;
  readonly minScore: number | null;
  /** The market after which the page starts. */
  readonly after: { readonly exchange: string; readonly ticker: string } | null;
}

export const MARKET_SORTS = ['gap', 'move', 'closes', 'confluence'] as const;

export type MarketSort = (typeof MARKET_SORTS)[number];

/** Days of the small price line, and how many prices it has. */
const SPARK_DAYS = 30;
const QUOTES_MAX = 500;
const SIBLINGS_MAX = 100;

export interface MarketKey {
  readonly exchange: string;
  readonly ticker: string;
}

/** Reads tracked markets for people: with confluence and latest prediction. */
@Injectable()
export class MarketViewsRepository {
  constructor(
    private readonly graph: GraphService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Markets that pass a filter, in the order of exchange and ticker. */
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

  /** The first markets of one status in the order of what a reader asks for; one page, without a cursor. */
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

  /** Markets by name, in the order given; those that are not tracked are left out. */
  async named(markets: readonly MarketKey[]): Promise<ListedMarket[]> {
    const rows = await this.graph.read<MarketView>('markets/list-named', {
      markets: markets.map(({ exchange, ticker }) => ({ exchange, ticker })),
      now: formatMicros(this.clock.nowMicros()),
    });
    return this.withPrices(rows);
  }

  private async withPrices(rows: readonly MarketView[]): Promise<ListedMarket[]> {
    const now = nowMillis(this.clock);
    const paths = await this.graph.read<MarketKey & PricePath>('markets/list-price-paths', {
      markets: rows.map(({ market: { exchange, ticker } }) => ({ exchange, ticker })),
      instants: Array.from({ length: SPARK_DAYS }, (_, day) => now - (SPARK_DAYS - 1 - day) * DAY_MS),
      day_ago: now - DAY_MS,
    });
    const byKey = new Map(paths.map((path) => [`${path.exchange}/${path.ticker}`, path]));
    return rows.map((row) => {
      const found = byKey.get(`${row.market.exchange}/${row.market.ticker}`);
      return { ...row, prices: { day_ago: found?.day_ago ?? null, path: found?.path ?? [] } };
    });
  }

  /** Quotes of a span, newest first; null when the market is not tracked. */
  async quotes(span: MarketSpan, limit: number): Promise<readonly QuoteRow[] | null> {
    const [row] = await this.graph.read<{ quotes: readonly QuoteRow[] }>('markets/list-quotes', {
      ...span,
      limit,
    });
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
