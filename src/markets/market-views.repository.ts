import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../common/clock';
import { formatMicros } from '../common/utc-time';
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
  readonly minScore: number | null;
  /** The market after which the page starts. */
  readonly after: { readonly exchange: string; readonly ticker: string } | null;
}

const QUOTES_MAX = 500;
const SIBLINGS_MAX = 100;

/** Reads tracked markets for people: with confluence and latest prediction. */
@Injectable()
export class MarketViewsRepository {
  constructor(
    private readonly graph: GraphService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Markets that pass a filter, in the order of exchange and ticker. */
  async list(filter: MarketFilter, limit: number): Promise<MarketView[]> {
    return this.graph.read<MarketView>('markets/list-markets', {
      after_exchange: filter.after?.exchange ?? filter.exchange ?? '',
      after_ticker: filter.after?.ticker ?? '',
      exchange: filter.exchange,
      theater: filter.theater,
      status: filter.status,
      min_score: filter.minScore,
      now: formatMicros(this.clock.nowMicros()),
      limit,
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
