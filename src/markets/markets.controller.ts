import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CachedGet } from '../platform/http/caching.decorator';
import { decodeCursor, encodeCursor } from '../platform/http/cursor';
import { Page } from '../platform/http/paging.dto';
import { badParameter } from '../platform/http/problem';
import { QuoteResponse } from './market-parts.dto';
import { spanOf } from './market-span';
import { MarketViewsRepository, type ListedMarket, type MarketSort } from './market-views.repository';
import { ListedMarketResponse, ListMarketsQuery, MarketDetailResponse, MarketSpanQuery } from './markets.dto';
import { untrackedMarket } from './untracked-market';

const LISTING = 'markets';
const QUOTES = 'quotes';
/** Section of the listing: without a status filter, open markets come first. */
const partOf = (status: string, asked: string | undefined): string =>
  asked !== undefined ? '' : status === 'open' ? 'open' : 'others';

@ApiTags('Markets')
@Controller('v1/markets')
export class MarketsController {
  constructor(private readonly markets: MarketViewsRepository) {}

  @CachedGet('', [ListedMarketResponse], {
    summary: 'List tracked markets',
    description:
      'With price, deadline, entities, confluence and latest prediction, open markets first, by exchange and ticker; or the first ones in another order.',
  })
  async list(@Query() query: ListMarketsQuery): Promise<Page<ListedMarketResponse>> {
    if (query.sort !== undefined) return this.ranked(query, query.sort);
    const position = decodeCursor(LISTING, ['string', 'string', 'string'], query.cursor);
    const rows: ListedMarket[] = [];
    const parts = query.status === undefined ? ['open', 'others'] : [''];
    for (const part of parts.slice(Math.max(0, parts.indexOf(position?.[0] ?? '')))) {
      const after = position?.[0] === part ? { exchange: position[1], ticker: position[2] } : null;
      const filter = {
        exchange: query.exchange ?? null,
        theater: query.theater ?? null,
        status: part === 'open' ? ('open' as const) : (query.status ?? null),
        except: part === 'others' ? ('open' as const) : null,
        minScore: query.min_score ?? null,
        after,
      };
      if (rows.length <= query.limit) rows.push(...(await this.markets.list(filter, query.limit + 1 - rows.length)));
    }
    return Page.of(
      rows,
      query.limit,
      ({ market }) => encodeCursor(LISTING, [partOf(market.status, query.status), market.exchange, market.ticker]),
      (row) => ListedMarketResponse.from(row),
    );
  }

  private async ranked(query: ListMarketsQuery, sort: MarketSort): Promise<Page<ListedMarketResponse>> {
    if (query.cursor !== undefined) throw badParameter('cursor', 'does not go with sort: a sorted list is one page');
    const rows = await this.markets.rank(
      {
        exchange: query.exchange ?? null,
        theater: query.theater ?? null,
        status: query.status ?? 'open',
        minScore: query.min_score ?? null,
      },
      sort,
      query.limit,
    );
    return new Page(
      rows.map((row) => ListedMarketResponse.from(row)),
      null,
    );
  }

  @CachedGet(':exchange/:ticker', MarketDetailResponse, {
    summary: 'Get one tracked market',
    description: 'With its price history.',
  })
  async get(@Param('exchange') exchange: string, @Param('ticker') ticker: string): Promise<MarketDetailResponse> {
    const row = await this.markets.get(exchange, ticker);
    if (row === null) throw untrackedMarket();
    return MarketDetailResponse.from(row);
  }

  @CachedGet(':exchange/:ticker/quotes', [QuoteResponse], {
    summary: 'List quotes of a market',
    description:
      'Newest first, one per change. Prices from before the market was tracked are marked as the exchange’s.',
  })
  async quotes(
    @Param('exchange') exchange: string,
    @Param('ticker') ticker: string,
    @Query() query: MarketSpanQuery,
  ): Promise<Page<QuoteResponse>> {
    const span = spanOf(QUOTES, exchange, ticker, query);
    const rows = await this.markets.quotes(span, query.limit + 1);
    if (rows === null) throw untrackedMarket();
    return Page.of(
      rows,
      query.limit,
      ({ at }) => encodeCursor(QUOTES, [at]),
      (row) => QuoteResponse.from(row),
    );
  }
}
