import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { makeBadge } from 'badge-maker';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { MarketViewsRepository } from '../../markets/market-views.repository';
import { marketBadgeWords } from './badge';
import { GetBadgeQuery } from './badge.controller';
import { SvgBadge } from './svg-badge.decorator';
import { untrackedMarket } from '../../markets/untracked-market';

@ApiTags('Markets')
@Controller('api/badge')
export class MarketBadgeController {
  constructor(
    private readonly markets: MarketViewsRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('market/:exchange/:ticker.svg')
  @SvgBadge('Get the badge of a market', 'the price of YES, and the latest forecast of the model.')
  async badge(
    @Param('exchange') exchange: string,
    @Param('ticker') ticker: string,
    @Query() query: GetBadgeQuery,
  ): Promise<string> {
    const row = await this.markets.get(exchange, ticker);
    if (row === null) throw untrackedMarket();
    const { yes_price: price, outcome } = row.market;
    const words = marketBadgeWords(
      { price: price ?? null, outcome: outcome ?? null, forecast: row.prediction, now: nowMillis(this.clock) },
      this.environment.demo,
    );
    return makeBadge({ ...words, style: query.style });
  }
}
