import { DataFolder } from '../../src/platform/config/data-folder.service';
import { AnswerCache } from '../../src/platform/http/answer-cache.service';
import type { Clock } from '../../src/platform/common/clock';
import { Metrics } from '../../src/platform/common/metrics.service';
import type { GraphService } from '../../src/platform/graph/graph.service';
import type { Source } from '../../src/ingestion/source';
import { IngestionStage } from '../../src/pipeline/ingestion.stage';
import { LeaseKeeper } from '../../src/pipeline/lease-keeper.service';
import { LeaseRepository } from '../../src/pipeline/lease.repository';
import type { StageTable } from '../../src/pipeline/stages.service';
import { TickService } from '../../src/pipeline/tick.service';
import { testEnvironment } from './app-harness';
import { openIngestion, type IngestionWorld } from './ingestion-harness';

export interface TickWorld {
  readonly ingestion: IngestionWorld;
  readonly ticks: TickService;
  close(): Promise<void>;
}

/** Ticks over these sources, with further stages of the test's own. */
export const openTicks = (world: {
  readonly graph: GraphService;
  readonly replayUrl: string;
  readonly clock: Clock;
  readonly sources: readonly Source[];
  readonly budgetSeconds?: number;
  readonly stages?: StageTable;
  /** By how much the clock is ahead of the upstreams'; unknown if absent. */
  readonly skewMicros?: () => number | null;
}): TickWorld => {
  const ingestion = openIngestion(world);
  const metrics = new Metrics();
  const environment = testEnvironment({ tickBudgetSeconds: world.budgetSeconds ?? 30 });
  const stage = new IngestionStage(ingestion.service, ingestion.health, metrics);
  const ticks = new TickService(
    new LeaseKeeper(new LeaseRepository(world.graph)),
    { ingestion: (context) => stage.run(context), ...world.stages },
    new AnswerCache(world.clock, environment),
    metrics,
    new DataFolder(environment),
    { skewMicros: () => world.skewMicros?.() ?? null },
    world.clock,
    environment,
  );
  return { ingestion, ticks, close: () => ingestion.close() };
};
