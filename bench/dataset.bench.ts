/**
 * Export of the dataset: rows a second and peak memory for each format, beside a plain JSON.stringify
 * stream over the same pages, which is the limit. Each format runs in a process of its own, so that
 * its peak is its own.
 *
 * Run with `npm run bench dataset [rows]` (100,000 unless told).
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { CypherCatalogue } from '../src/platform/graph/cypher-catalogue.service';
import { GraphService } from '../src/platform/graph/graph.service';
import { SchemaService } from '../src/platform/graph/schema.service';
import type { GraphConnection } from '../src/platform/graph/graph-connection';
import { DatasetRepository } from '../src/dataset/dataset.repository';
import { DATASET_FORMATS, type DatasetFormat } from '../src/dataset/dataset-format';
import { DatasetService, measure } from '../src/dataset/dataset.service';
import type { AnchorService } from '../src/registry/captures/anchor.service';
import { CaptureRepository } from '../src/registry/captures/capture.repository';
import { AnchorService as Anchors } from '../src/registry/captures/anchor.service';
import { readEnvironment } from '../src/platform/config/environment';
import { startNeo4j } from '../test/support/neo4j-process';

type Kind = DatasetFormat | 'plain';

interface Task {
  readonly connection: GraphConnection;
  readonly kind: Kind;
}

interface Result {
  readonly rows: number;
  readonly bytes: number;
  readonly ms: number;
  readonly startMb: number;
  readonly peakMb: number;
}

const BATCH = 2_000;
const REASONING = 'Two independent kinds of source corroborate the move; the price has not followed yet. '.repeat(10);

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const megabytes = (): number => Math.round(process.memoryUsage().rss / 1024 / 1024);

/** One export in this process. */
const runTask = async ({ connection, kind }: Task): Promise<Result> => {
  const graph = new GraphService(connection, new CypherCatalogue());
  const anchors: AnchorService = new Anchors(new CaptureRepository(graph), readEnvironment({}));
  const dataset = new DatasetService(new DatasetRepository(graph), anchors);
  const startMb = megabytes();
  let peakMb = startMb;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, megabytes());
  }, 20);
  let rows = 0;
  const begun = performance.now();
  const chunks = kind === 'plain' ? plain(dataset) : dataset.stream('own', kind);
  const { bytes } = await measure(chunks);
  const ms = performance.now() - begun;
  clearInterval(timer);
  const [count] = await graph.statement('MATCH (p:Prediction) RETURN count(p) AS n', 'READ');
  rows = Number(count?.['n']);
  await graph.close();
  return { rows, bytes, ms, startMb, peakMb: Math.max(peakMb, megabytes()) };
};

async function* plain(dataset: DatasetService): AsyncGenerator<Buffer> {
  for await (const records of dataset.pages('own'))
    yield Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

const fill = async (graph: GraphService, rows: number): Promise<void> => {
  await new SchemaService(graph).apply();
  for (let from = 0; from < rows; from += BATCH)
    await graph.statement(
      `UNWIND range(${from}, ${Math.min(rows, from + BATCH) - 1}) AS n
       CREATE (:Prediction {id: 'rb-' + n, exchange: 'kalshi', ticker: 'KXBENCH-' + (n / 3), question: 'Will number ' + n + ' happen?',
         theater: 'iran', event_type: null, resolves_at: '2026-09-01T00:00:00.000000Z',
         made_at: toString(datetime({epochSeconds: 1780272000 + n * 30})), model: 'claude', side: 'YES', probability_yes: (n % 1000) / 1000.0,
         confidence: 0.8, direction: 'YES', reasoning: '${REASONING}' + n, market_yes_price: 0.41, market_yes_bid: 0.4, market_yes_ask: 0.42,
         spread: 0.02, replay_bundle_id: 'rb-' + n, bundle_sha256: 'none-' + n, intel_num_items: 40,
         intel_by_source_type: '{"english_media":30,"iranian_media":10}', intel_languages: ['en', 'fa'], population: 'own', origin: 'pipeline',
         state: 'resolved', outcome: 'YES', settlement_yes_price: 1.0, resolved_at: '2027-09-01T00:00:00.000000Z'})`,
    );
  // datetime() prints seconds; a timestamp of ours has microseconds.
  await graph.statement(
    "MATCH (p:Prediction) WHERE size(p.made_at) < 27 CALL (p) { SET p.made_at = left(p.made_at, 16) + CASE WHEN size(p.made_at) = 17 THEN ':00' ELSE substring(p.made_at, 16, 3) END + '.000000Z' } IN TRANSACTIONS OF 5000 ROWS",
  );
};

const inChild = (task: Task): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = fork(join(__dirname, '..', 'scripts', 'bench.mjs'), ['dataset', 'child'], {
      execArgv: ['--max-old-space-size=256'],
    });
    child.once('message', (result) => {
      resolve(result as Result);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`The export ended with ${String(code)}`));
    });
    child.send(task);
  });

const bench = async (rows: number): Promise<void> => {
  const neo4j = await startNeo4j();
  const graph = new GraphService(neo4j.server.connection, new CypherCatalogue());
  try {
    await fill(graph, rows);
    for (const kind of ['plain', ...DATASET_FORMATS] as const) {
      const result = await inChild({ connection: neo4j.server.connection, kind });
      print(
        `${kind.padEnd(8)} ${result.rows} rows, ${Math.round(result.bytes / 1e6)} MB in ${Math.round(result.ms)} ms: ` +
          `${Math.round((result.rows * 1000) / result.ms)} rows/s; RSS ${result.startMb} → peak ${result.peakMb} MB`,
      );
    }
  } finally {
    await graph.close();
    await neo4j.stop();
  }
};

export const run = async ([first = '100000']: readonly string[]): Promise<void> => {
  if (first !== 'child') {
    await bench(Number(first));
    return;
  }
  process.once('message', (task) => {
    void runTask(task as Task).then((result) => {
      process.send?.(result, () => {
        process.disconnect();
      });
    });
  });
};
