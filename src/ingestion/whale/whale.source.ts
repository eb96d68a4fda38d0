import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { fieldsOf, numberOf, textOf, UnreadableError } from '../../platform/common/foreign-json';
import { withinTime } from '../../platform/common/within-time';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { MarketsService } from '../../markets/markets.service';
import { inChunks } from '../../markets/in-chunks';
import { CONDITION_IDS, PolymarketClient } from '../../markets/polymarket/polymarket.client';
import { collected, type CollectContext, type CollectResult, type Source, type SourceAdapter } from '../source';
import { whaleItems } from './whale';

const REQUESTS_AT_ONCE = 3;
/** Time per poll; the rest waits for the next one. */
const TIME_MS = 15_000;
/** How far back the first poll goes. */
const FIRST_LOOK_MS = DAY_MS;
/** Polls overlap, since trades appear late; identity removes duplicates. */
const OVERLAP_MS = HOUR_MS;

/** Large trades on the tracked markets of Polymarket. An item has the entities of its market. */
@Injectable()
export class WhaleSource implements SourceAdapter {
  readonly kind = 'whale';

  constructor(
    private readonly markets: MarketsService,
    private readonly polymarket: PolymarketClient,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async collect(_: Source, { now, state, signal }: CollectContext): Promise<CollectResult> {
    const cursor = fieldsOf(state.cursor);
    const seen = numberOf(cursor['seen_until']);
    const since = seen === null ? now - FIRST_LOOK_MS : Math.min(seen, now) - OVERLAP_MS;
    const tracked = (await this.markets.trackedMarkets()).filter(
      ({ exchange, status }) => exchange === 'polymarket' && status === 'open',
    );
    const entities = new Map(tracked.map((market) => [market.ticker, market.entities]));
    const usdMin = this.environment.whaleMinUsd;
    // An interrupted poll is resumed.
    const tickers = [...entities.keys()].sort();
    const begin = Math.max(0, tickers.indexOf(textOf(cursor['next']) ?? ''));
    const turned = [...tickers.slice(begin), ...tickers.slice(0, begin)];
    const looked = await withinTime(TIME_MS, signal, (within) =>
      inChunks(turned, { size: CONDITION_IDS, atOnce: REQUESTS_AT_ONCE, signal: within }, async (some) => {
        const { trades, refused } = await this.polymarket.trades(some, usdMin, since, within);
        // The API filters too, but is not relied on.
        const items = whaleItems(trades, usdMin).flatMap((item) => {
          const about = entities.get(String(item.attributes['ticker']));
          return about === undefined ? [] : [{ ...item, entityHints: about }];
        });
        return [{ items, refused, last: some.at(-1) }];
      }),
    );
    if (looked.failure !== null && looked.found.length === 0) throw new UnreadableError(looked.failure);
    const isWhole = looked.failure === null && looked.unasked === 0;
    const last = looked.found.at(-1)?.last;
    const next = isWhole || last === undefined ? null : (tickers[tickers.indexOf(last) + 1] ?? null);
    return collected(
      looked.found.flatMap(({ items }) => items),
      // After an incomplete poll the next starts at the same instant; identity removes duplicates.
      { seen_until: isWhole ? now : seen, next },
      [
        ...(tracked.length === 0 ? ['No market of Polymarket is tracked yet'] : []),
        ...(looked.failure === null ? [] : [looked.failure]),
        ...(looked.unasked === 0 ? [] : [`${looked.unasked} of ${turned.length} markets were not asked in time`]),
        ...refusedIn(looked.found.map(({ refused }) => refused)),
      ],
    );
  }
}

const refusedIn = (pages: readonly ReadonlyMap<string, number>[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const [field, count] of pages.flatMap((page) => [...page])) counts.set(field, (counts.get(field) ?? 0) + count);
  return [...counts].map(([field, count]) => `${count} trades without a readable ${field} were left out`);
};
