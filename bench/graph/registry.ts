/**
 * Cost of the log at 1 thousand, 100 thousand and 1 million records, in one run on one growing database: append,
 * inclusion proof, consistency proof, seal of a day, and the full check.
 *
 *   npm run bench graph registry [-- --sizes 1000,100000,1000000 --rounds 50 --data DIR --only prepare|measure]
 *
 * Starts its own embedded Neo4j in a temporary folder by default. Records of earlier days are bulk-loaded with the
 * hashes that appends would have stored; measured operations use the regular code. With a folder, loading (`--only
 * prepare`) and measuring (`--only measure`) can be separate runs, so that measuring can wait for an idle machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j, { type Driver } from 'neo4j-driver';
import { ManualClock } from '../../test/support/manual-clock';
import { packagePath } from '../../src/platform/common/package-root';
import { sha256Hex } from '../../src/platform/common/sha256';
import { formatMicros, MICROS_PER_DAY, nextDate, parseMicros, startOfDay } from '../../src/platform/common/utc-time';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import { EmbeddedServer } from '../../src/platform/graph/embedded-server.service';
import { GraphService } from '../../src/platform/graph/graph.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { recordLeaf, type LogRecord } from '../../src/registry/log/log-record';
import {
  appendLeaf,
  planConsistency,
  planInclusion,
  type Frontier,
  type HashedNode,
} from '../../src/registry/proofs/merkle-tree';
import type { LogHead } from '../../src/registry/registry.repository';
import {
  answerRequests,
  bundleRequest,
  intentRequest,
  openRegistry,
  type RegistryWorld,
} from '../../test/support/registry-harness';
import type { Bench, Part } from '../support/bench';

const FIRST_DAY = '2026-05-07';
const BATCH = 5_000;
/** Concurrent forecasts of a tick. */
const ASKED_AT_ONCE = 4;
/** Records per bulk-loaded day, and so of the day whose seal is measured. */
const PER_DAY = 1_000;

export const registry: Part = async (bench) => {
  const sizes = bench.numbers('sizes', [1_000, 100_000, 1_000_000]);
  const rounds = bench.number('rounds', 50);
  const kept = bench.option('data');
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'vedette-bench-'));
  bench.atEnd(() => {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  });
  const only = bench.option('only');
  const server = await EmbeddedServer.open({
    libDir: packagePath('.vedette', 'neo4j-lib'),
    instanceDir: folder,
    heapMb: 1_024,
    pageCacheMb: 512,
    boltPort: 17_931,
    httpPort: 17_932,
  });
  bench.atEnd(() => server.stop());
  const graph = new GraphService(server.connection, new CypherCatalogue(), { readTimeoutMs: 120_000 });
  bench.atEnd(() => graph.close());
  const { uri, username, password } = server.connection;
  const driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
  bench.atEnd(() => driver.close());
  await new SchemaService(graph).apply();
  const phases = { prepare: only !== 'measure', measure: only !== 'prepare' };
  const results = await runAll(bench, graph, driver, join(folder, 'data'), sizes, rounds, phases);
  if (phases.measure) keep(bench, results);
};

interface Result {
  readonly size: number;
}

/** Keeps the results of other sizes. */
const keep = (bench: Bench, results: readonly Result[]): void => {
  const before = bench.kept<{ results: Result[] }>('registry')?.results ?? [];
  const fresh = new Set(results.map(({ size }) => size));
  const all = [...before.filter(({ size }) => !fresh.has(size)), ...results];
  bench.keep('registry', {
    cores: cpus().length,
    results: all.sort((a, b) => a.size - b.size),
  });
};

const runAll = async (
  bench: Bench,
  graph: GraphService,
  driver: Driver,
  dataDir: string,
  sizes: readonly number[],
  rounds: number,
  phases: { readonly prepare: boolean; readonly measure: boolean },
): Promise<Result[]> => {
  const clock = new ManualClock(startOfDay(FIRST_DAY));
  const world = openRegistry({ graph, clock, dataDir });
  const loader = new Loader(driver);
  const results: Result[] = [];
  const begun = await world.repository.getHead();
  if (begun === null) await world.registry.begin();
  else loader.continueFrom(begun);
  for (const size of sizes) {
    if (phases.prepare) await loader.grow(size);
    clock.set(startOfDay(loader.today) + MICROS_PER_DAY / 2);
    // Seals day after day: only the last one is measured.
    if (phases.prepare) {
      const catchUp = await timed(() => world.registry.sealDue());
      bench.say(`${size} records loaded, their days sealed in ${round1(catchUp)} ms`);
    }
    if (!phases.measure) continue;
    const row = { size, rounds, load: loadavg(), ...(await measure(world, clock, rounds)) };
    results.push(row);
    bench.say(JSON.stringify(row));
    const head = await world.repository.getHead();
    if (head !== null) loader.continueFrom(head);
  }
  return results;
};

const measure = async (world: RegistryWorld, clock: ManualClock, rounds: number): Promise<object> => {
  await world.registry.open();
  const at = clock.nowMicros();
  const append = await median(rounds, (round) => world.log.append(bundleRequest(`rb-measured-${at}-${round}`)));
  // All records of one forecast (intent, bundle, trade): as in a tick, four markets at a time; and alone, as in a
  // command.
  const forecastOf = (group: number) => (round: number) => forecasts(world, `${at}-${group}-${round}`, group);
  const together = await median(rounds, forecastOf(ASKED_AT_ONCE));
  const alone = await median(rounds, forecastOf(1));
  const head = await world.repository.getHead();
  const size = head?.tree_size ?? 0;
  const inclusion = await median(rounds, async (round) => {
    const [record] = await world.repository.listRecords(Math.floor((size * round) / rounds), 1);
    await world.reader.inclusionProof(record?.sha256 ?? '');
  });
  const consistency = await median(rounds, (round) =>
    world.reader.consistencyProof(1 + Math.floor((size * round) / rounds), size),
  );
  const today = formatMicros(at).slice(0, 10);
  clock.advance(MICROS_PER_DAY);
  // Only the transaction; in the service, the check and the copies follow.
  const seal = await timed(() => world.registry['seal'](today));
  const records = (await world.repository.getDay(today))?.text.split('"made_at"').length ?? 1;
  const begun = performance.now();
  const { problem } = await world.check.run();
  const check = performance.now() - begun;
  if (problem !== null) throw new Error(`The log of the bench is broken: ${problem}`);
  await world.copies.copyPending();
  return {
    records: size,
    appendMs: append,
    forecastMs: round1(together / ASKED_AT_ONCE),
    forecastAloneMs: alone,
    inclusionProofMs: inclusion,
    inclusionNodesRead: planInclusion(Math.floor(size / 3), size).nodes.length,
    consistencyProofMs: consistency,
    consistencyNodesRead: planConsistency(Math.floor(size / 3), size).nodes.length,
    sealMs: round1(seal),
    sealedRecords: records - 1,
    checkMs: round1(check),
    checkedRecordsPerSecond: Math.round((size / check) * 1000),
  };
};

const forecasts = async (world: RegistryWorld, name: string, group: number): Promise<void> => {
  const names = Array.from({ length: group }, (_, index) => `${name}-${index}`);
  await world.log.appendAll(names.map((one) => intentRequest(`in-${one}`, `KX-${one}`)));
  await world.log.appendAll(names.flatMap(answerRequests));
};

const round1 = (value: number): number => Math.round(value * 10) / 10;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const median = async (rounds: number, work: (round: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(() => work(round)));
  return round1(times.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? NaN);
};

/** Bulk-loads the log as appends would have stored it. */
class Loader {
  size = 0;
  today = FIRST_DAY;
  private frontier: Frontier = [];
  private lastMicros = startOfDay(FIRST_DAY);

  constructor(private readonly driver: Driver) {}

  async grow(size: number): Promise<void> {
    while (this.size < size) {
      const records: object[] = [];
      const nodes: HashedNode[] = [];
      while (this.size < size && records.length < BATCH) records.push(this.next(nodes));
      await this.store(records, nodes);
    }
  }

  /** Continues on the day after the stored ones, so that no record falls into a sealed day. */
  continueFrom(head: LogHead): void {
    const last = head.last_made_at?.slice(0, 10) ?? FIRST_DAY;
    const sealed = head.sealed_date === null ? '' : nextDate(head.sealed_date);
    this.frontier = head.frontier;
    this.size = head.tree_size;
    this.today = sealed > last ? sealed : last;
    this.lastMicros = Math.max(
      startOfDay(this.today),
      (head.last_made_at === null ? null : parseMicros(head.last_made_at)) ?? 0,
    );
  }

  private next(nodes: HashedNode[]): object {
    if (this.size > 0 && this.size % PER_DAY === 0) {
      this.today = nextDate(this.today);
      this.lastMicros = Math.max(this.lastMicros, startOfDay(this.today));
    }
    this.lastMicros += 1_000;
    const id = `rb-bulk-${this.size}`;
    const record: LogRecord = { id, kind: 'bundle', made_at: formatMicros(this.lastMicros), sha256: sha256Hex(id) };
    const leaf = recordLeaf(record);
    const { frontier, completed } = appendLeaf(this.frontier, this.size, leaf);
    this.frontier = frontier;
    nodes.push(...completed.slice(1));
    const date = record.made_at.slice(0, 10);
    return { ...record, leaf_index: this.size++, leaf_hash: leaf, date };
  }

  private async store(records: readonly object[], nodes: readonly HashedNode[]): Promise<void> {
    const session = this.driver.session();
    const int = 'toInteger';
    try {
      await session.run(`UNWIND $rows AS r CREATE (n:Record) SET n = r, n.leaf_index = ${int}(r.leaf_index)`, {
        rows: records,
      });
      await session.run(
        `UNWIND $rows AS r CREATE (n:TreeNode) SET n = r, n.level = ${int}(r.level), n.index = ${int}(r.index)`,
        { rows: nodes },
      );
      await session.run(
        `MATCH (h:LogHead) SET h.tree_size = ${int}($size), h.frontier = $frontier, h.last_made_at = $last`,
        { size: this.size, frontier: this.frontier, last: formatMicros(this.lastMicros) },
      );
    } finally {
      await session.close();
    }
  }
}
