/**
 * A process that runs ticks and can be killed at any moment of them. Its argument is the JSON of a
 * {@link TickTask}. It says `begun` when the tick that counts begins, and prints a {@link TickResult}
 * when it ends.
 */
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import type { TickReport } from '../../src/pipeline/tick.service';
import { feedSource } from './ingestion-harness';
import { openTicks } from './tick-harness';

export interface TickTask {
  readonly connection: GraphConnection;
  readonly replayUrl: string;
  readonly sources: readonly string[];
  /** Sources of a tick before the one that counts: everything is loaded and warm after it. */
  readonly warm?: readonly string[];
  readonly budgetSeconds?: number;
}

export interface TickResult {
  readonly report: TickReport;
  /** Resident memory in MB when the tick began, at its highest, and when it had ended. */
  readonly rss: { readonly before: number; readonly peak: number; readonly after: number };
}

const rssMb = (): number => Math.round(process.memoryUsage.rss() / 2 ** 20);

const run = async (): Promise<void> => {
  const task = JSON.parse(process.argv[2] ?? '') as TickTask;
  const graph = new GraphService(task.connection, new CypherCatalogue());
  const world = openTicks({
    graph,
    replayUrl: task.replayUrl,
    clock: new SystemClock(),
    sources: task.sources.map((id) => feedSource(id)),
    budgetSeconds: task.budgetSeconds ?? 30,
  });
  // Connected first, so that the moments of a kill fall into the tick.
  await graph.statement('RETURN 1', 'READ');
  if (task.warm !== undefined) await world.ticks.run({ only: task.warm });
  const before = rssMb();
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, rssMb());
  }, 20);
  process.stdout.write('begun\n');
  const report = await world.ticks.run();
  clearInterval(sampler);
  const result: TickResult = { report, rss: { before, peak, after: rssMb() } };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  await world.close();
  await graph.close();
};

run().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
