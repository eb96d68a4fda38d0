import { DAY_MS, HOUR_MS } from '../platform/common/durations';
import { UnreadableError } from '../platform/common/foreign-json';
import { UpstreamError } from '../platform/upstream/upstream-request';
import { inChunks } from './in-chunks';
import { KALSHI_PAGE, type KalshiClient, type KalshiSeries } from './kalshi/kalshi.client';
import { afterFailure, afterPage, afterTooLarge, FIRST_WALK, isWalking, type WalkState } from './listing-walk';
import type { Market } from './market';
import type { MarketsPage } from './market-document';
import { POLYMARKET_PAGE, type PolymarketClient } from './polymarket/polymarket.client';
import type { TagMarket } from './tracked-market';

/** Pages per listing and tick. */
const PAGES_PER_TICK = 5;
/** Pause after a complete walk. */
const LISTING_REST_MS = HOUR_MS;
const TOPICS_AT_ONCE = 4;
const SERIES_PER_TICK = 60;
const SERIES_AT_ONCE = 4;
/** Age at which a series is requested again: its fees change. */
const SERIES_HOLD_MS = DAY_MS;

interface Listing {
  readonly name: string;
  readonly pageSize: number;
  readonly page: (cursor: string | null, size: number) => Promise<MarketsPage>;
  /** The cursor after one entry that is too large to read. */
  readonly cursorBehind: (cursor: string | null) => Promise<string | null>;
}

export class Listings {
  private readonly walks = new Map<string, WalkState>();
  private readonly topics = new Map<string, string | null>();
  private readonly series = new Map<string, { readonly readAt: number; readonly is: KalshiSeries | null }>();

  constructor(
    private readonly polymarket: PolymarketClient,
    private readonly kalshi: KalshiClient,
    private readonly tag: TagMarket,
    private readonly polymarketTags: readonly string[],
  ) {}

  /**
   * Markets of the next pages of all topics. @throws UnreadableError with the failures; `found` keeps partial results
   */
  async ofPolymarket(found: Market[], now: number, signal: AbortSignal): Promise<void> {
    const odd: string[] = [];
    const { failure } = await inChunks(
      this.polymarketTags,
      { size: 1, atOnce: TOPICS_AT_ONCE, signal },
      async ([slug = '']) => {
        await this.ofTopic(slug, found, odd, now, signal);
        return [];
      },
    );
    if (failure !== null) odd.push(failure);
    else if (this.polymarketTags.every((slug) => this.topics.get(slug) === null))
      odd.push('none of the topics of seed/tracked-markets.json exists');
    if (odd.length > 0) throw new UnreadableError(odd.join('; '));
  }

  async ofKalshi(found: Market[], now: number, signal: AbortSignal): Promise<void> {
    const odd: string[] = [];
    const listed: Market[] = [];
    try {
      const listing = {
        name: 'kalshi',
        pageSize: KALSHI_PAGE,
        page: (cursor: string | null, size: number) => this.kalshi.openMarkets(cursor, size, signal),
        cursorBehind: (cursor: string | null) => this.kalshi.cursorBehind(cursor, signal),
      };
      await this.walk(listing, listed, odd, now);
    } finally {
      found.push(...(await this.withSeries(listed, now, signal)));
    }
    if (odd.length > 0) throw new UnreadableError(odd.join('; '));
  }

  private async ofTopic(slug: string, found: Market[], odd: string[], now: number, signal: AbortSignal): Promise<void> {
    const topic = await this.topicOf(slug, signal);
    if (topic === null) return;
    const page = async (cursor: string | null, size: number): Promise<MarketsPage> => {
      const read = await this.polymarket.openMarkets(topic, cursor, size, signal);
      const ignored = ignoredFilter(read.markets, slug);
      if (ignored !== null) odd.push(ignored);
      // The next pages are not of this topic.
      return ignored === null ? read : { ...read, nextCursor: null };
    };
    const cursorBehind = (cursor: string | null): Promise<string | null> =>
      this.polymarket.cursorBehind(topic, cursor, signal);
    await this.walk({ name: `polymarket/${slug}`, pageSize: POLYMARKET_PAGE, page, cursorBehind }, found, odd, now);
  }

  /** The id of a topic, cached; null for an unknown slug. */
  private async topicOf(slug: string, signal: AbortSignal): Promise<string | null> {
    const known = this.topics.get(slug);
    if (known !== undefined) return known;
    const topic = await this.polymarket.topicId(slug, signal);
    this.topics.set(slug, topic);
    return topic;
  }

  private async walk(listing: Listing, found: Market[], odd: string[], now: number): Promise<void> {
    const { name, pageSize } = listing;
    const keep = (state: WalkState): WalkState => {
      this.walks.set(name, state);
      return state;
    };
    let state = this.walks.get(name) ?? FIRST_WALK;
    for (let pages = 0; pages < PAGES_PER_TICK && isWalking(state, now, LISTING_REST_MS);) {
      const size = Math.min(pageSize, state.size ?? pageSize);
      try {
        const page = await listing.page(state.cursor, size);
        pages += 1;
        found.push(...page.markets);
        state = keep(afterPage(state, page.nextCursor, now, LISTING_REST_MS));
      } catch (error) {
        if (!isTooLarge(error)) {
          if (!(error instanceof UpstreamError && NOT_ITS_FAULT.has(error.code)))
            keep(afterFailure(state, isRefusal(error)));
          throw error;
        }
        pages += 1;
        if (size > 1) {
          state = keep(afterTooLarge(state, size));
          continue;
        }
        odd.push(`one event of ${name} is too large to be read and was stepped over`);
        const next = await listing.cursorBehind(state.cursor).catch(() => null);
        state = keep(afterPage({ ...state, size: 1 }, next, now, LISTING_REST_MS));
      }
    }
  }

  /** Adds what Kalshi's events omit, from their series: the fee of markets to track, and the category. */
  private async withSeries(markets: readonly Market[], now: number, signal: AbortSignal): Promise<readonly Market[]> {
    const seriesOf = ({ event }: Market): string => event?.series ?? '';
    const bare = markets.filter(({ category }) => category === null);
    const wanted = new Set(
      [...markets.filter((market) => this.tag(market).conflict !== null), ...bare]
        .map(seriesOf)
        .filter((series) => series !== '' && !((this.series.get(series)?.readAt ?? -Infinity) > now - SERIES_HOLD_MS)),
    );
    await inChunks(
      [...wanted].slice(0, SERIES_PER_TICK),
      { size: 1, atOnce: SERIES_AT_ONCE, signal },
      async ([series = '']) => {
        this.series.set(series, { readAt: now, is: await this.kalshi.seriesOf(series, signal) });
        return [];
      },
    );
    return markets.map((market) => {
      const series = this.series.get(seriesOf(market))?.is;
      return {
        ...market,
        category: market.category ?? series?.category ?? null,
        fee_rate: market.fee_rate ?? series?.feeRate ?? null,
      };
    });
  }
}

/** Failures unrelated to the requested page. */
const NOT_ITS_FAULT = new Set(['aborted', 'breaker-open', 'network', 'timeout']);

const isTooLarge = (error: unknown): boolean => error instanceof UpstreamError && error.code === 'too-large';

const isRefusal = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.details.status ?? 500) < 500 && error.details.status !== 429;

/** Exchanges silently ignore unknown filters: then most markets with topics on a page lack the requested one. */
const ignoredFilter = (markets: readonly Market[], slug: string): string | null => {
  const tagged = markets.filter(({ tags }) => tags.length > 0);
  const astray = tagged.filter(({ tags }) => !tags.includes(slug)).length;
  return astray * 2 > tagged.length
    ? `the filter by topic ${slug} was ignored: ${astray} of ${tagged.length} markets do not carry it`
    : null;
};
