import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';
import { marketDetails, type Exchange, type Market, type MarketEvent } from './market';
import type { LookedAt } from './doubt';
import type { PastPrice } from './price-history';
import type { TaggedMarket } from './tracked-market';
import { pick } from '../platform/common/pick';

type Known =
  | ('exchange' | 'ticker' | 'question' | 'status' | 'yes_price' | 'yes_bid' | 'yes_ask' | 'yes_token')
  | ('resolves_at' | 'resolved_at' | 'outcome' | 'settlement_yes_price');

/** A tracked market as of the last look. */
export interface StoredMarket extends Pick<Market, Known> {
  /** UTC ms of the last look; null before the first. */
  readonly quoted_at: number | null;
  readonly doubted_bid: number | null;
  readonly doubted_ask: number | null;
  /** Ids, sorted. */
  readonly entities: readonly string[];
}

export interface MarketWithoutHistory {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly yes_token: string | null;
  readonly series: string | null;
}

/** UTC ms. */
interface LookTimes {
  readonly now: number;
  readonly tickAt: number;
  /** Mass settlements must be older than this. */
  readonly massBefore: number;
}

interface UpsertCounts {
  readonly created: number;
  readonly updated: number;
}

/** The only writer of markets and quotes. */
@Injectable()
export class MarketRepository {
  constructor(private readonly graph: GraphService) {}

  /** Markets that are not final, by exchange and ticker. */
  async listTracked(): Promise<readonly StoredMarket[]> {
    const rows = await this.graph.read<{ market: StoredMarket }>('markets/list-tracked');
    return rows.map(({ market }) => market);
  }

  /** Adds new markets with their tags, and updates known ones. @param now UTC milliseconds */
  async upsert(markets: readonly TaggedMarket[], now: number): Promise<UpsertCounts> {
    if (markets.length === 0) return { created: 0, updated: 0 };
    const rows = markets.map((tagged) => ({
      ...propertiesOf(tagged.market),
      theater: tagged.theater,
      region: tagged.region,
      event_type: tagged.eventType,
      tracked_because: tagged.trackedBecause,
      entities: tagged.entities,
    }));
    const [counts] = await this.graph.write<UpsertCounts>('markets/upsert-markets', { rows, now });
    return counts ?? { created: 0, updated: 0 };
  }

  /** Updates tracked markets and stores changed quotes. A settlement counts when a later tick confirms it. */
  async record(
    looked: readonly (LookedAt & { readonly isStopped: boolean })[],
    { now, tickAt, massBefore }: LookTimes,
  ): Promise<{ readonly changed: number; readonly settled: readonly Pick<StoredMarket, 'exchange' | 'ticker'>[] }> {
    const rows = looked.map(({ market, doubt, isStopped }) => ({
      ...propertiesOf(market),
      stopped: isStopped,
      doubt: doubt?.reason ?? null,
      doubted_bid: doubt?.bid ?? null,
      doubted_ask: doubt?.ask ?? null,
    }));
    const [counts] =
      rows.length === 0
        ? []
        : await this.graph.write<{ changed: number; settled: Pick<StoredMarket, 'exchange' | 'ticker'>[] }>(
            'markets/record-quotes',
            { rows, now, tick: tickAt, mass_before: massBefore },
          );
    return counts ?? { changed: 0, settled: [] };
  }

  /** Removes data dated by a clock that was ahead. @param limit latest valid instant, UTC ms */
  async takeBackFuture(limit: number): Promise<void> {
    await this.graph.write('markets/take-back-future', { limit });
  }

  async listWithoutHistory(exchange: Exchange, tries: number, limit: number): Promise<readonly MarketWithoutHistory[]> {
    return this.graph.read<MarketWithoutHistory>('markets/list-without-history', { exchange, tries, limit });
  }

  /** Stores price histories; null if refused. @param now UTC milliseconds */
  async recordHistory(
    histories: readonly (MarketWithoutHistory & { readonly prices: readonly PastPrice[] | null })[],
    now: number,
  ): Promise<void> {
    if (histories.length === 0) return;
    const rows = histories.map(({ exchange, ticker, prices }) => ({ exchange, ticker, prices }));
    await this.graph.write('markets/record-history', { rows, now });
  }
}

/** Integral prices are sent as they are: the queries convert them to floats. */
const propertiesOf = (market: Market) => ({
  ...pick(
    market,
    'exchange',
    'ticker',
    'question',
    'titled',
    'url',
    'status',
    'yes_price',
    'yes_bid',
    'yes_ask',
    'resolves_at',
    'outcome',
  ),
  ...pick(market, 'settlement_yes_price', 'resolved_at', 'yes_token', 'group_order'),
  event: market.event === null ? null : eventProperties(market.exchange, market.event),
  ...pick(market, 'bid_size', 'ask_size', 'raw_sha256'),
  // A deadline is only read from the complete text.
  details: known({ ...marketDetails(market), ...(market.titled ? {} : { deadline: null }) }),
});

const eventProperties = (exchange: Exchange, event: MarketEvent) => ({
  exchange,
  id: event.id,
  details: known({ title: event.title, mutually_exclusive: event.mutually_exclusive, series: event.series }),
});

/** Stated members only; omitted ones keep their stored value. */
const known = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
