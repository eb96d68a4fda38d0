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

/** The work of a tick. */
@Injectable()
export class Stages {
  /**
   * The stages in their order. Each is idempotent and stands alone: one that fails is recorded, the next goes on
   * with what there is, and the next tick makes good what was left. What one resolves to are its figures.
   */
  readonly table = {
    // Which markets there are and what they cost: whale trades and forecasters are asked per market.
    markets: async ({ sourcesSignal, startedAt }) => {
      const report = await this.markets.refresh(sourcesSignal, startedAt);
      await this.health.noteExchanges(report.failures);
      return report;
    },
    // What the sources said since the last tick: all that follows reads the event log.
    ingestion: (context) => this.ingestion.run(context),
    // How many kinds of evidence touch each market: needs the items.
    confluence: async ({ now, signal }) => {
      const { asked, verdicts } = await this.judge.judge(now, signal);
      const computed = await this.confluence.computeAll(now);
      return this.judge.isOn ? { ...computed, judge_calls: asked, judge_verdicts: verdicts } : computed;
    },
    // Where volume stands far above its baseline: needs the items.
    surge: async ({ now }) => {
      const { opened, updated, closed, markets: again } = await this.surge.evaluate(now);
      return { opened: opened.length, updated: updated.length, closed: closed.length, markets: again };
    },
    // Which markets moved, and who had spoken before: needs prices and items.
    'lead-time': async ({ now }) => {
      const recorded = await this.leadTime.recordMoves(now);
      await this.leadTime.keepScoreCards(now);
      return recorded;
    },
    // What the exchanges decided: before forecasting, so that no settled market is asked about.
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
    // What the model makes of it: needs prices, items, confluence and surges.
    forecasting: async ({ now, signal }) => {
      const report = await this.forecasting.run(signal);
      const { model, x } = await this.dollars.day(now);
      return { ...report, spentUsd: model.spent_usd + x.spent_usd, limitUsd: model.limit_usd + x.limit_usd };
    },
    // Proof of what was said: needs the predictions.
    registry: async () => ({ sealed: await this.registry.maintain() }),
    // The files that are published of it, sealed once a day: needs grades.
    dataset: async () => {
      await this.dataset.refresh();
      return { sealed: await this.dataset.sealDay() };
    },
    // One page of now: needs everything above. Kept in memory for readers: a process that serves none has no use for it.
    digest: async () => {
      if (this.environment.polling) await this.digest.refresh();
      return {};
    },
    // Copies of sealed days elsewhere: slow, and nothing waits for it.
    captures: async () => {
      await this.captures.run();
      return {};
    },
    // What is older than it may be: last, so that nothing of this tick waits for it.
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

/** Some of the stages, in their order. */
export type StageTable = Readonly<Partial<Record<StageName, Stage>>>;

/** What each stage reports. */
export type TickFigures = { readonly [N in StageName]: Awaited<ReturnType<Stages['table'][N]>> };

/** Nest token of the table. */
export const STAGES = Symbol('Stages');
