/**
 * A process that looks for events once and sends them, and can be killed at any moment of it ({@link WebhookTask}).
 * It says `ready` when all is loaded, begins at a line on its stdin, and says `done` when the look has ended.
 */
import 'reflect-metadata';
import { once } from 'node:events';
import { ManualClock } from './manual-clock';
import { Metrics } from '../../src/platform/common/metrics.service';
import { readEnvironment } from '../../src/platform/config/environment';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { WebhookRepository } from '../../src/delivery/webhooks/webhook.repository';
import { WebhooksService } from '../../src/delivery/webhooks/webhooks.service';

export interface WebhookTask {
  readonly connection: GraphConnection;
  readonly dataDir: string;
  /** `host:port` of the receiver. */
  readonly receiver: string;
  /** UTC ms at which the process lives. */
  readonly now: number;
}

const run = async (): Promise<void> => {
  const { connection, dataDir, receiver, now } = JSON.parse(process.argv[2] ?? '') as WebhookTask;
  const graph = new GraphService(connection, new CypherCatalogue());
  await graph.statement('RETURN 1', 'READ');
  const service = new WebhooksService(new WebhookRepository(graph), new Metrics(), new ManualClock(now * 1_000), {
    ...readEnvironment({}),
    dataDir,
    upstreamPrivateHosts: receiver,
  });
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  await service.collect();
  await service.send();
  await service.idle();
  await graph.close();
  process.stdout.write('done\n');
  process.exit(0);
};

if (require.main === module)
  run().catch((error: unknown) => {
    process.stderr.write(`${String((error as Error).stack)}\n`);
    process.exit(1);
  });
