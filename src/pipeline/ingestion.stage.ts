import { Injectable } from '@nestjs/common';
import { Metrics } from '../common/metrics.service';
import { IngestionService } from '../ingestion/ingestion.service';
import type { SourceOutcome } from '../ingestion/ingestion-summary';
import { SourceHealthService } from '../ingestion/source-health.service';
import { SOURCE_STATES } from '../ingestion/source-state';
import type { StageContext, StageFigures, TickEvent } from './stage';

/** Asks the sources as a stage of the tick: within their share of the budget, with progress. */
@Injectable()
export class IngestionStage {
  constructor(
    private readonly ingestion: IngestionService,
    private readonly health: SourceHealthService,
    private readonly metrics: Metrics,
  ) {}

  async run({ only, sourcesSignal, progress }: StageContext): Promise<StageFigures> {
    const summary = await this.ingestion.run({
      only,
      signal: sourcesSignal,
      onSource: (outcome, total) => {
        progress(eventOf(outcome, total));
      },
    });
    const { states } = await this.health.summary();
    for (const state of SOURCE_STATES) this.metrics.sources.set({ state }, states[state]);
    return { ...summary };
  }
}

const eventOf = (outcome: SourceOutcome, total: number): TickEvent => ({
  kind: 'source',
  source: outcome.source,
  state: outcome.kind,
  newItems: outcome.kind === 'collected' ? outcome.newItems : 0,
  total,
});
