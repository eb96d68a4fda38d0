import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { errorMessage } from '../platform/common/error-message';
import { HOUR_MS } from '../platform/common/durations';
import { UnreadableError } from '../platform/common/foreign-json';
import { formatMicros } from '../platform/common/utc-time';
import { KalshiClient } from './kalshi/kalshi.client';
import { afterPage, FIRST_WALK, isWalking, type WalkState } from './listing-walk';
import { EXCHANGES, isFinal, type Exchange, type Market } from './market';
import { MarketRepository, type MarketWithoutHistory, type StoredMarket } from './market.repository';
import { PolymarketClient } from './polymarket/polymarket.client';
import { HISTORY_SPANS, joinHistory, type PastPrice } from './price-history';
import { midOf, type BookTop } from './quote';
import { trackedMarket, type TagMarket, type TaggedMarket, type TrackedSeed } from './tracked-market';

/** Nest token of the {@link TagMarket}. */
export const TAG_MARKET = Symbol('TagMarket');
/** Nest token of the {@link TrackedSeed}. */
export const TRACKED_SEED = Symbol('TrackedSeed');

/** What one look at the exchanges brought. */
export interface MarketsReport {
  /** Markets tracked for the first time. */
  readonly discovered: number;
  /** Markets whose price or state was read. */
  readonly quoted: number;
  /** Of these, those whose quote differs from the last one. */
  readonly changed: number;
  /** One sentence per request that failed, beginning with the exchange; the other one is unaffected. */
  readonly failures: readonly string[];
}

/** Pages of a listing that one tick reads: the rest follows in the next ones. */
const PAGES_PER_TICK = 5;
/** A listing that was read to its end is read again after an hour. */
const LISTING_REST_MS = HOUR_MS;
/** Books asked for in one tick, nearest deadline first; the others keep the price of the listing. */
const BOOKS_PER_TICK = 150;
const BOOKS_AT_ONCE = 5;
/** New markets whose earlier prices are asked for in one tick, two requests each. */
const HISTORIES_PER_TICK = 20;
/** An exchange that hangs must not use up the time of the sources that are asked next. */
const ASKING_MS = 15_000;

/** Discovers conflict markets on both exchanges, keeps their quotes, and learns how they were settled. */
@Injectable()
export class MarketsService {
  private readonly walks = new Map<string, WalkState>();
  /** Numbers of Polymarket's topics by slug. */
  private readonly topics = new Map<string, string | null>();

  constructor(
    private readonly polymarket: PolymarketClient,
    private readonly kalshi: KalshiClient,
    private readonly repository: MarketRepository,
    @Inject(TAG_MARKET) private readonly tag: TagMarket,
    @Inject(TRACKED_SEED) private readonly seed: TrackedSeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Markets that are not final, with what they are about. */
  trackedMarkets(): Promise<readonly StoredMarket[]> {
    return this.repository.listTracked();
  }

  /**
   * One look: new markets, and a quote of every tracked one that is open. An exchange that fails is
   * named in the report and taken up again by the next look.
   */
  async refresh(signal: AbortSignal = new AbortController().signal): Promise<MarketsReport> {
    const now = nowMillis(this.clock);
    const known = await this.repository.listTracked();
    const asking = AbortSignal.any([signal, AbortSignal.timeout(ASKING_MS)]);
    const failures: string[] = [];
    const attempt = attemptInto(failures);
    const [listed, asked] = await Promise.all([
      Promise.all([
        attempt('polymarket listing', (found) => this.discoverPolymarket(found, now, asking)),
        attempt('kalshi listing', (found) => this.discoverKalshi(found, now, asking)),
      ]),
      Promise.all([
        attempt('polymarket quotes', (found) => this.quotesOfPolymarket(found, known, asking)),
        attempt('kalshi quotes', (found) => this.quotesOfKalshi(found, known, asking)),
      ]),
    ]);
    const chosen = this.choose(listed.flat(), new Set(known.map((market) => idOf(market))));
    const { created } = await this.repository.upsert(chosen, now);
    const fresh = new Map<string, Market>();
    for (const market of [...chosen.map((each) => each.market), ...asked.flat()]) {
      fresh.set(idOf(market), market);
    }
    const quoted = await this.withBooks([...fresh.values()], asking);
    const changed = await this.repository.record(quoted, now);
    await this.fetchHistories(now, failures, asking);
    return { discovered: created, quoted: quoted.length, changed, failures };
  }

  /**
   * Asks what became of tracked markets that no longer trade or whose deadline is past, in the live and
   * in the historical tier, and keeps it.
   *
   * @returns the markets that became final
   */
  async pollSettlements(
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ readonly settled: readonly Market[]; readonly failures: readonly string[] }> {
    const now = nowMillis(this.clock);
    const instant = formatMicros(now * 1000);
    const due = (await this.repository.listTracked()).filter(
      ({ status, resolves_at }) => status !== 'open' || (resolves_at !== null && resolves_at <= instant),
    );
    const { found, failures } = await this.askAfterwards(due, signal);
    await this.repository.record(found, now);
    return { settled: found.filter(({ status }) => isFinal(status)), failures };
  }

  /** Asks again about markets that are final already. What they say now is returned, and not kept. */
  async readAgain(
    markets: readonly Pick<StoredMarket, 'exchange' | 'ticker'>[],
    signal: AbortSignal,
  ): Promise<{ readonly found: readonly Market[]; readonly failures: readonly string[] }> {
    return this.askAfterwards(markets, signal);
  }

  private async askAfterwards(
    due: readonly Pick<StoredMarket, 'exchange' | 'ticker'>[],
    signal: AbortSignal,
  ): Promise<{ readonly found: readonly Market[]; readonly failures: readonly string[] }> {
    const asking = AbortSignal.any([signal, AbortSignal.timeout(ASKING_MS)]);
    const failures: string[] = [];
    const attempt = attemptInto(failures);
    const answers = await Promise.all([
      attempt('polymarket settlements', async (found) => {
        const tickers = tickersOf(due, 'polymarket');
        found.push(...(await this.polymarket.marketsByTicker(tickers, true, asking)));
        const open = without(tickers, found);
        found.push(...(await this.polymarket.marketsByTicker(open, false, asking)));
      }),
      attempt('kalshi settlements', async (found) => {
        found.push(...(await this.kalshi.marketsByTicker(tickersOf(due, 'kalshi'), asking)));
      }),
    ]);
    return { found: answers.flat(), failures };
  }

  /** An open event also lists those of its markets that are over: of these only known ones matter. */
  private choose(markets: readonly Market[], known: ReadonlySet<string>): readonly TaggedMarket[] {
    return markets
      .filter((market) => !isFinal(market.status) || known.has(idOf(market)))
      .flatMap((market) => trackedMarket(market, this.tag, this.seed.curated) ?? []);
  }

  private async discoverPolymarket(found: Market[], now: number, signal: AbortSignal): Promise<void> {
    const unreadable: string[] = [];
    for (const slug of this.seed.polymarketTags) {
      const topic = await this.topicOf(slug, signal);
      if (topic === null) continue;
      const page = async (cursor: string | null) => {
        const read = await this.polymarket.openMarkets(topic, cursor, signal);
        const ignored = ignoredFilter(read.markets, slug);
        if (ignored !== null) unreadable.push(ignored);
        // What follows on the next pages is not of this topic.
        return ignored === null ? read : { ...read, nextCursor: null };
      };
      await this.walk(`polymarket/${slug}`, page, found, now);
    }
    if ([...this.topics.values()].every((topic) => topic === null))
      unreadable.push('none of the topics of seed/tracked-markets.json exists');
    if (unreadable.length > 0) throw new UnreadableError(unreadable.join('; '));
  }

  /** The number of a topic, asked for once; null when the exchange has none of that slug. */
  private async topicOf(slug: string, signal: AbortSignal): Promise<string | null> {
    const known = this.topics.get(slug);
    if (known !== undefined) return known;
    const topic = await this.polymarket.topicId(slug, signal);
    this.topics.set(slug, topic);
    return topic;
  }

  private discoverKalshi(found: Market[], now: number, signal: AbortSignal): Promise<void> {
    return this.walk('kalshi', (cursor) => this.kalshi.openMarkets(cursor, signal), found, now);
  }

  private async walk(
    name: string,
    read: (cursor: string | null) => Promise<{
      readonly markets: readonly Market[];
      readonly nextCursor: string | null;
    }>,
    found: Market[],
    now: number,
  ): Promise<void> {
    let state = this.walks.get(name) ?? FIRST_WALK;
    for (let pages = 0; pages < PAGES_PER_TICK && isWalking(state, now, LISTING_REST_MS); pages++) {
      const page = await read(state.cursor);
      found.push(...page.markets);
      state = afterPage(state, page.nextCursor, now, LISTING_REST_MS);
      this.walks.set(name, state);
    }
  }

  /** Gamma leaves closed markets out of a list of open ones: what is missing has closed, maybe early. */
  private async quotesOfPolymarket(
    found: Market[],
    known: readonly StoredMarket[],
    signal: AbortSignal,
  ): Promise<void> {
    const tickers = tickersOf(known, 'polymarket');
    found.push(...(await this.polymarket.marketsByTicker(tickers, false, signal)));
    const open = known.filter(({ status }) => status === 'open');
    const gone = without(tickersOf(open, 'polymarket'), found);
    found.push(...(await this.polymarket.marketsByTicker(gone, true, signal)));
  }

  private async quotesOfKalshi(found: Market[], known: readonly StoredMarket[], signal: AbortSignal): Promise<void> {
    found.push(...(await this.kalshi.marketsByTicker(tickersOf(known, 'kalshi'), signal)));
  }

  /** Earlier prices of markets that are new, a few a tick; what fails is asked for again in the next one. */
  private async fetchHistories(now: number, failures: string[], signal: AbortSignal): Promise<void> {
    const markets = await this.repository.listWithoutHistory(HISTORIES_PER_TICK);
    for (const exchange of EXCHANGES) {
      const histories: Parameters<MarketRepository['recordHistory']>[0][number][] = [];
      try {
        for (const market of markets.filter((each) => each.exchange === exchange))
          histories.push({ ...market, prices: await this.historyOf(market, now, signal) });
      } catch (error) {
        failures.push(`${exchange} price history: ${errorMessage(error)}`);
      }
      await this.repository.recordHistory(histories, now);
    }
  }

  private async historyOf(
    { exchange, ticker, yes_token }: MarketWithoutHistory,
    now: number,
    signal: AbortSignal,
  ): Promise<readonly PastPrice[]> {
    if (exchange === 'polymarket' && yes_token === null) return [];
    const spans: (readonly PastPrice[])[] = [];
    for (const { spanMs, stepMinutes } of HISTORY_SPANS) {
      const span = [now - spanMs, now, stepMinutes, signal] as const;
      spans.push(
        exchange === 'kalshi'
          ? await this.kalshi.priceHistory(ticker, ...span)
          : await this.polymarket.priceHistory(yes_token ?? '', ...span),
      );
    }
    return joinHistory(spans);
  }

  /**
   * The top of a market's book now, for a market whose quote came without its depth; null where there is no book to ask,
   * or the exchange does not answer.
   */
  async bookOf(
    { exchange, yes_token: token }: { readonly exchange: string; readonly yes_token?: string | null },
    signal: AbortSignal,
  ): Promise<(BookTop & { readonly rawSha256: string }) | null> {
    if (exchange !== 'polymarket' || token === null || token === undefined) return null;
    try {
      return await this.polymarket.book(token, signal);
    } catch {
      return null;
    }
  }

  /** Gamma's best bid and ask lag behind the book; a book that cannot be read leaves them as they are. */
  private async withBooks(markets: readonly Market[], signal: AbortSignal): Promise<readonly Market[]> {
    const asked = markets
      .filter(({ status, yesToken }) => status === 'open' && yesToken !== null)
      .sort((a, b) => compare(a.resolvesAt ?? '~', b.resolvesAt ?? '~'))
      .slice(0, BOOKS_PER_TICK);
    const priced = new Map<string, Market>();
    for (let start = 0; start < asked.length && !signal.aborted; start += BOOKS_AT_ONCE) {
      const some = asked.slice(start, start + BOOKS_AT_ONCE);
      for (const market of await Promise.all(some.map((each) => this.withBook(each, signal)))) {
        priced.set(idOf(market), market);
      }
    }
    return markets.map((market) => priced.get(idOf(market)) ?? market);
  }

  private async withBook(market: Market, signal: AbortSignal): Promise<Market> {
    try {
      const { bid, ask, ...rest } = await this.polymarket.book(market.yesToken ?? '', signal);
      const yesPrice = midOf({ bid, ask }) ?? market.yesPrice;
      return { ...market, ...rest, yesBid: bid, yesAsk: ask, yesPrice };
    } catch {
      // The listing's own quote stands; an exchange that is down shows in the next listing.
      return market;
    }
  }
}

const idOf = ({ exchange, ticker }: Pick<StoredMarket, 'exchange' | 'ticker'>): string => `${exchange}/${ticker}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const tickersOf = (
  markets: readonly Pick<StoredMarket, 'exchange' | 'ticker'>[],
  exchange: Exchange,
): readonly string[] => markets.filter((market) => market.exchange === exchange).map(({ ticker }) => ticker);

/** Tickers that none of the markets has. */
const without = (tickers: readonly string[], markets: readonly Market[]): readonly string[] => {
  const found = new Set(markets.map(({ ticker }) => ticker));
  return tickers.filter((ticker) => !found.has(ticker));
};

/** Runs work that collects markets; when it fails, that is noted, and what it had collected counts. */
const attemptInto =
  (failures: string[]) =>
  async (what: string, work: (found: Market[]) => Promise<void>): Promise<readonly Market[]> => {
    const found: Market[] = [];
    try {
      await work(found);
    } catch (error) {
      failures.push(`${what}: ${errorMessage(error)}`);
    }
    return found;
  };

/**
 * A filter that an exchange does not know is ignored without a word: then most markets of a page that carry topics
 * do not carry the one that was asked for.
 */
const ignoredFilter = (markets: readonly Market[], slug: string): string | null => {
  const tagged = markets.filter(({ tags }) => tags.length > 0);
  const astray = tagged.filter(({ tags }) => !tags.includes(slug)).length;
  return astray * 2 > tagged.length
    ? `the filter by topic ${slug} was ignored: ${astray} of ${tagged.length} markets do not carry it`
    : null;
};
