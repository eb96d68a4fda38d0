import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { SOURCE_TYPES, type SourceType } from '../../platform/common/source-type';
import { formatMillis } from '../../platform/common/utc-time';
import { GraphService } from '../../platform/graph/graph.service';
import { MARKET_STATUSES } from '../../markets/market';
import { NO_EXAMPLES, type Examples } from './browser-guide';
import type { MapQuake } from './charts/place-map';
import type { ListedItem } from './items-list';
import { marketPath } from './words';
import { marketKeys } from '../../markets/market-key';

/** The lease of ticks; it stores the report of the last one. */
const TICK_LEASE = 'tick';

/** The model's probability of YES, with its time. */
export interface Said {
  readonly probability_yes: number;
  readonly made_at: string;
}

/** A market in an entity's list. */
export interface EntityMarket {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string;
  readonly status: string;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  /** The exchange's decision, if any. */
  readonly outcome: string | null;
  /** The newest forecast. */
  readonly said: Said | null;
  readonly score: number | null;
}

/** A prediction on its market's page. */
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
}

/** Number of an entity's newest items per language (null if unknown); `since` is the oldest item's time, UTC ms. */
export interface LanguageCount {
  readonly lang: string | null;
  readonly n: number;
  readonly since: number;
}

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
export interface SpanQuotes {
  readonly exchange: string;
  readonly ticker: string;
  readonly prices: readonly {
    readonly at: number;
    readonly price: number;
    readonly bid: number | null;
    readonly ask: number | null;
  }[];
}

/** Result of a forecast: its paper trade and its market's decision. */
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

/** A forecast in the list of an item in its input. */
export interface ForecastFrom {
  readonly bundle: string;
  readonly made_at: string;
  readonly probability_yes: number;
  readonly question: string | null;
}

/** Items per day of a source, oldest first. */
export interface SourceDays {
  readonly source: string;
  readonly items: readonly number[];
  readonly copies: readonly number[];
}

/** Number of tracked markets by status, exchange and theater. */
export interface MarketCount {
  readonly status: string;
  readonly exchange: string;
  readonly theater: string | null;
  readonly n: number;
}

/** A market in search results. */
export interface FoundMarket {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string;
  readonly status: string;
  readonly yes_price: number | null;
  /** YES or NO if settled. */
  readonly outcome: string | null;
}

/** Quotes every ten minutes for twelve hours, plus a margin. */
const QUOTES_DRAWN = 100;
const REPORTS_DRAWN = 250;
const MOVES_SHOWN = 20;
const ALERTS_DRAWN = 20;
const MARKETS_SHOWN = 50;
const PREDICTIONS_SHOWN = 20;
const FORECASTS_SHOWN = 20;
const QUAKES_SHOWN = 50;
const EXAMPLE_ITEMS_MAX = 300;

/** Queries of pages beyond those of the API. */
@Injectable()
export class PagesRepository {
  constructor(private readonly graph: GraphService) {}

  /** JSON report of the last tick; null before the first. */
  async lastReport(): Promise<string | null> {
    const [lease] = await this.graph.read<{ report: string | null }>('pipeline/get-lease', { id: TICK_LEASE });
    return lease?.report ?? null;
  }

  async listNames(): Promise<{ id: string; name: string }[]> {
    return this.graph.read('pages/list-all-names');
  }

  /** Tracked markets about an entity, open first. */
  async marketsAbout(entity: string): Promise<EntityMarket[]> {
    return this.graph.read<EntityMarket>('pages/list-markets-about', { entity, limit: MARKETS_SHOWN });
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
  async questionsOf(
    markets: readonly { readonly exchange: string; readonly ticker: string }[],
  ): Promise<{ exchange: string; ticker: string; question: string }[]> {
    return this.graph.read('pages/list-questions', {
      markets: marketKeys(markets),
    });
  }

  async openMarketPaths(limit: number): Promise<string[]> {
    const rows = await this.graph.read<{ exchange: string; ticker: string }>('pages/list-open-keys', { limit });
    return rows.map(({ exchange, ticker }) => marketPath(exchange, ticker));
  }

  async marketCounts(): Promise<MarketCount[]> {
    return this.graph.read<MarketCount>('pages/count-markets', { statuses: [...MARKET_STATUSES] });
  }

  /** Reports per hour, oldest first; `now` in UTC ms. */
  async hoursOf(now: number, hours: number): Promise<number[]> {
    const rows = await this.graph.read<{ hours_ago: number; n: number }>('pages/count-hours', {
      since: now - hours * HOUR_MS,
      now,
    });
    const counts = new Array<number>(hours).fill(0);
    for (const { hours_ago: ago, n } of rows) if (ago < hours) counts[hours - 1 - ago] = n;
    return counts;
  }

  /** Earthquakes and explosions of the last 24 hours, newest first; `now` in UTC ms. */
  async quakes(now: number): Promise<MapQuake[]> {
    return this.graph.read<MapQuake>('pages/list-quakes', { since: now - DAY_MS, now, limit: QUAKES_SHOWN });
  }

  /** Prices of markets from `since` to `until`, UTC ms. */
  async quotesBetween(
    markets: readonly { readonly exchange: string; readonly ticker: string }[],
    since: number,
    until: number,
  ): Promise<SpanQuotes[]> {
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

  /** Languages of an entity's newest items, most frequent first. */
  languagesOf(entity: string, now: number, limit: number): Promise<LanguageCount[]> {
    return this.graph.read<LanguageCount>('pages/count-languages', { id: entity, now, limit });
  }

  async itemsOfSource(source: string, now: number, limit: number): Promise<ListedItem[]> {
    const rows = await this.graph.read<{ item: ListedItem & { readonly at: number } }>('pages/list-items-of-source', {
      source,
      since: now - DAY_MS,
      now,
      limit,
    });
    return rows.map(({ item }) => ({ ...item, at: formatMillis(item.at) }));
  }

  /** Reports per day by entity, for `days` days up to `to` (days since the Unix epoch). */
  async entityDays(
    entities: readonly string[],
    to: number,
    days: number,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const from = to - days + 1;
    const rows = await this.graph.read<{ entity: string; days: { day: number; n: number }[] }>(
      'pages/list-entities-days',
      { entities: [...entities], from, to },
    );
    return new Map(
      rows.map(({ entity, days: known }) => {
        const counts = new Array<number>(days).fill(0);
        for (const { day, n } of known) counts[day - from] = n;
        return [entity, counts];
      }),
    );
  }

  /** Items per day by source, for `days` days up to `to` (days since the Unix epoch). */
  async sourceDays(sources: readonly string[], to: number, days: number): Promise<SourceDays[]> {
    const from = to - days + 1;
    const rows = await this.graph.read<{
      source: string;
      days: { day: number; items: number; copies: number }[];
    }>('pages/list-sources-days', { sources, from, to });
    return rows.map(({ source, days: known }) => {
      const items = new Array<number>(days).fill(0);
      const copies = new Array<number>(days).fill(0);
      for (const row of known) {
        items[row.day - from] = row.items;
        copies[row.day - from] = row.copies;
      }
      return { source, items, copies };
    });
  }

  /** An example of each kind in the graph. */
  async examples(now: number): Promise<Examples> {
    const [row] = await this.graph.read<Examples>('pages/list-examples', { now, limit: EXAMPLE_ITEMS_MAX });
    return row ?? NO_EXAMPLES;
  }

  /** Newest forecasts whose input has the item. */
  forecastsFrom(item: string): Promise<ForecastFrom[]> {
    return this.graph.read<ForecastFrom>('pages/list-forecasts-from', { id: item, limit: FORECASTS_SHOWN });
  }

  async outcomeOf(bundle: string): Promise<ForecastOutcome> {
    const [row] = await this.graph.read<ForecastOutcome>('pages/get-forecast', { bundle });
    return row ?? { trade: null, settlement: null };
  }

  /** Other answers to the frozen input of a prediction. */
  answersBeside(prediction: string): Promise<AnswerBeside[]> {
    return this.graph.read<AnswerBeside>('pages/list-answers-beside', { id: prediction });
  }

  /** Newest predictions of a market. */
  async predictionsOf(exchange: string, ticker: string): Promise<MarketPrediction[]> {
    const rows = await this.graph.read<{ prediction: MarketPrediction }>('pages/list-predictions', {
      exchange,
      ticker,
      limit: PREDICTIONS_SHOWN,
    });
    return rows.map(({ prediction }) => prediction);
  }
}
