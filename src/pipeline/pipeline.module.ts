import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ConfluenceModule } from '../confluence/confluence.module';
import { ConfluenceService } from '../confluence/confluence.service';
import { IngestionModule } from '../ingestion/ingestion.module';
import { CaptureService } from '../registry/capture.service';
import { RegistryModule } from '../registry/registry.module';
import { RegistryService } from '../registry/registry.service';
import { IngestionStage } from './ingestion.stage';
import { LeaseKeeper } from './lease-keeper.service';
import { LeaseRepository } from './lease.repository';
import { queueProvider } from './queue.provider';
import { ScheduleService } from './schedule.service';
import { STAGES } from './stage';
import { TickService, type StageTable } from './tick.service';

/** When the stages run, and in which order: `tick.service.ts`. */
@Module({
  imports: [ScheduleModule.forRoot(), IngestionModule, ConfluenceModule, RegistryModule],
  providers: [
    IngestionStage,
    {
      provide: STAGES,
      inject: [IngestionStage, ConfluenceService, RegistryService, CaptureService],
      useFactory: (
        ingestion: IngestionStage,
        confluence: ConfluenceService,
        registry: RegistryService,
        captures: CaptureService,
      ): StageTable => ({
        ingestion: (context) => ingestion.run(context),
        confluence: async ({ now }) => ({ ...(await confluence.computeAll(now)) }),
        registry: async () => ({ sealed: await registry.maintain() }),
        captures: async () => {
          await captures.run();
          return {};
        },
      }),
    },
    LeaseRepository,
    LeaseKeeper,
    TickService,
    queueProvider,
    ScheduleService,
  ],
  exports: [TickService, LeaseKeeper],
})
export class PipelineModule {}
