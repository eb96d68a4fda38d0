import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ConfluenceModule } from '../confluence/confluence.module';
import { ConfluenceService } from '../confluence/confluence.service';
import { IngestionModule } from '../ingestion/ingestion.module';
import { MarketsModule } from '../markets/markets.module';
import { MarketsService } from '../markets/markets.service';
import { CaptureService } from '../registry/capture.service';
import { RegistryModule } from '../registry/registry.module';
import { RegistryService } from '../registry/registry.service';
import { SettlementModule } from '../settlement/settlement.module';
import { SettlementService } from '../settlement/settlement.service';
import { IngestionStage } from './ingestion.stage';
import { LeaseKeeper } from './lease-keeper.service';
import { LeaseRepository } from './lease.repository';
import { queueProvider } from './queue.provider';
import { ScheduleService } from './schedule.service';
import { STAGES } from './stage';
import { TickService, type StageTable } from './tick.service';

/** When the stages run, and in which order: `tick.service.ts`. */
@Module({
  imports: [
    ScheduleModule.forRoot(),
    MarketsModule,
    IngestionModule,
    ConfluenceModule,
    RegistryModule,
    SettlementModule,
  ],
  providers: [
    IngestionStage,
    {
      provide: STAGES,
      inject: [
        MarketsService,
        IngestionStage,
        ConfluenceService,
        SettlementService,
        RegistryService,
        CaptureService,
      ],
      useFactory: (
        markets: MarketsService,
        ingestion: IngestionStage,
        confluence: ConfluenceService,
        settlement: SettlementService,
        registry: RegistryService,
        captures: CaptureService,
      ): StageTable => ({
        markets: async ({ sourcesSignal }) => ({ ...(await markets.refresh(sourcesSignal)) }),
        ingestion: (context) => ingestion.run(context),
        confluence: async ({ now }) => ({ ...(await confluence.computeAll(now)) }),
        settlement: async ({ signal }) => {
          const { settled, failures } = await markets.pollSettlements(signal);
          return { final: settled.length, failures, ...(await settlement.settleDue()) };
        },
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
