import { Module } from '@nestjs/common';
import { IngestionModule } from '../ingestion/ingestion.module';
import { LeadTimeRepository } from './lead-time.repository';
import { LeadTimeService } from './lead-time.service';
import { MarketMovesController, SourceDetailController } from './lead-time.controller';

@Module({
  imports: [IngestionModule],
  controllers: [SourceDetailController, MarketMovesController],
  providers: [LeadTimeRepository, LeadTimeService],
  exports: [LeadTimeService],
})
export class LeadTimeModule {}
