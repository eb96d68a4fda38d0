import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { fieldsOf, numberOf } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import type { ParsedItem } from '../../event-log/item';
import { MarketsService } from '../../markets/markets.service';
import { PolymarketClient } from '../../markets/polymarket/polymarket.client';
import type { CollectContext, CollectResult, Source, SourceAdapter } from '../source';
import { whaleItems } from './whale';

/** Markets in one request: a cash filter over many ends in 408. */
const MARKETS_AT_ONCE = 10;
/** How far back the first look goes. */
const FIRST_LOOK_MS = DAY_MS;
/** Looks overlap, since a trade shows up some time after it was made; identity keeps it single. */
const OVERLAP_MS = HOUR_MS;

/** Large trades on the tracked markets of Polymarket. An item touches what its market is about. */
@Injectable()
export class WhaleSource implements SourceAdapter {
  readonly kind = 'whale';

  constructor(
    private readonly markets: MarketsService,
    private readonly polymarket: PolymarketClient,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  disabledReason(): null {
    return null;
  }

  async collect(_: Source, { now, state, signal }: CollectContext): Promise<CollectResult> {
    const seen = numberOf(fieldsOf(state.cursor)['seen_until']);
    const since = seen === null ? now - FIRST_LOOK_MS : seen - OVERLAP_MS;
    const tracked = (await this.markets.trackedMarkets()).filter(
      ({ exchange, status }) => exchange === 'polymarket' && status === 'open',
    );
    const entities = new Map(tracked.map((market) => [market.ticker, market.entities]));
    const items: ParsedItem[] = [];
    for (let start = 0; start < tracked.length; start += MARKETS_AT_ONCE) {
      const tickers = tracked.slice(start, start + MARKETS_AT_ONCE).map(({ ticker }) => ticker);
      const usdMin = this.environment.whaleMinUsd;
      const trades = await this.polymarket.trades(tickers, usdMin, since, signal);
      // The filter of the API is a courtesy; the threshold is ours.
      for (const item of whaleItems(trades, usdMin)) {
        const about = entities.get(String(item.attributes['ticker']));
        if (about !== undefined) items.push({ ...item, entityHints: about });
      }
    }
    return {
      items,
      state: { etag: null, lastModified: null, cursor: { seen_until: now } },
      notModified: false,
      warnings: tracked.length === 0 ? ['No market of Polymarket is tracked yet'] : [],
    };
  }
}
