import { Injectable } from '@nestjs/common';
import { SOURCE_TYPES, type SourceType } from '../../platform/common/source-type';
import { GraphService } from '../../platform/graph/graph.service';
import { marketKeys, type MarketKey } from '../../markets/market-key';

/** Times of a market's reports by kind of source; UTC ms, newest first. */
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

/** The time span of an alert, UTC ms. */
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

/** Quotes every ten minutes for twelve hours, plus a margin. */
const QUOTES_DRAWN = 100;
const REPORTS_DRAWN = 250;
const MOVES_SHOWN = 20;
const ALERTS_DRAWN = 20;

/** Queries of the page of a market. */
@Injectable()
export class MarketPageRepository {
  constructor(private readonly graph: GraphService) {}

  /** Prices of markets from `since` to `until`, UTC ms. */
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
}
