import { Controller, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CachedGet } from '../platform/http/caching.decorator';
import { notFound } from '../platform/http/problem';
import { SourceHealthService } from '../ingestion/source-health.service';
import { LeadTimeService } from './lead-time.service';
import { SourceDetailResponse } from './source-detail.dto';
import { encodeCursor } from '../platform/http/cursor';
import { Page } from '../platform/http/paging.dto';
import { spanOf } from '../markets/market-span';
import { MarketSpanQuery } from '../markets/markets.dto';
import { LeadTimeRepository } from './lead-time.repository';
import { MarketMoveResponse } from './market-moves.dto';
import { untrackedMarket } from '../markets/untracked-market';

/** One source over HTTP, with its health and score-cards. */
@ApiTags('Sources')
@Controller('v1/sources')
export class SourceDetailController {
  constructor(
    private readonly health: SourceHealthService,
    private readonly leadTime: LeadTimeService,
  ) {}

  @CachedGet(':id', SourceDetailResponse, {
    summary: 'Get one source',
    description:
      'With its state and the reason, and its score-card over the last 7, 30 and 90 days: first reports, copies, days without items, and the market moves before which it reported.',
  })
  @ApiParam({ name: 'id', description: 'Id of the source, as listed.', example: 'tehran-times' })
  async get(@Param('id') id: string): Promise<SourceDetailResponse> {
    const reading = await this.health.get(id);
    if (reading === null) throw notFound('No source has this id.');
    return SourceDetailResponse.of(reading, await this.leadTime.scoreCards(id));
  }
}

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
