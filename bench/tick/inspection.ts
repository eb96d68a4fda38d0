/** The cost of a filled store: pages, the dataset, disk, a day of retention, a backup of records. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { Environment } from '../../src/platform/config/environment';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { PruneService } from '../../src/platform/operations/prune.service';
import { RecordsBackup } from '../../src/platform/operations/records-backup.service';
import { rounded } from '../support/quantiles';

const ROUNDS = 7;
const PATHS = [
  ...['/', '/markets', '/entities/iran', '/log', '/alerts', '/search?q=oil', '/status', '/sources', '/receipts'],
  ...[
    '/v1/ontology/events?limit=50',
    '/v1/ontology/events?limit=50&entity=iran',
    '/v1/ontology/digest',
    '/api/dataset/records.jsonl',
    '/health/ready',
  ],
];

interface Filled {
  readonly app: INestApplicationContext;
  readonly url: string;
  readonly environment: Environment;
  readonly connection: GraphConnection;
  /** Folder of the database. */
  readonly folder: string;
}

/** @param before UTC ms: items before it are removed, as by retention */
export const inspect = async (filled: Filled, before: number): Promise<object> => {
  const { app, folder } = filled;
  const graph = app.get(GraphService, { strict: false });
  const pages: Record<string, { status: number; ms: number }> = {};
  const [market] = await graph.statement(
    `MATCH (m:Market)<-[e:EVIDENCE]-() WITH m, count(e) AS n ORDER BY n DESC LIMIT 1
     RETURN '/markets/' + m.exchange + '/' + m.ticker AS path`,
    'READ',
  );
  for (const path of [...PATHS, ...(market === undefined ? [] : [String(market['path'])])])
    pages[path] = await pageOf(`${filled.url}${path}`);
  const items = await countOf(graph, 'Item');
  const data = join(folder, 'neo4j', 'data');
  const storeMb = sizeOf(join(data, 'databases', 'neo4j')) / 1e6;
  const retention = await timed(() => app.get(PruneService, { strict: false }).prune(before));
  return {
    items,
    bytesAnItem: Math.round((storeMb * 1e6) / items),
    storeMb: Math.round(storeMb),
    transactionLogsMb: Math.round(sizeOf(join(data, 'transactions')) / 1e6),
    pages,
    retention: { ...retention.value, seconds: retention.seconds },
    backup: await backupOf(filled, graph),
  };
};

const backupOf = async ({ environment, connection }: Filled, graph: GraphService): Promise<object> => {
  const into = mkdtempSync(join(tmpdir(), 'vedette-bench-backup-'));
  try {
    const { uri: neo4jUri, username: neo4jUsername, password: neo4jPassword, database: neo4jDatabase } = connection;
    const backup = new RecordsBackup(
      { ...environment, neo4jUri, neo4jUsername, neo4jPassword, neo4jDatabase },
      () => undefined,
    );
    const { seconds, value } = await timed(() => backup.backup(into, Date.now()));
    const mb = rounded(value.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
    return { seconds, mb, records: await countOf(graph, 'Record'), bundles: await countOf(graph, 'Bundle') };
  } finally {
    rmSync(into, { recursive: true });
  }
};

const pageOf = async (url: string): Promise<{ status: number; ms: number }> => {
  const times: number[] = [];
  let status = 0;
  for (let n = 0; n <= ROUNDS; n += 1) {
    const began = performance.now();
    const answer = await fetch(url);
    await answer.arrayBuffer();
    ({ status } = answer);
    // The first plans its queries.
    if (n > 0) times.push(performance.now() - began);
  }
  return { status, ms: Math.round(times.sort((a, b) => a - b)[ROUNDS >> 1] ?? NaN) };
};

const timed = async <T>(work: () => Promise<T>): Promise<{ seconds: number; value: T }> => {
  const began = performance.now();
  const value = await work();
  return { seconds: rounded((performance.now() - began) / 1_000), value };
};

const countOf = async (graph: GraphService, label: string): Promise<number> =>
  Number((await graph.statement(`MATCH (n:${label}) RETURN count(n) AS n`, 'READ'))[0]?.['n']);

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(join(folder, name), { throwIfNoEntry: false })!.size,
    0,
  );
