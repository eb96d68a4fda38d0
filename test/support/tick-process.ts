/**
 * A process that runs one tick and can be killed at any moment of it. Its argument is the JSON of a
 * {@link TickTask}; it says `begun` when the tick begins and prints the report when it ends.
 */
import { SystemClock } from '../../src/common/system-clock.provider';
import { CypherCatalogue } from '../../src/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/graph/graph-connection';
import { GraphService } from '../../src/graph/graph.service';
import { feedSource } from './ingestion-harness';
import { openTicks } from './tick-harness';

export interface TickTask {
  readonly connection: GraphConnection;
  readonly replayUrl: string;
  readonly sources: readonly string[];
}

const run = async (): Promise<void> => {
  const task = JSON.parse(process.argv[2] ?? '') as TickTask;
  const graph = new GraphService(task.connection, new CypherCatalogue());
  const world = openTicks({
    graph,
    replayUrl: task.replayUrl,
    clock: new SystemClock(),
    sources: task.sources.map((id) => feedSource(id)),
  });
  // Connected and warm first, so that the moments of a kill fall into the tick.
  await graph.ping();
  process.stdout.write('begun\n');
  const report = await world.ticks.run();
  process.stdout.write(`${JSON.stringify(report)}\n`);
  await world.close();
  await graph.close();
};

run().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
