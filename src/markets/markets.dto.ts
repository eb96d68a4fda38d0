import { ApiProperty } from '@nestjs/swagger';
import type { Instant, NotNegative, UnitInterval } from '../platform/http/field';
import { PagingQuery } from '../platform/http/paging.dto';
import { DecimalParameter, EnumParameter, InstantParameter } from '../platform/http/query-parameter';
import { responseOf } from '../platform/http/response-of';
import { round4 } from '../platform/common/ten-thousandths';
import { formatMillis } from '../platform/common/utc-time';
import { THEATERS, type Theater } from '../ontology/theater';
import { EXCHANGES, isFinal, MARKET_STATUSES, type Exchange, type MarketStatus, type Outcome } from './market';
import {
  MarketConfluenceResponse,
  MarketEventResponse,
  MarketForecastResponse,
  MarketPredictionResponse,
  QuoteResponse,
  SiblingResponse,
} from './market-parts.dto';
import {
  MARKET_SORTS,
  type ListedMarket,
  type MarketDetail,
  type MarketSort,
  type MarketView,
} from './market-views.repository';

export class ListMarketsQuery extends PagingQuery {
  @EnumParameter(EXCHANGES, { description: 'Exchange.', example: 'kalshi' })
  exchange?: Exchange;

  @EnumParameter(THEATERS, { description: 'Theater of the market.', example: 'iran' })
  theater?: Theater;

  @EnumParameter(MARKET_STATUSES, { description: 'Status.', example: 'open' })
  status?: MarketStatus;

  @DecimalParameter({ description: 'Minimum confluence score.', example: 0.4, minimum: 0, maximum: 1 })
  min_score?: number;

  @EnumParameter(MARKET_SORTS, {
    description:
      'Sorts by gap (model against the price at that time), move (price against a day ago), closes (soonest first) or confluence; of open markets, unless `status` is given. A sorted list is one page without a cursor.',
    example: 'gap',
  })
  sort?: MarketSort;
}

/** Time range of one market's data. */
export class MarketSpanQuery extends PagingQuery {
  @InstantParameter({ description: 'Not before this instant.', example: '2026-05-01T00:00:00Z' })
  since?: number;

  @InstantParameter({ description: 'Not after this instant.', example: '2026-05-07T12:00:00Z' })
  until?: number;
}

/** One tracked market. Prices are of YES, 0 to 1. */
export class MarketResponse {
  /** Exchange. @example kalshi */
  readonly exchange!: Exchange;
  /** Exchange-side identifier. @example KXIRAN-26 */
  readonly ticker!: string;
  /** Exact wording of the question; on Kalshi the title of the market. @example "Will …?" */
  readonly question!: string;
  /** The exchange's label of this market within its event. @example By 31 March */
  readonly group_title!: string | null;
  /** Page of the market at its exchange. @example https://example.org/m */
  readonly url!: string | null;
  /** Status. @example open */
  readonly status!: MarketStatus;
  /** Theater. @example iran */
  readonly theater!: Theater | null;
  /** Region in words, if it belongs to no theater. @example Korea */
  readonly region!: string | null;
  /** Why it is tracked. @example direct strike, names Tehran, topic geopolitics */
  readonly tracked_because!: string | null;
  /** Kind of event. @example strike */
  readonly event_type!: string | null;
  /** Mid of bid and ask, else the last price. @example 0.34 */
  readonly yes_price!: UnitInterval | null;
  /** Best bid. @example 0.34 */
  readonly yes_bid!: UnitInterval | null;
  /** Best ask. @example 0.34 */
  readonly yes_ask!: UnitInterval | null;
  /** When the price was read. @example 2026-05-07T12:00:00.000000Z */
  readonly quoted_at!: Instant | null;
  /** Deadline that the exchange states. @example 2026-05-07T12:00:00.000000Z */
  readonly resolves_at!: Instant | null;
  /** Deadline stated in question or rules; null if they state none. @example 2026-05-07T12:00:00.000000Z */
  readonly deadline!: Instant | null;
  /** Whether it is undecided after that deadline. @example false */
  readonly past_deadline!: boolean;
  /** When this deployment last saw that the exchange had edited the question or moved the end; null if never. @example 2026-05-07T12:00:00.000000Z */
  readonly edited_at!: Instant | null;
  /** Traded so far: USD on Polymarket, contracts on Kalshi. @example 1200.5 */
  readonly volume!: NotNegative | null;
  /** Traded in the last 24 hours, in the same unit. @example 1200.5 */
  readonly volume_24h!: NotNegative | null;
  /** The event that lists it, or null. */
  readonly event!: MarketEventResponse | null;
  /** When it settled. @example 2026-05-07T12:00:00.000000Z */
  readonly resolved_at!: Instant | null;
  /** Outcome, once it is final. */
  readonly outcome!: Outcome | null;
  /** Payment for a YES contract, once final. @example 0.34 */
  readonly settlement_yes_price!: UnitInterval | null;
  /** Entities it is about. @example ["iran"] */
  readonly entities!: readonly string[];
  /** Corroboration as of the last tick; null before the first. */
  readonly confluence!: MarketConfluenceResponse | null;
  /** The newest prediction, or null. */
  readonly latest_prediction!: MarketPredictionResponse | null;
  /** When it is forecast next, as of the last tick; null once it is settled or before the first. */
  readonly forecast!: MarketForecastResponse | null;

  static from(view: MarketView): MarketResponse {
    return responseOf(MarketResponse, marketRow(view));
  }
}

/** Fields of every answer about a market. */
const marketRow = ({ market, entities, event, past_deadline, prediction }: MarketView) => ({
  ...market,
  quoted_at: market.quoted_at === undefined ? null : formatMillis(market.quoted_at),
  past_deadline,
  edited_at: market.edited_at === undefined ? null : formatMillis(market.edited_at),
  event: MarketEventResponse.from(event),
  entities,
  confluence: MarketConfluenceResponse.from(market),
  forecast: isFinal(market.status) ? null : MarketForecastResponse.from(market),
  latest_prediction: MarketPredictionResponse.from(prediction),
});

/** One tracked market of a list, with changes of its price. */
export class ListedMarketResponse extends MarketResponse {
  /** Probability of the newest prediction minus the price when it was made; null without either. @example 0.17 */
  readonly gap!: number | null;
  /** Price now minus the price when the newest prediction was made; null without either. @example 0.02 */
  readonly change_since_prediction!: number | null;
  /** Price now minus the price a day ago; null without either. @example -0.04 */
  readonly change_24h!: number | null;
  /** Best ask minus best bid. @example 0.34 */
  readonly spread!: UnitInterval | null;
  /** Price at each of the last 30 days, oldest first; null before the first quote. @example [0.2,0.25] */
  @ApiProperty({ type: 'array', items: { type: 'number', nullable: true } })
  readonly spark!: readonly (number | null)[];

  static override from(row: ListedMarket): ListedMarketResponse {
    const { market, prediction, prices } = row;
    const minus = (a: number | null | undefined, b: number | null | undefined): number | null =>
      a === null || a === undefined || b === null || b === undefined ? null : round4(a - b);
    return Object.assign(new ListedMarketResponse(), MarketResponse.from(row), {
      gap: minus(prediction?.probability_yes, prediction?.market_yes_price),
      change_since_prediction: minus(market.yes_price, prediction?.market_yes_price),
      change_24h: minus(market.yes_price, prices.day_ago),
      spread: minus(market.yes_ask, market.yes_bid),
      spark: prices.path,
    });
  }
}

/** One tracked market with its rules, its depth and its price history. */
export class MarketDetailResponse extends MarketResponse {
  /** Rules in the exchange's words. @example If … */
  readonly rules!: string | null;
  /** Further rules (Kalshi). */
  readonly rules_secondary!: string | null;
  /** Source of the outcome: an address or names. @example Reuters; the Associated Press */
  readonly resolution_source!: string | null;
  /** Category of the exchange. @example World */
  readonly category!: string | null;
  /** Topics of the exchange, sorted (Polymarket). @example ["geopolitics"] */
  readonly tags!: readonly string[];
  /** Strike (Kalshi). @example greater, floor 80 */
  readonly strike!: string | null;
  /** When trading began or begins. @example 2026-05-07T12:00:00.000000Z */
  readonly opens_at!: Instant | null;
  /** When trading ends. @example 2026-05-07T12:00:00.000000Z */
  readonly closes_at!: Instant | null;
  /** When the exchange expects to know the outcome. @example 2026-05-07T12:00:00.000000Z */
  readonly expected_resolution_at!: Instant | null;
  /** Liquidity of the book in USD (Polymarket). @example 1200.5 */
  readonly liquidity!: NotNegative | null;
  /** Contracts outstanding (Kalshi). @example 1200.5 */
  readonly open_interest!: NotNegative | null;
  /** Shares of YES wanted at the best bid. @example 1200.5 */
  readonly bid_size!: NotNegative | null;
  /** Shares of YES offered at the best ask. @example 1200.5 */
  readonly ask_size!: NotNegative | null;
  /** Taker fee: size × rate × (price × (1 − price))^exponent USD; on Kalshi rounded up to the cent, 0.07 if null. @example 0.07 */
  readonly fee_rate!: NotNegative | null;
  /** 1 if null. @example 1 */
  readonly fee_exponent!: NotNegative | null;
  /**
   * SHA-256 of the answer of the exchange that the quote was read from.
   * @example aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
   */
  readonly raw_sha256!: string | null;
  /**
   * The last quote if it was doubted, and the quote it was compared with, as bid/ask; null if it was
   * accepted.
   * @example "0.01/0.99 against 0.41/0.43 of the listing"
   */
  readonly quote_doubt!: string | null;
  /** Other tracked markets of its event, in its order; at most 100. */
  readonly siblings!: readonly SiblingResponse[];
  /** Quotes, newest first, one per change; at most 500. */
  readonly quotes!: readonly QuoteResponse[];

  static override from(row: MarketDetail): MarketDetailResponse {
    return responseOf(MarketDetailResponse, {
      ...marketRow(row),
      tags: row.market.tags ?? [],
      siblings: row.siblings.map((sibling) => responseOf(SiblingResponse, sibling)),
      quotes: row.quotes.map((quote) => QuoteResponse.from(quote)),
    });
  }
}
