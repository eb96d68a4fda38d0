import { Module } from '@nestjs/common';
import { DatasetModule } from '../dataset/dataset.module';
import { LeadTimeModule } from '../lead-time/lead-time.module';
import { RegistryModule } from '../registry/registry.module';
import { BadgeController } from './badge.controller';
import { MethodologyService } from './methodology.service';
import { TrackRecordController } from './track-record.controller';
import { TrackRecordRepository } from './track-record.repository';
import { TrackRecordService } from './track-record.service';

/** The track record, its statistics and its badge. */
@Module({
  imports: [DatasetModule, LeadTimeModule, RegistryModule],
  controllers: [TrackRecordController, BadgeController],
  providers: [MethodologyService, TrackRecordRepository, TrackRecordService],
  exports: [MethodologyService, TrackRecordService],
})
export class TrackRecordModule {}
