import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { publicUrl } from '../../platform/config/public-url';
import { CachedUntilTick } from '../../platform/http/caching.decorator';
import { ProblemException } from '../../platform/http/problem';
import { MarketViewsRepository } from '../../markets/market-views.repository';
import { MarketDetailResponse } from '../../markets/markets.dto';
import { EMBED_POLICY, embedPage } from './embed-page';

@ApiExcludeController()
@Controller('embed')
export class EmbedController {
  constructor(
    private readonly markets: MarketViewsRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('market/:exchange/:ticker')
  @CachedUntilTick()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', EMBED_POLICY)
  @Header('cross-origin-resource-policy', 'cross-origin')
  @Header('referrer-policy', 'no-referrer')
  async market(@Param('exchange') exchange: string, @Param('ticker') ticker: string): Promise<string> {
    const row = await this.markets.get(exchange, ticker);
    if (row === null)
      throw new ProblemException('not-found', { detail: 'No tracked market of this exchange has this ticker.' });
    const { demo } = this.environment;
    return embedPage(MarketDetailResponse.from(row), publicUrl(this.environment), nowMillis(this.clock), demo);
  }
}
