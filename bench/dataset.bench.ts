/**
 * Export of the dataset: rows per second and peak memory of each format, compared with a plain JSON.stringify stream
 * over the same pages as the upper limit. Each format runs in its own process, to measure its own peak.
 *
 * Run with `npm run bench dataset [-- --rows 100000]`. `npm run bench dataset months` builds the files of 3, 12 and 24
 * months of 200 forecasts per day and reports duration, event loop blocking, readers' latency and disk space.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CypherCatalogue } from '../src/platform/graph/cypher-catalogue.service';
import { GraphService } from '../src/platform/graph/graph.service';
import type { GraphConnection } from '../src/platform/graph/graph-connection';
import { DatasetRepository } from '../src/dataset/dataset.repository';
import { DATASET_FORMATS, type DatasetFormat } from '../src/dataset/dataset-format';
import { DatasetFiles } from '../src/dataset/dataset-files.service';
import { DatasetService } from '../src/dataset/dataset.service';
import type { CaptureService } from '../src/registry/captures/capture.service';
import { ManualClock } from '../test/support/manual-clock';
import type { AnchorService } from '../src/registry/captures/anchor.service';
import { CaptureRepository } from '../src/registry/captures/capture.repository';
import { AnchorService as Anchors } from '../src/registry/captures/anchor.service';
import type { Bench, Part } from './support/bench';
import { readEnvironment } from '../src/platform/config/environment';

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
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
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

const fill = async (graph: GraphService, rows: number, first = 0): Promise<void> => {
  for (let from = first; from < rows; from += BATCH)
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
  // datetime() prints seconds; our timestamps have microseconds.
  await graph.statement(
    "MATCH (p:Prediction) WHERE size(p.made_at) < 27 CALL (p) { SET p.made_at = left(p.made_at, 16) + CASE WHEN size(p.made_at) = 17 THEN ':00' ELSE substring(p.made_at, 16, 3) END + '.000000Z' } IN TRANSACTIONS OF 5000 ROWS",
  );
};

const inChild = (bench: Bench, task: Task): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = bench.start('child', ['--max-old-space-size=256']);
    child.once('message', (result) => {
      resolve(result as Result);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`The export ended with ${String(code)}`));
    });
    child.send(task);
  });

const formats: Part = async (bench) => {
  const { connection, graph } = await bench.database();
  await fill(graph, bench.number('rows', 100_000));
  for (const kind of ['plain', ...DATASET_FORMATS] as const) {
    const result = await inChild(bench, { connection, kind });
    bench.say(
      `${kind.padEnd(8)} ${result.rows} rows, ${Math.round(result.bytes / 1e6)} MB in ${Math.round(result.ms)} ms: ` +
        `${Math.round((result.rows * 1000) / result.ms)} rows/s; RSS ${result.startMb} → peak ${result.peakMb} MB`,
    );
  }
};

const ROWS_OF_A_MONTH = 200 * 30;

/** Builds and serves the files as the service does. */
const months: Part = async (bench) => {
  const { graph } = await bench.database();
  const folder = mkdtempSync(join(tmpdir(), 'vedette-bench-dataset-'));
  bench.atEnd(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = readEnvironment({ DATA_DIR: folder });
  const captures = new Anchors(new CaptureRepository(graph), environment);
  const repository = new DatasetRepository(graph);
  const verified = { summary: () => Promise.resolve({ counts: { verified: 0 } }) } as unknown as CaptureService;
  let filled = 0;
  for (const count of [3, 12, 24]) {
    await fill(graph, count * ROWS_OF_A_MONTH, filled);
    filled = count * ROWS_OF_A_MONTH;
    const dataset = new DatasetService(repository, captures);
    const files = new DatasetFiles(dataset, repository, verified, new ManualClock(1_800_000_000_000_000), environment);
    const turns = monitorEventLoopDelay({ resolution: 5 });
    turns.enable();
    const begun = performance.now();
    await files.refresh();
    const made = performance.now() - begun;
    turns.disable();
    const asked = performance.now();
    const { files: current } = await files.current('own');
    const kept = performance.now() - asked;
    await files.sealDay();
    const since = performance.now();
    await files.newSince('own', '2099-01-01', 'jsonl');
    const whole = performance.now() - since;
    const megabytesOf = (bytes: number): number => Math.round(bytes / 1e6);
    bench.say(
      `${String(count).padStart(2)} months, ${filled} rows: made in ${(made / 1000).toFixed(1)} s, longest turn ` +
        `${Math.round(turns.max / 1e6)} ms; kept answer ${kept.toFixed(1)} ms; nothing new since a day ${(whole / 1000).toFixed(1)} s; ` +
        `jsonl ${megabytesOf(current.jsonl.bytes)}, csv ${megabytesOf(current.csv.bytes)}, parquet ${megabytesOf(current.parquet.bytes)} MB`,
    );
  }
};

/** One format in its own process, to measure its own peak. */
const child: Part = () => {
  process.once('message', (task) => {
    void runTask(task as Task).then((result) => {
      process.send?.(result, () => {
        process.disconnect();
      });
    });
  });
};

export const parts = { formats, months, child };
