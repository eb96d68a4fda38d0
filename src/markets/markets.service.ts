import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { errorMessage } from '../platform/common/error-message';
import { DAY_MS } from '../platform/common/durations';
import { formatMicros } from '../platform/common/utc-time';
import { withinTime } from '../platform/common/within-time';
import { isDoubtful, storedQuote, weighed, type LookedAt } from './doubt';
import { inChunks, type Chunked } from './in-chunks';
import { KALSHI_TICKERS, KalshiClient } from './kalshi/kalshi.client';
import { Listings } from './listings';
import { distinctMarkets, EXCHANGES, isFinal, type Exchange, type Market } from './market';
import { MarketRepository, type StoredMarket } from './market.repository';
import { conditionForms } from './polymarket/condition-id';
import { BOOKS, CONDITION_IDS, PolymarketClient } from './polymarket/polymarket.client';
import { PriceHistories } from './price-histories';
import type { BookTop } from './quote';
import { trackedMarket, type TagMarket, type TaggedMarket, type TrackedSeed } from './tracked-market';
import { marketId } from './market-key';

export const TAG_MARKET = Symbol('TagMarket');
export const TRACKED_SEED = Symbol('TrackedSeed');

interface MarketsReport {
  readonly discovered: number;
  readonly quoted: number;
  readonly changed: number;
  readonly doubted: number;
  /** Tracked markets not read in time: first in the next look. */
  readonly unasked: number;
  /** Price histories of new markets: read and refused. */
  readonly histories: { readonly read: number; readonly refused: number };
  /** One sentence per failed request, beginning with the exchange. */
  readonly failures: readonly string[];
}

/** Time limits per look and exchange, by kind of request. */
const TIME_MS = { listing: 20_000, quotes: 20_000, books: 12_000, settlements: 15_000 };
/** Enough for 1,400 markets of Polymarket within the time limit when each response takes a second. */
const REQUESTS_AT_ONCE = 8;
/** With fewer markets, any number may settle at once. */
const SETTLING_MIN = 5;
const SETTLING_SHARE = 1 / 3;
/** How long a mass settlement must persist before it counts. */
const MASS_SETTLEMENT_MS = DAY_MS;
/** Tolerated clock lead before data is removed. */
const AHEAD_MS = 120_000;

/** Discovers conflict markets on both exchanges, and updates their quotes and settlements. */
@Injectable()
export class MarketsService {
  private readonly logger = new Logger(MarketsService.name);
  private readonly listings: Listings;
  private readonly histories: PriceHistories;

  constructor(
    private readonly polymarket: PolymarketClient,
    private readonly kalshi: KalshiClient,
    private readonly repository: MarketRepository,
    @Inject(TAG_MARKET) private readonly tag: TagMarket,
    @Inject(TRACKED_SEED) private readonly seed: TrackedSeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.listings = new Listings(polymarket, kalshi, tag, seed.polymarketTags);
    this.histories = new PriceHistories(polymarket, kalshi, repository);
  }

  /** Markets that are not final, with their tags. */
  trackedMarkets(): Promise<readonly StoredMarket[]> {
    return this.repository.listTracked();
  }

  /**
   * One look: new markets, and a quote of every open tracked one, oldest quote first. A failing exchange is in the
   * report and retried at the next look.
   *
   * @param tickAt UTC ms of the tick's start: a settlement counts at a later tick
   * @param clockWrong after the answers: why nothing may be removed or stored by the clock, or null
   */
  async refresh(
    signal: AbortSignal = new AbortController().signal,
    tickAt = nowMillis(this.clock),
    clockWrong: () => Error | null = () => null,
  ): Promise<MarketsReport> {
    const now = nowMillis(this.clock);
    const known = await this.repository.listTracked();
    const look = new Look(signal);
    const [polymarket, kalshi] = await Promise.all([
      this.lookAtPolymarket(look, known, now),
      this.lookAtKalshi(look, known, now),
    ]);
    const asked = [...polymarket.asked, ...kalshi.asked];
    const chosen = this.choose([...polymarket.listed, ...kalshi.listed, ...edited(asked, known)], known);
    // Markets requested by ticker are as recent as the listing, and take precedence when closed.
    const fresh = new Map(
      [...chosen.map(({ market }) => market), ...asked].map((market) => [marketId(market), market]),
    );
    const quoted = await this.withBooks([...fresh.values()], known, look);
    const wrong = clockWrong();
    if (wrong !== null) throw wrong;
    await this.repository.takeBackFuture(now + AHEAD_MS);
    const { created } = await this.repository.upsert(chosen, now);
    const { changed } = await this.record(quoted, known, look.failures, now, tickAt);
    const histories = await this.fetchHistories(quoted, now, signal);
    const doubted = quoted.filter(({ doubt }) => doubt !== null).length;
    return { discovered: created, quoted: quoted.length, changed, doubted, histories, ...look.report() };
  }

  /**
   * Requests and stores the settlement of tracked markets that no longer trade or whose deadline has passed, from the
   * live and the historical tier.
   *
   * @returns the markets that became final
   */
  async pollSettlements(
    signal: AbortSignal = new AbortController().signal,
    tickAt = nowMillis(this.clock),
  ): Promise<{ readonly settled: readonly Market[]; readonly failures: readonly string[] }> {
    const now = nowMillis(this.clock);
    const instant = formatMicros(now * 1000);
    const known = await this.repository.listTracked();
    const due = known.filter(
      ({ status, resolves_at }) => status !== 'open' || (resolves_at !== null && resolves_at <= instant),
    );
    const { found, failures } = await this.readAgain(due, signal);
    const told = [...failures];
    const { settled } = await this.record(
      found.map((market) => ({ market, doubt: null })),
      known,
      told,
      now,
      tickAt,
    );
    const final = new Set(settled.map(marketId));
    return { settled: found.filter((market) => final.has(marketId(market))), failures: told };
  }

  /** Requests markets by ticker, whatever their status. The results are returned, not stored. */
  async readAgain(
    markets: readonly Pick<StoredMarket, 'exchange' | 'ticker'>[],
    signal: AbortSignal,
  ): Promise<{ readonly found: readonly Market[]; readonly failures: readonly string[] }> {
    const look = new Look(signal);
    const found = await Promise.all([
      look.ask('polymarket', 'settlements', TIME_MS.settlements, async (within) => {
        const tickers = tickersOf(markets, 'polymarket');
        const closed = await this.polymarketMarkets(tickers, true, within);
        const open = await this.polymarketMarkets(without(tickers, closed.found), false, within);
        return both(closed, open);
      }),
      look.ask('kalshi', 'settlements', TIME_MS.settlements, (within) =>
        this.kalshiMarkets(tickersOf(markets, 'kalshi'), within),
      ),
    ]);
    return { found: found.flat(), failures: look.failures };
  }

  /** Top of the book for a quote without depth; null without one, or when it is not from the same moment. */
  async bookOf(
    market: {
      readonly exchange: string;
      readonly yes_token?: string | null;
      readonly yes_bid?: number | null;
      readonly yes_ask?: number | null;
    },
    signal: AbortSignal,
  ): Promise<(BookTop & { readonly raw_sha256: string }) | null> {
    const { exchange, yes_token: token } = market;
    if (exchange !== 'polymarket' || token === null || token === undefined) return null;
    try {
      const [book] = await this.polymarket.books([token], signal);
      return book === undefined || isDoubtful(book, storedQuote(market)) ? null : book;
    } catch {
      return null;
    }
  }

  private async lookAtPolymarket(look: Look, known: readonly StoredMarket[], now: number): Promise<Looked> {
    const [listed, asked] = await Promise.all([
      look.listing('polymarket', (found, within) => this.listings.ofPolymarket(found, now, within)),
      look.ask('polymarket', 'quotes', TIME_MS.quotes, async (within) => {
        const open = await this.polymarketMarkets(tickersOf(oldestFirst(known), 'polymarket'), false, within);
        // Gamma omits closed markets from a list of open ones: missing markets have closed, maybe early.
        const isOpen = known.filter(({ status }) => status === 'open');
        const gone =
          open.unasked > 0 || open.failure !== null ? [] : without(tickersOf(isOpen, 'polymarket'), open.found);
        return both(open, await this.polymarketMarkets(gone, true, within));
      }),
    ]);
    return { listed, asked };
  }

  private async lookAtKalshi(look: Look, known: readonly StoredMarket[], now: number): Promise<Looked> {
    const [listed, asked] = await Promise.all([
      look.listing('kalshi', (found, within) => this.listings.ofKalshi(found, now, within)),
      look.ask('kalshi', 'quotes', TIME_MS.quotes, (within) =>
        this.kalshiMarkets(tickersOf(oldestFirst(known), 'kalshi'), within),
      ),
    ]);
    return { listed, asked };
  }

  private polymarketMarkets(
    tickers: readonly string[],
    closed: boolean,
    signal: AbortSignal,
  ): Promise<Chunked<Market>> {
    // A ticker with two forms counts twice.
    const forms = Math.max(1, ...tickers.map((ticker) => conditionForms(ticker).length));
    const options = { size: Math.floor(CONDITION_IDS / forms), atOnce: REQUESTS_AT_ONCE, signal };
    return inChunks(tickers, options, (some) => this.polymarket.marketsByTicker(some, closed, signal));
  }

  private kalshiMarkets(tickers: readonly string[], signal: AbortSignal): Promise<Chunked<Market>> {
    const options = { size: KALSHI_TICKERS, atOnce: REQUESTS_AT_ONCE, signal };
    return inChunks(tickers, options, (some) => this.kalshi.marketsByTicker(some, signal));
  }

  /** Open events also list finished markets: only tracked ones are kept. */
  private choose(markets: readonly Market[], known: readonly StoredMarket[]): readonly TaggedMarket[] {
    const ids = new Set(known.map(marketId));
    return distinctMarkets(markets)
      .filter((market) => !isFinal(market.status) || ids.has(marketId(market)))
      .flatMap((market) => trackedMarket(market, this.tag, this.seed.curated) ?? []);
  }

  /** Gamma's best bid and ask lag behind the book; without a book they are kept. */
  private async withBooks(
    markets: readonly Market[],
    known: readonly StoredMarket[],
    look: Look,
  ): Promise<readonly LookedAt[]> {
    const stored = new Map(known.map((market) => [marketId(market), market]));
    const tokens = oldestFirst(
      markets
        .filter(({ status }) => status === 'open')
        .map((market) => ({ token: market.yes_token, quoted_at: stored.get(marketId(market))?.quoted_at ?? null })),
    ).flatMap(({ token }) => token ?? []);
    const { found } = await look.within(TIME_MS.books, (signal) =>
      inChunks(tokens, { size: BOOKS, atOnce: REQUESTS_AT_ONCE, signal }, (some) =>
        this.polymarket.books(some, signal),
      ),
    );
    const books = new Map(found.map((book) => [book.token, book]));
    return markets.map((market) => weighed(market, books.get(market.yes_token ?? ''), stored.get(marketId(market))));
  }

  /**
   * Stores results. A settlement counts when a later tick confirms it; if more than a third of an exchange's markets
   * settle early at once, only after a day.
   */
  private async record(
    looked: readonly LookedAt[],
    known: readonly StoredMarket[],
    failures: string[],
    now: number,
    tickAt: number,
  ): ReturnType<MarketRepository['record']> {
    const stopped = new Set<string>();
    const instant = formatMicros(now * 1000);
    // Markets past their end are expected to settle, many of them on one day.
    const early = known.filter(({ resolves_at }) => (resolves_at ?? instant) > instant);
    const ids = new Set(early.map(marketId));
    for (const exchange of EXCHANGES) {
      const all = early.filter((market) => market.exchange === exchange).length;
      const final = looked.filter(
        ({ market }) => market.exchange === exchange && isFinal(market.status) && ids.has(marketId(market)),
      ).length;
      if (final < SETTLING_MIN || final <= all * SETTLING_SHARE) continue;
      stopped.add(exchange);
      failures.push(
        `${exchange} settlements: ${final} of ${all} markets are said to be settled at once before their end; none is believed before it stands for a day`,
      );
    }
    const rows = looked.map((each) => ({ ...each, isStopped: stopped.has(each.market.exchange) }));
    return this.repository.record(rows, { now, tickAt, massBefore: tickAt - MASS_SETTLEMENT_MS });
  }

  /** For exchanges that respond; does not affect their health. */
  private async fetchHistories(
    quoted: readonly LookedAt[],
    now: number,
    signal: AbortSignal,
  ): Promise<MarketsReport['histories']> {
    const answering = EXCHANGES.filter((exchange) => quoted.some(({ market }) => market.exchange === exchange));
    const reports = await Promise.all(answering.map((exchange) => this.histories.fetch(exchange, now, signal)));
    for (const [index, { refused, reason }] of reports.entries())
      if (reason !== null) this.logger.warn(`${answering[index]}: ${refused} price histories were refused: ${reason}`);
    return {
      read: reports.reduce((sum, { read }) => sum + read, 0),
      refused: reports.reduce((sum, { refused }) => sum + refused, 0),
    };
  }
}

interface Looked {
  readonly listed: readonly Market[];
  readonly asked: readonly Market[];
}

/** Collects the results of one look, with a time limit per kind of request. */
class Look {
  readonly failures: string[] = [];
  private unasked = 0;

  constructor(private readonly signal: AbortSignal) {}

  report(): Pick<MarketsReport, 'failures' | 'unasked'> {
    return { failures: this.failures, unasked: this.unasked };
  }

  within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withinTime(ms, this.signal, work);
  }

  async ask(
    exchange: Exchange,
    what: string,
    ms: number,
    work: (signal: AbortSignal) => Promise<Chunked<Market>>,
  ): Promise<readonly Market[]> {
    const { found, failure, unasked } = await this.within(ms, work);
    this.unasked += unasked;
    if (failure !== null) this.failures.push(`${exchange} ${what}: ${failure}`);
    else if (found.length === 0 && unasked > 0) this.failures.push(`${exchange} ${what}: no answer in ${ms / 1000} s`);
    return found;
  }

  /** A failed listing is reported, and its partial results are kept. */
  async listing(
    exchange: Exchange,
    work: (found: Market[], signal: AbortSignal) => Promise<void>,
  ): Promise<readonly Market[]> {
    const found: Market[] = [];
    try {
      await this.within(TIME_MS.listing, (signal) => work(found, signal));
    } catch (error) {
      this.failures.push(`${exchange} listing: ${errorMessage(error)}`);
    }
    return found;
  }
}

const both = (one: Chunked<Market>, other: Chunked<Market>): Chunked<Market> => ({
  found: [...one.found, ...other.found],
  failure: one.failure ?? other.failure,
  unasked: one.unasked + other.unasked,
});

/** Markets whose question differs from the stored one. */
const edited = (markets: readonly Market[], known: readonly StoredMarket[]): readonly Market[] => {
  const questions = new Map(known.map((market) => [marketId(market), market.question]));
  return markets.filter(
    (market) => market.titled && market.event !== null && questions.get(marketId(market)) !== market.question,
  );
};

const oldestFirst = <T extends { readonly quoted_at: number | null }>(markets: readonly T[]): readonly T[] =>
  markets.toSorted((a, b) => (a.quoted_at ?? 0) - (b.quoted_at ?? 0));

const tickersOf = (
  markets: readonly Pick<StoredMarket, 'exchange' | 'ticker'>[],
  exchange: Exchange,
): readonly string[] => markets.filter((market) => market.exchange === exchange).map(({ ticker }) => ticker);

/** Tickers without a market. */
const without = (tickers: readonly string[], markets: readonly Market[]): readonly string[] => {
  const found = new Set(markets.map(({ ticker }) => ticker));
  return tickers.filter((ticker) => !found.has(ticker));
};
