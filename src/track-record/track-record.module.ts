import { Module } from '@nestjs/common';
import { DatasetModule } from '../dataset/dataset.module';
import { LeadTimeModule } from '../lead-time/lead-time.module';
import { RegistryModule } from '../registry/registry.module';
import { MarketsModule } from '../markets/markets.module';
import { MethodologyService } from './methodology.service';
import { TrackRecordController } from './track-record.controller';
import { TrackRecordRepository } from './track-record.repository';
import { TrackRecordService } from './track-record.service';

@Module({
  imports: [DatasetModule, LeadTimeModule, MarketsModule, RegistryModule],
  controllers: [TrackRecordController],
  providers: [MethodologyService, TrackRecordRepository, TrackRecordService],
  exports: [MethodologyService, TrackRecordService],
})
export class TrackRecordModule {}
