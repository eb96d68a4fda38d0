import { Inject, Injectable } from '@nestjs/common';
import { Dollars } from '../platform/upstream/dollars.service';
import { JudgeService } from '../evidence/judge/judge.service';
import { ConfluenceService } from '../confluence/confluence.service';
import { DatasetFiles } from '../dataset/dataset-files.service';
import { DigestService } from '../digest/digest.service';
import { ForecastingService } from '../forecasting/forecasting.service';
import { SourceHealthService } from '../ingestion/source-health.service';
import { LeadTimeService } from '../lead-time/lead-time.service';
import { MarketsService } from '../markets/markets.service';
import { CaptureService } from '../registry/captures/capture.service';
import { RegistryService } from '../registry/registry.service';
import { SettlementService } from '../settlement/settlement.service';
import { SurgeService } from '../surge/surge.service';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { IngestionStage } from './ingestion.stage';
import { RetentionStage } from './retention.stage';
import type { Stage } from './stage';

@Injectable()
export class Stages {
  /** The stages in order: idempotent and independent. A failure is recorded; the next tick makes up for it. */
  readonly table = {
    // Markets and prices, needed by sources that are polled per market.
    markets: async ({ sourcesSignal, startedAt, clockWrong }) => {
      const report = await this.markets.refresh(sourcesSignal, startedAt, clockWrong);
      await this.health.noteExchanges(report.failures);
      return report;
    },
    // New items: all later stages read the event log.
    ingestion: (context) => this.ingestion.run(context),
    // Evidence per market: needs the items.
    confluence: async ({ now, signal }) => {
      const { asked, verdicts } = await this.judge.judge(now, signal);
      const computed = await this.confluence.computeAll(now);
      return this.judge.isOn ? { ...computed, judge_calls: asked, judge_verdicts: verdicts } : computed;
    },
    // Volume far above its baseline: needs the items.
    surge: async ({ now }) => {
      const { opened, updated, closed, markets: again } = await this.surge.evaluate(now);
      return { opened: opened.length, updated: updated.length, closed: closed.length, markets: again };
    },
    // Price moves and earlier items: needs prices and items.
    'lead-time': async ({ now }) => {
      const recorded = await this.leadTime.recordMoves(now);
      await this.leadTime.keepScoreCards(now);
      return recorded;
    },
    // Settlements: before forecasting, so that settled markets are not forecast.
    settlement: async ({ signal, startedAt }) => {
      const { settled, failures } = await this.markets.pollSettlements(signal, startedAt);
      await this.health.noteExchanges(failures, 'some');
      const corrections = await this.settlement.correctDue(signal);
      return {
        final: settled.length,
        ...(await this.settlement.settleDue()),
        corrected: corrections.corrected,
        failures: [...failures, ...corrections.failures],
      };
    },
    // Forecasts: need prices, items, confluence and surges.
    forecasting: async ({ now, signal }) => {
      const report = await this.forecasting.run(signal);
      const { model, x } = await this.dollars.day(now);
      return { ...report, spentUsd: model.spent_usd + x.spent_usd, limitUsd: model.limit_usd + x.limit_usd };
    },
    // Proofs: need the predictions.
    registry: async () => ({ sealed: await this.registry.maintain() }),
    // Published files, sealed once a day: need grades.
    dataset: async () => {
      await this.dataset.refresh();
      return { sealed: await this.dataset.sealDay() };
    },
    // The digest: needs everything above. Cached in memory, so only useful in a serving process.
    digest: async () => {
      if (this.environment.polling) await this.digest.refresh();
      return {};
    },
    // External copies of sealed days: slow, and no stage depends on it.
    captures: async () => {
      await this.captures.run();
      return {};
    },
    // Removes old data: last, so that it delays nothing.
    retention: (context) => this.retention.run(context),
  } satisfies Readonly<Record<string, Stage>>;

  constructor(
    private readonly markets: MarketsService,
    private readonly health: SourceHealthService,
    private readonly ingestion: IngestionStage,
    private readonly judge: JudgeService,
    private readonly confluence: ConfluenceService,
    private readonly surge: SurgeService,
    private readonly leadTime: LeadTimeService,
    private readonly settlement: SettlementService,
    private readonly forecasting: ForecastingService,
    private readonly registry: RegistryService,
    private readonly dataset: DatasetFiles,
    private readonly digest: DigestService,
    private readonly captures: CaptureService,
    private readonly retention: RetentionStage,
    private readonly dollars: Dollars,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}
}

export type StageName = keyof Stages['table'];

/** A subset of the stages, in order. */
export type StageTable = Readonly<Partial<Record<StageName, Stage>>>;

/** Figures of each stage. */
export type TickFigures = { readonly [N in StageName]: Awaited<ReturnType<Stages['table'][N]>> };

export const STAGES = Symbol('Stages');
