import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/common/metrics.service';
import { IngestionService } from '../ingestion/ingestion.service';
import type { IngestionSummary, SourceOutcome } from '../ingestion/ingestion-summary';
import { SourceHealthService } from '../ingestion/source-health.service';
import { SOURCE_STATES, type SourceStateName } from '../ingestion/source-state';
import type { StageContext, TickEvent } from './stage';

export interface IngestionFigures extends IngestionSummary {
  readonly states: Readonly<Record<SourceStateName, number>>;
  readonly changed: readonly {
    readonly source: string;
    readonly from: SourceStateName;
    readonly to: SourceStateName;
    readonly reason: string | null;
  }[];
}

/** Polls the sources as a stage of the tick, within its share of the budget and with progress. */
@Injectable()
export class IngestionStage {
  constructor(
    private readonly ingestion: IngestionService,
    private readonly health: SourceHealthService,
    private readonly metrics: Metrics,
  ) {}

  async run({ only, sourcesSignal, progress, clockWrong }: StageContext): Promise<IngestionFigures> {
    const before = await this.health.summary();
    const summary = await this.ingestion.run({
      only,
      signal: sourcesSignal,
      maySave: () => clockWrong() === null,
      onSource: (outcome, total) => {
        progress(eventOf(outcome, total));
      },
    });
    const wrong = clockWrong();
    if (wrong !== null) throw wrong;
    const { states, health } = await this.health.summary();
    for (const state of SOURCE_STATES) this.metrics.sources.set({ state }, states[state]);
    const changed = [...health].flatMap(([source, { state, reason }]) => {
      const from = before.health.get(source)?.state;
      return from === undefined || from === state ? [] : [{ source, from, to: state, reason }];
    });
    return { ...summary, states, changed };
  }
}

const eventOf = (outcome: SourceOutcome, total: number): TickEvent => ({
  kind: 'source',
  source: outcome.source,
  state: outcome.kind,
  newItems: outcome.kind === 'collected' ? outcome.newItems : 0,
  total,
});
