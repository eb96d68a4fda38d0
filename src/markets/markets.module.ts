import { Module } from '@nestjs/common';
import type { AliasResolver } from '../resolver/alias-resolver';
import { ALIAS_RESOLVER, aliasResolverProvider } from '../ontology/resolver.provider';
import { KalshiClient } from './kalshi/kalshi.client';
import { makeMarketTagger, loadTrackedSeed } from './market-seed.provider';
import { MarketViewsRepository } from './market-views.repository';
import { MarketRepository } from './market.repository';
import { MarketsController } from './markets.controller';
import { MarketsService, TAG_MARKET, TRACKED_SEED } from './markets.service';
import { PolymarketClient } from './polymarket/polymarket.client';

@Module({
  controllers: [MarketsController],
  providers: [
    aliasResolverProvider,
    {
      provide: TAG_MARKET,
      inject: [ALIAS_RESOLVER],
      useFactory: (resolver: AliasResolver) => makeMarketTagger(resolver),
    },
    { provide: TRACKED_SEED, useFactory: () => loadTrackedSeed() },
    PolymarketClient,
    KalshiClient,
    MarketRepository,
    MarketViewsRepository,
    MarketsService,
  ],
  exports: [MarketsService, MarketViewsRepository, PolymarketClient],
})
export class MarketsModule {}
