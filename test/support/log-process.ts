/**
 * A process that appends to the log by the machine's clock: `<connection> <data folder> <name> <count>`.
 * It says `ready`, begins at a line on its stdin, and prints each record that was acknowledged to it.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { bundleRequest, openRegistry } from './registry-harness';

const run = async (): Promise<void> => {
  const [connection = '', dataDir = '', name = '', count = '0'] = process.argv.slice(2);
  const graph = new GraphService(JSON.parse(connection) as GraphConnection, new CypherCatalogue());
  const world = openRegistry({ graph, clock: new SystemClock(), dataDir });
  await world.registry.open();
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  for (let n = 0; n < Number(count); n += 1) {
    const result = await world.log.append(bundleRequest(`rb_${name}_${n}`));
    if (result.kind !== 'appended') throw new Error(JSON.stringify(result));
    process.stdout.write(`${JSON.stringify(result.record)}\n`);
    // Time for the other one, and for a signal that sets the clock.
    await sleep(5);
  }
  await world.copies.copyPending();
  await graph.close();
  process.exit(0);
};

run().catch((error: unknown) => {
  process.stderr.write(`${String((error as Error).stack)}\n`);
  process.exit(1);
});
