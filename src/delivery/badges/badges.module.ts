import { Module } from '@nestjs/common';
import { MarketsModule } from '../../markets/markets.module';
import { TrackRecordModule } from '../../track-record/track-record.module';
import { BadgeController } from './badge.controller';
import { MarketBadgeController } from './market-badge.controller';

@Module({ imports: [MarketsModule, TrackRecordModule], controllers: [BadgeController, MarketBadgeController] })
export class BadgesModule {}
