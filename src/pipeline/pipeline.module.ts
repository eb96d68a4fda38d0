import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ConfluenceModule } from '../confluence/confluence.module';
import { EvidenceModule } from '../evidence/evidence.module';
import { DatasetModule } from '../dataset/dataset.module';
import { DigestModule } from '../digest/digest.module';
import { ForecastingModule } from '../forecasting/forecasting.module';
import { IngestionModule } from '../ingestion/ingestion.module';
import { LeadTimeModule } from '../lead-time/lead-time.module';
import { MarketsModule } from '../markets/markets.module';
import { ModelsModule } from '../platform/models/models.module';
import { OperationsModule } from '../platform/operations/operations.module';
import { RegistryModule } from '../registry/registry.module';
import { SettlementModule } from '../settlement/settlement.module';
import { SurgeModule } from '../surge/surge.module';
import { IngestionStage } from './ingestion.stage';
import { LeaseKeeper } from './lease-keeper.service';
import { LeaseRepository } from './lease.repository';
import { queueProvider } from './queue.provider';
import { RetentionStage } from './retention.stage';
import { ScheduleService } from './schedule.service';
import { StatusController } from './status.controller';
import { StatusRepository } from './status.repository';
import { StatusService } from './status.service';
import { Stages, STAGES, type StageTable } from './stages.service';
import { TickService } from './tick.service';

/** Stages and their schedule; for the order see `stages.service.ts`. */
@Module({
  imports: [
    ScheduleModule.forRoot(),
    MarketsModule,
    IngestionModule,
    ConfluenceModule,
    EvidenceModule,
    SurgeModule,
    LeadTimeModule,
    SettlementModule,
    ForecastingModule,
    RegistryModule,
    DatasetModule,
    DigestModule,
    ModelsModule,
    OperationsModule,
  ],
  controllers: [StatusController],
  providers: [
    StatusRepository,
    StatusService,
    IngestionStage,
    RetentionStage,
    Stages,
    { provide: STAGES, inject: [Stages], useFactory: ({ table }: Stages): StageTable => table },
    LeaseRepository,
    LeaseKeeper,
    TickService,
    queueProvider,
    ScheduleService,
  ],
  exports: [TickService, LeaseKeeper, LeaseRepository, StatusService],
})
export class PipelineModule {}
