/** Parts of the answers about markets, and the schemas that their fields share. */
import type { Instant, NotNegative, UnitInterval } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import { formatMillis } from '../platform/common/utc-time';
import { type MarketStatus, type Outcome } from './market';
import type { MarketNode, QuoteRow } from './market-node';

/** Whether a quote was read at its time, or later from the exchange's history. */
type QuoteOrigin = 'read' | 'history';

/** The last computed confluence of a market; more at /v1/ontology/confluence/{exchange}/{ticker}. */
export class MarketConfluenceResponse {
  /** Distinct source types ÷ 5, at most 1. @example 0.6 */
  readonly score!: number;
  /** Distinct source types. @example 3 */
  readonly source_type_count!: number;
  /** The source types, sorted. @example ["news"] */
  readonly source_types!: readonly string[];
  /** Weighted score. @example 0.41 */
  readonly weighted_score!: number;
  /** When it was computed. @example 2026-05-07T12:00:00.000000Z */
  readonly computed_at!: Instant;

  static from(market: MarketNode): MarketConfluenceResponse | null {
    if (market.confluence_at === undefined) return null;
    const types = market.confluence_types ?? [];
    return responseOf(MarketConfluenceResponse, {
      score: market.confluence_score ?? 0,
      source_type_count: types.length,
      source_types: types,
      weighted_score: Math.round((market.confluence_weighted ?? 0) * 1e6) / 1e6,
      computed_at: formatMillis(market.confluence_at),
    });
  }
}

/** The newest prediction of a market. */
export class MarketPredictionResponse {
  /** Id of the prediction. @example rb_2026 */
  readonly id!: string;
  /** When it was made. @example 2026-05-07T12:00:00.000000Z */
  readonly made_at!: Instant;
  /** Model. @example claude */
  readonly model!: string;
  /** Probability of YES. @example 0.21 */
  readonly probability_yes!: UnitInterval;
  /** Confidence. @example 0.8 */
  readonly confidence!: UnitInterval;
  /** Direction: YES, NO, ESCALATE, DEESCALATE or SKIP. @example NO */
  readonly direction!: string;
  /** Side of the paper trade; null without a trade. @example NO */
  readonly side!: string | null;
  /** Price of YES when it was made. @example 0.34 */
  readonly market_yes_price!: UnitInterval | null;
  /** Replay bundle, at /api/replay-bundle/{id}. @example rb_2026 */
  readonly replay_bundle_id!: string | null;

  static from(prediction: MarketPredictionResponse | null): MarketPredictionResponse | null {
    return prediction && responseOf(MarketPredictionResponse, prediction);
  }
}

/** The event (group of markets) of an exchange that lists a market. */
export class MarketEventResponse {
  /** Slug on Polymarket, event ticker on Kalshi. @example KXIRAN-26 */
  readonly id!: string;
  /** Title. @example US strikes Iran by …? */
  readonly title!: string | null;
  /** Whether at most one of its markets can settle at YES. @example false */
  readonly mutually_exclusive!: boolean | null;
  /** Series it belongs to. @example KXIRAN */
  readonly series!: string | null;
  /** Place of the market in it. @example 2 */
  readonly order!: number | null;

  static from(event: MarketEventResponse | null): MarketEventResponse | null {
    return event && responseOf(MarketEventResponse, event);
  }
}

/** Another market of the same event. */
export class SiblingResponse {
  /** Exchange-side identifier. @example KXIRAN-26-JUN */
  readonly ticker!: string;
  /** Exact wording of the question. @example "Will …?" */
  readonly question!: string;
  /** Its part of the event's question. @example By 30 June */
  readonly group_title!: string | null;
  /** Status. @example open */
  readonly status!: MarketStatus;
  /** Price of YES. @example 0.34 */
  readonly yes_price!: UnitInterval | null;
  /** Deadline stated in its question or rules. @example 2026-05-07T12:00:00.000000Z */
  readonly deadline!: Instant | null;
  /** Outcome, once it is final. */
  readonly outcome!: Outcome | null;
}

/** Quote, valid from an instant until the next quote. */
export class QuoteResponse {
  /** When it was first read. @example 2026-05-07T12:00:00.000000Z */
  readonly at!: Instant;
  /** Mid of bid and ask, else the last price. @example 0.34 */
  readonly yes_price!: UnitInterval | null;
  /** Best bid. @example 0.34 */
  readonly yes_bid!: UnitInterval | null;
  /** Best ask. @example 0.34 */
  readonly yes_ask!: UnitInterval | null;
  /**
   * `read`: read by this deployment at that time; `history`: from the exchange when the market was first tracked.
   * @example read
   */
  readonly origin!: QuoteOrigin;

  static from(row: QuoteRow): QuoteResponse {
    return responseOf(QuoteResponse, { ...row, at: formatMillis(row.at), origin: row.origin ?? 'read' });
  }
}

/** When a market will be forecast next. */
export class MarketForecastResponse {
  /**
   * Order in which markets are asked about: time waited over MODEL_REPEAT_HOURS, times a weight of uncertainty, days
   * left, volume and news.
   * @example 0.84
   */
  readonly urgency!: NotNegative;
  /** Since when it waits: its last forecast, or the start of tracking. @example 2026-07-03T12:00:00.000000Z */
  readonly waiting_since!: Instant | null;
  /** Why it is due, or why it is not. @example "asked within the last 24 hours" */
  readonly note!: string;

  static from(market: MarketNode): MarketForecastResponse | null {
    if (market.forecast_urgency === undefined) return null;
    return responseOf(MarketForecastResponse, {
      urgency: market.forecast_urgency,
      waiting_since: market.forecast_waiting_since === undefined ? null : formatMillis(market.forecast_waiting_since),
      note: market.forecast_note ?? '',
    });
  }
}
