import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';
import { marketDetails, type Exchange, type Market, type MarketEvent, type MarketStatus, type Outcome } from './market';
import type { LookedAt } from './doubt';
import type { PastPrice } from './price-history';
import type { TaggedMarket } from './tracked-market';

/** A tracked market as the graph has it. Deadlines and settlements are published text. */
export interface StoredMarket {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly question: string;
  readonly status: MarketStatus;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  readonly yes_token: string | null;
  readonly resolves_at: string | null;
  readonly resolved_at: string | null;
  readonly outcome: Outcome | null;
  readonly settlement_yes_price: number | null;
  /** UTC ms of the last look; null before the first. */
  readonly quoted_at: number | null;
  /** The quote that was not believed at the last look; null where none was. */
  readonly doubted_bid: number | null;
  readonly doubted_ask: number | null;
  /** Ids, sorted. */
  readonly entities: readonly string[];
}

export interface MarketWithoutHistory {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly yes_token: string | null;
  /** Kalshi's series of the market's event. */
  readonly series: string | null;
}

/** Instants of a look, UTC ms. */
interface LookTimes {
  readonly now: number;
  /** When its tick began. */
  readonly tickAt: number;
  /** Since when a settlement of a stopped exchange must have stood. */
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

  /** Markets that are not final, in order of exchange and ticker. */
  async listTracked(): Promise<readonly StoredMarket[]> {
    const rows = await this.graph.read<{ market: StoredMarket }>('markets/list-tracked');
    return rows.map(({ market }) => market);
  }

  /**
   * Adds new markets with what they are about, and refreshes those that are known.
   *
   * @param now UTC milliseconds
   */
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

  /**
   * Refreshes price, state and wording of tracked markets. A quote that differs from the last one is kept with
   * its instant; an unchanged one, and a market that is final, leave no trace. What an exchange settles is believed
   * when a later tick hears it again.
   */
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

  /** Removes what a clock that was ahead has dated. @param limit latest instant that may stand, UTC ms */
  async takeBackFuture(limit: number): Promise<void> {
    await this.graph.write('markets/take-back-future', { limit });
  }

  /** Open markets of an exchange whose earlier prices are not known yet, most urgent first. */
  async listWithoutHistory(exchange: Exchange, tries: number, limit: number): Promise<readonly MarketWithoutHistory[]> {
    return this.graph.read<MarketWithoutHistory>('markets/list-without-history', { exchange, tries, limit });
  }

  /** Keeps the prices that an exchange had from before; null where it refused them. @param now UTC milliseconds */
  async recordHistory(
    histories: readonly (MarketWithoutHistory & { readonly prices: readonly PastPrice[] | null })[],
    now: number,
  ): Promise<void> {
    if (histories.length === 0) return;
    const rows = histories.map(({ exchange, ticker, prices }) => ({ exchange, ticker, prices }));
    await this.graph.write('markets/record-history', { rows, now });
  }
}

/** An integral price travels like any number: the queries turn it into a float. */
const propertiesOf = (market: Market) => ({
  exchange: market.exchange,
  ticker: market.ticker,
  question: market.question,
  titled: market.titled,
  url: market.url,
  status: market.status,
  yes_price: market.yesPrice,
  yes_bid: market.yesBid,
  yes_ask: market.yesAsk,
  resolves_at: market.resolvesAt,
  outcome: market.outcome,
  settlement_yes_price: market.settlementYesPrice,
  resolved_at: market.resolvedAt,
  yes_token: market.yesToken,
  group_order: market.groupOrder,
  event: market.event === null ? null : eventProperties(market.exchange, market.event),
  bid_size: market.bidSize,
  ask_size: market.askSize,
  raw_sha256: market.rawSha256,
  // A deadline is read from the whole wording alone.
  details: known({ ...marketDetails(market), ...(market.titled ? {} : { deadline: null }) }),
});

const eventProperties = (exchange: Exchange, event: MarketEvent) => ({
  exchange,
  id: event.id,
  details: known({ title: event.title, mutually_exclusive: event.mutuallyExclusive, series: event.series }),
});

/** What an answer says; what it leaves out stays as an earlier one said it. */
const known = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
