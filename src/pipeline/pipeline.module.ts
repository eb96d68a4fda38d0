import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ConfluenceModule } from '../confluence/confluence.module';
import { ConfluenceService } from '../confluence/confluence.service';
import { DigestModule } from '../digest/digest.module';
import { DigestService } from '../digest/digest.service';
import { ForecastingModule } from '../forecasting/forecasting.module';
import { ForecastingService } from '../forecasting/forecasting.service';
import { IngestionModule } from '../ingestion/ingestion.module';
import { MarketsModule } from '../markets/markets.module';
import { MarketsService } from '../markets/markets.service';
import { CaptureService } from '../registry/capture.service';
import { RegistryModule } from '../registry/registry.module';
import { RegistryService } from '../registry/registry.service';
import { SettlementModule } from '../settlement/settlement.module';
import { SettlementService } from '../settlement/settlement.service';
import { SurgeModule } from '../surge/surge.module';
import { SurgeService } from '../surge/surge.service';
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
    SurgeModule,
    SettlementModule,
    ForecastingModule,
    RegistryModule,
    DigestModule,
  ],
  providers: [
    IngestionStage,
    {
      provide: STAGES,
      inject: [
        MarketsService,
        IngestionStage,
        ConfluenceService,
        SurgeService,
        SettlementService,
        ForecastingService,
        RegistryService,
        DigestService,
        CaptureService,
      ],
      useFactory: (
        markets: MarketsService,
        ingestion: IngestionStage,
        confluence: ConfluenceService,
        surge: SurgeService,
        settlement: SettlementService,
        forecasting: ForecastingService,
        registry: RegistryService,
        digest: DigestService,
        captures: CaptureService,
      ): StageTable => ({
        markets: async ({ sourcesSignal }) => ({ ...(await markets.refresh(sourcesSignal)) }),
        ingestion: (context) => ingestion.run(context),
        confluence: async ({ now }) => ({ ...(await confluence.computeAll(now)) }),
        surge: async ({ now }) => {
          const { opened, updated, closed, markets: again } = await surge.evaluate(now);
          return {
            opened: opened.length,
            updated: updated.length,
            closed: closed.length,
            markets: again,
          };
        },
        settlement: async ({ signal }) => {
          const { settled, failures } = await markets.pollSettlements(signal);
          return { final: settled.length, failures, ...(await settlement.settleDue()) };
        },
        forecasting: async ({ signal }) => ({ ...(await forecasting.run(signal)) }),
        registry: async () => ({ sealed: await registry.maintain() }),
        digest: async () => {
          await digest.refresh();
          return {};
        },
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
