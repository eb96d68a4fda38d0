import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CachedGet } from '../platform/http/caching.decorator';
import { encodeCursor } from '../platform/http/cursor';
import { Page } from '../platform/http/paging.dto';
import { spanOf } from '../markets/market-span';
import { MarketSpanQuery } from '../markets/markets.dto';
import { LeadTimeRepository } from './lead-time.repository';
import { MarketMoveResponse } from './market-moves.dto';
import { untrackedMarket } from '../markets/untracked-market';

const LISTING = 'moves';

@ApiTags('Markets')
@Controller('v1/markets')
export class MarketMovesController {
  constructor(private readonly repository: LeadTimeRepository) {}

  @CachedGet(':exchange/:ticker/moves', [MarketMoveResponse], {
    summary: 'List price moves of a market',
    description: 'Newest first, each with the sources that reported before it.',
  })
  async list(
    @Param('exchange') exchange: string,
    @Param('ticker') ticker: string,
    @Query() query: MarketSpanQuery,
  ): Promise<Page<MarketMoveResponse>> {
    const span = spanOf(LISTING, exchange, ticker, query);
    const rows = await this.repository.movesOf(span, query.limit + 1);
    if (rows === null) throw untrackedMarket();
    return Page.of(
      rows,
      query.limit,
      ({ at }) => encodeCursor(LISTING, [at]),
      (row) => MarketMoveResponse.from(row),
    );
  }
}
