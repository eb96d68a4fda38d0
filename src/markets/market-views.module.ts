import { Module } from '@nestjs/common';
import { MarketViewsRepository } from './market-views.repository';
import { MarketsController } from './markets.controller';

/** Tracked markets as people read them; prices and settlements arrive elsewhere. */
@Module({
  controllers: [MarketsController],
  providers: [MarketViewsRepository],
  exports: [MarketViewsRepository],
})
export class MarketViewsModule {}
