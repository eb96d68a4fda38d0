import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Dollars } from '../platform/upstream/dollars.service';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { ConfluenceModule } from '../confluence/confluence.module';
import { EvidenceModule } from '../evidence/evidence.module';
import { JudgeService } from '../evidence/judge/judge.service';
import { ConfluenceService } from '../confluence/confluence.service';
import { DatasetFiles } from '../dataset/dataset-files.service';
import { DatasetModule } from '../dataset/dataset.module';
import { DigestModule } from '../digest/digest.module';
import { DigestService } from '../digest/digest.service';
import { ForecastingModule } from '../forecasting/forecasting.module';
import { ForecastingService } from '../forecasting/forecasting.service';
import { IngestionModule } from '../ingestion/ingestion.module';
import { SourceHealthService } from '../ingestion/source-health.service';
import { LeadTimeModule } from '../lead-time/lead-time.module';
import { LeadTimeService } from '../lead-time/lead-time.service';
import { MarketsModule } from '../markets/markets.module';
import { MarketsService } from '../markets/markets.service';
import { ModelsModule } from '../platform/models/models.module';
import { OperationsModule } from '../platform/operations/operations.module';
import { CaptureService } from '../registry/captures/capture.service';
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
import { RetentionStage } from './retention.stage';
import { ScheduleService } from './schedule.service';
import { STAGES } from './stage';
import { StatusController } from './status.controller';
import { StatusRepository } from './status.repository';
import { StatusService } from './status.service';
import { TickService, type StageTable } from './tick.service';

/** When the stages run, and in which order: `tick.service.ts`. */
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
    {
      provide: STAGES,
      inject: [
        MarketsService,
        SourceHealthService,
        IngestionStage,
        JudgeService,
        ConfluenceService,
        SurgeService,
        LeadTimeService,
        SettlementService,
        ForecastingService,
        RegistryService,
        DatasetFiles,
        DigestService,
        CaptureService,
        RetentionStage,
        Dollars,
        ENVIRONMENT,
      ],
      useFactory: (
        markets: MarketsService,
        health: SourceHealthService,
        ingestion: IngestionStage,
        judge: JudgeService,
        confluence: ConfluenceService,
        surge: SurgeService,
        leadTime: LeadTimeService,
        settlement: SettlementService,
        forecasting: ForecastingService,
        registry: RegistryService,
        dataset: DatasetFiles,
        digest: DigestService,
        captures: CaptureService,
        retention: RetentionStage,
        dollars: Dollars,
        environment: Environment,
      ): StageTable => ({
        markets: async ({ sourcesSignal, startedAt }) => {
          const report = await markets.refresh(sourcesSignal, startedAt);
          await health.noteExchanges(report.failures);
          return { ...report };
        },
        ingestion: (context) => ingestion.run(context),
        confluence: async ({ now, signal }) => {
          const { asked, verdicts } = await judge.judge(now, signal);
          const computed = await confluence.computeAll(now);
          return judge.isOn ? { ...computed, judge_calls: asked, judge_verdicts: verdicts } : { ...computed };
        },
        surge: async ({ now }) => {
          const { opened, updated, closed, markets: again } = await surge.evaluate(now);
          return {
            opened: opened.length,
            updated: updated.length,
            closed: closed.length,
            markets: again,
          };
        },
        'lead-time': async ({ now }) => {
          const recorded = await leadTime.recordMoves(now);
          await leadTime.keepScoreCards(now);
          return { ...recorded };
        },
        settlement: async ({ signal, startedAt }) => {
          const { settled, failures } = await markets.pollSettlements(signal, startedAt);
          await health.noteExchanges(failures, 'some');
          const corrections = await settlement.correctDue(signal);
          return {
            final: settled.length,
            ...(await settlement.settleDue()),
            corrected: corrections.corrected,
            failures: [...failures, ...corrections.failures],
          };
        },
        forecasting: async ({ now, signal }) => {
          const report = await forecasting.run(signal);
          const { model, x } = await dollars.day(now);
          return { ...report, spentUsd: model.spent_usd + x.spent_usd, limitUsd: model.limit_usd + x.limit_usd };
        },
        registry: async () => ({ sealed: await registry.maintain() }),
        dataset: async () => {
          await dataset.refresh();
          return { sealed: await dataset.sealDay() };
        },
        // Kept in memory for readers: a process that serves none has no use for it.
        digest: async () => {
          if (environment.polling) await digest.refresh();
          return {};
        },
        captures: async () => {
          await captures.run();
          return {};
        },
        retention: (context) => retention.run(context),
      }),
    },
    LeaseRepository,
    LeaseKeeper,
    TickService,
    queueProvider,
    ScheduleService,
  ],
  exports: [TickService, LeaseKeeper, StatusService],
})
export class PipelineModule {}
