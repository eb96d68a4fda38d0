/**
 * What the log costs at 1 thousand, 100 thousand and 1 million records, in one run on one database that
 * grows: an append, an inclusion and a consistency proof, the sealing of a day, and the check of all
 * that is stored.
 *
 *   npm run bench registry [-- --sizes 1000,100000,1000000 --rounds 50]
 *
 * Starts an embedded Neo4j of its own in a temporary folder. The records of earlier days are loaded in
 * bulk, with the hashes that appending them would have stored; everything measured goes the real way.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j, { type Driver } from 'neo4j-driver';
import { ManualClock } from '../src/common/clock';
import { packagePath } from '../src/common/package-root';
import { sha256Hex } from '../src/common/sha256';
import { formatMicros, MICROS_PER_DAY, nextDate, startOfDay } from '../src/common/utc-time'; // prettier-ignore
import { CypherCatalogue } from '../src/graph/cypher-catalogue.service';
import { EmbeddedServer } from '../src/graph/embedded-server.service';
import { GraphService } from '../src/graph/graph.service';
import { SchemaService } from '../src/graph/schema.service';
import { recordLeaf, type LogRecord } from '../src/registry/log-record';
import { appendLeaf, planConsistency, planInclusion, type Frontier, type HashedNode } from '../src/registry/merkle-tree'; // prettier-ignore
import { bundleRequest, openRegistry, type RegistryWorld } from '../test/support/registry-harness';

const FIRST_DAY = '2026-05-07';
const BATCH = 5_000;
/** Records of a day that is loaded in bulk, and so of the day whose sealing is measured. */
const PER_DAY = 1_000;

export const run = async (args: readonly string[]): Promise<void> => {
  const value = (name: string, fallback: string): string =>
    args.includes(`--${name}`) ? (args[args.indexOf(`--${name}`) + 1] ?? fallback) : fallback;
  const sizes = value('sizes', '1000,100000,1000000').split(',').map(Number);
  const rounds = Number(value('rounds', '50'));
  const folder = mkdtempSync(join(tmpdir(), 'vedette-bench-'));
  const server = await EmbeddedServer.open({
    libDir: packagePath('.vedette', 'neo4j-lib'),
    instanceDir: folder,
    heapMb: 1_024,
    pageCacheMb: 512,
    boltPort: 17_931,
    httpPort: 17_932,
  });
  const graph = new GraphService(server.connection, new CypherCatalogue(), {
    readTimeoutMs: 120_000,
  });
  const { uri, username, password } = server.connection;
  const driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
  try {
    await new SchemaService(graph).apply();
    const results = await measureAll(graph, driver, join(folder, 'data'), sizes, rounds);
    mkdirSync(packagePath('bench', 'results'), { recursive: true });
    writeFileSync(
      packagePath('bench', 'results', 'registry.json'),
      `${JSON.stringify({ rounds, cores: cpus().length, load: loadavg(), results }, null, 2)}\n`,
    );
  } finally {
    await driver.close();
    await graph.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measureAll = async (
  graph: GraphService,
  driver: Driver,
  dataDir: string,
  sizes: readonly number[],
  rounds: number,
): Promise<object[]> => {
  const clock = new ManualClock(startOfDay(FIRST_DAY));
  const world = openRegistry({ graph, clock, dataDir });
  await world.registry.begin();
  const loader = new Loader(driver);
  const results: object[] = [];
  for (const size of sizes) {
    await loader.grow(size);
    clock.set(startOfDay(loader.today) + MICROS_PER_DAY / 2);
    const row = { size, ...(await measure(world, clock, loader, rounds)) };
    results.push(row);
    process.stdout.write(`${JSON.stringify(row)}\n`);
  }
  return results;
};

const measure = async (
  world: RegistryWorld,
  clock: ManualClock,
  loader: Loader,
  rounds: number,
): Promise<object> => {
  // Sealing day after day: the last one is measured, the earlier ones only have to be there.
  const sealed = await timed(() => world.registry.sealDue());
  const append = await median(rounds, (round) =>
    world.log.append(bundleRequest(`rb-${loader.size}-${round}`)),
  );
  const head = await world.repository.getHead();
  const size = head?.treeSize ?? 0;
  const inclusion = await median(rounds, async (round) => {
    const [record] = await world.repository.listRecords(Math.floor((size * round) / rounds), 1);
    await world.reader.inclusionProof(record?.sha256 ?? '');
  });
  const consistency = await median(rounds, (round) =>
    world.reader.consistencyProof(1 + Math.floor((size * round) / rounds), size),
  );
  clock.advance(MICROS_PER_DAY);
  const seal = await timed(() => world.registry.sealDue());
  const check = await timed(() => world.check.run());
  if ((await world.check.run()).problem !== null) throw new Error('The log of the bench is broken');
  loader.continueFrom((await world.repository.getHead())?.frontier ?? [], size, clock);
  return {
    appendMs: append,
    inclusionProofMs: inclusion,
    inclusionNodesRead: planInclusion(Math.floor(size / 3), size).nodes.length,
    consistencyProofMs: consistency,
    consistencyNodesRead: planConsistency(Math.floor(size / 3), size).nodes.length,
    sealAndCheckMs: round1(seal),
    catchUpMs: round1(sealed),
    checkedRecordsPerSecond: Math.round((size / check) * 1000),
  };
};

const round1 = (value: number): number => Math.round(value * 10) / 10;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const median = async (
  rounds: number,
  work: (round: number) => Promise<unknown>,
): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(() => work(round)));
  return round1(times.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? NaN);
};

/** Fills the log in bulk with what appending would have stored. */
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

  continueFrom(frontier: Frontier, size: number, clock: ManualClock): void {
    this.frontier = frontier;
    this.size = size;
    this.today = formatMicros(clock.nowMicros()).slice(0, 10);
    this.lastMicros = clock.nowMicros();
  }

  private next(nodes: HashedNode[]): object {
    if (this.size > 0 && this.size % PER_DAY === 0) {
      this.today = nextDate(this.today);
      this.lastMicros = Math.max(this.lastMicros, startOfDay(this.today));
    }
    this.lastMicros += 1_000;
    const id = `rb-bulk-${this.size}`;
    const record: LogRecord = { id, kind: 'bundle', made_at: formatMicros(this.lastMicros), sha256: sha256Hex(id) }; // prettier-ignore
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
      await session.run(
        `UNWIND $rows AS r CREATE (n:Record) SET n = r, n.leaf_index = ${int}(r.leaf_index)`,
        { rows: records },
      );
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
