/**
 * What the graph costs at 10 thousand, 100 thousand and 1 million items, in one run on one database
 * that grows: pages of the event log, confluence, surges, digest, full text and ingestion.
 *
 *   npm run bench graph [-- --sizes 10000,100000,1000000 --rounds 40 --bulk]
 *
 * With --bulk the larger steps are loaded without indexes, which are made afterwards: for machines that
 * have other work. The stored items and links are the same.
 *
 * Starts an embedded Neo4j of its own in a temporary folder. Times are of the client, over Bolt; hits
 * are the database's own count of what it touched, which no busy machine distorts.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import { ManualClock } from '../src/common/clock';
import { Metrics } from '../src/common/metrics.service';
import { packagePath } from '../src/common/package-root';
import { SOURCE_TYPES } from '../src/common/source-type';
import { ConfluenceRepository } from '../src/confluence/confluence.repository';
import { ConfluenceService } from '../src/confluence/confluence.service';
import { readSourceTypeSeed } from '../src/confluence/source-type-seed.provider';
import { DigestRepository } from '../src/digest/digest.repository';
import { chooseWalk, eventFilter, type EventFilter } from '../src/event-log/event-filter';
import { EventLogService } from '../src/event-log/event-log.service';
import { itemProperties } from '../src/event-log/item-rows';
import { ItemRepository } from '../src/event-log/item.repository';
import { CypherCatalogue } from '../src/graph/cypher-catalogue.service';
import { splitStatements } from '../src/graph/cypher-header';
import { EmbeddedServer } from '../src/graph/embedded-server.service';
import type { GraphConnection } from '../src/graph/graph-connection';
import { GraphService } from '../src/graph/graph.service';
import { SchemaService } from '../src/graph/schema.service';
import { AlertRepository } from '../src/surge/alert.repository';
import { SurgeService } from '../src/surge/surge.service';
import {
  buildOntology,
  BUSIEST,
  generateItems,
  NOW,
  RARE,
  SECOND,
  SPAN_DAYS,
} from './support/generated-world';

interface Figures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Database hits of one call; null where it is several queries. */
  readonly hits: number | null;
}

interface Bench {
  readonly graph: GraphService;
  readonly log: EventLogService;
  readonly items: ItemRepository;
  readonly confluence: ConfluenceService;
  readonly surge: SurgeService;
  readonly digest: DigestRepository;
}

const LIMIT = 50;
const BATCH = 1_000;

export const run = async (args: readonly string[]): Promise<void> => {
  const value = (name: string): string | undefined => args[args.indexOf(`--${name}`) + 1];
  const sizes = (args.includes('--sizes') ? (value('sizes') ?? '') : '10000,100000,1000000')
    .split(',')
    .map(Number);
  const rounds = args.includes('--rounds') ? Number(value('rounds')) : 40;
  const folder = mkdtempSync(join(tmpdir(), 'vedette-bench-'));
  const server = await EmbeddedServer.open({
    libDir: packagePath('.vedette', 'neo4j-lib'),
    instanceDir: folder,
    heapMb: 1_024,
    pageCacheMb: 512,
    quickStop: true,
  });
  const graph = new GraphService(server.connection, new CypherCatalogue(), {
    readTimeoutMs: 120_000,
    writeTimeoutMs: 300_000,
  });
  try {
    await measureAll(graph, sizes, rounds, {
      bulk: args.includes('--bulk'),
      serverPid: server.pid,
      connection: server.connection,
    });
  } finally {
    await graph.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measureAll = async (
  graph: GraphService,
  sizes: readonly number[],
  rounds: number,
  args: {
    readonly bulk: boolean;
    readonly serverPid: number;
    readonly connection: GraphConnection;
  },
): Promise<void> => {
  await new SchemaService(graph).apply();
  await buildOntology(graph);
  const settings = { confluenceWindowHours: 24, pollIntervalSeconds: 600 };
  const bench: Bench = {
    graph,
    log: new EventLogService(graph),
    items: new ItemRepository(graph),
    confluence: new ConfluenceService(
      new ConfluenceRepository(graph),
      readSourceTypeSeed(),
      settings,
      new ManualClock(NOW * 1_000),
    ),
    surge: new SurgeService(new AlertRepository(graph), new Metrics(), settings),
    digest: new DigestRepository(graph),
  };
  await bench.surge.syncClusters(NOW);
  await graph.statement(
    `UNWIND range(${NOW / 3_600_000 - 200}, ${NOW / 3_600_000}) AS hour MERGE (c:WatchedHour {hour: hour}) SET c.share = 1.0`,
  );
  const results: Record<string, Record<string, Figures>> = {};
  const ingestion: Record<string, number> = {};
  let stored = 0;
  for (const size of sizes) {
    const begun = performance.now();
    const rates: number[] = [];
    const perCpuSecond: number[] = [];
    if (args.bulk && size - stored > BULK_MIN) {
      await bulkLoad(args.connection, graph, stored, size);
      await bench.surge.syncClusters(NOW);
      stored = size;
      // What is stored one after the other from here on shows the rate at this size.
      const batch = generateItems(0, 10_000, `bulk${size}-`);
      const cpuBefore = serverCpuSeconds(args.serverPid);
      const started = performance.now();
      await bench.log.append(batch);
      rates.push((batch.length * 1_000) / (performance.now() - started));
      perCpuSecond.push(batch.length / (serverCpuSeconds(args.serverPid) - cpuBefore));
    }
    while (stored < size) {
      const cpuBefore = serverCpuSeconds(args.serverPid);
      const batch = generateItems(stored, Math.min(size, stored + BATCH * 5));
      const started = performance.now();
      await bench.log.append(batch);
      rates.push((batch.length * 1_000) / (performance.now() - started));
      perCpuSecond.push(batch.length / (serverCpuSeconds(args.serverPid) - cpuBefore));
      stored += batch.length;
    }
    if (rates.length > 0) {
      ingestion[`at ${size}, items/s`] = Math.round(mean(rates.slice(-20)));
      ingestion[`at ${size}, items per CPU second of the database`] = Math.round(
        mean(perCpuSecond.slice(-20)),
      );
      print(
        `${size} items: ${((performance.now() - begun) / 1_000).toFixed(0)} s ${JSON.stringify(ingestion)}`,
      );
    }
    await graph.statement('CALL db.awaitIndexes(300)');
    for (const [name, figures] of Object.entries(await measure(bench, rounds)))
      (results[name] ??= {})[size] = figures;
  }
  ingestion['8 writers, items/s'] = await eightWriters(bench);
  report({ sizes, rounds, results, ingestion });
};

/** Steps smaller than this are always appended as in service. */
const BULK_MIN = 50_000;

const BULK_INDEXES =
  'touches_source_at item_at item_source_type_at item_theater_at item_category_at item_lang_at item_search'.split(
    ' ',
  );

/** Items of the world straight into the store: the indexes that would slow it down come afterwards. */
const bulkLoad = async (
  connection: GraphConnection,
  graph: GraphService,
  from: number,
  to: number,
): Promise<void> => {
  const { uri, username, password } = connection;
  const driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
  const session = driver.session();
  const run = (text: string, rows: unknown = []) =>
    session.run(text, { rows }, { timeout: 1_200_000 });
  try {
    for (const name of ['item_id', 'touches_once']) await run(`DROP CONSTRAINT ${name} IF EXISTS`);
    for (const name of BULK_INDEXES) await run(`DROP INDEX ${name} IF EXISTS`);
    for (let start = from; start < to; start += 10_000) {
      const items = generateItems(start, Math.min(to, start + 10_000));
      await run(
        `UNWIND $rows AS r
         CREATE (i:Item) SET i = r.properties, i.at = r.at, i.published_at = r.at, i.first_seen_at = r.at + 120000
         WITH i, r UNWIND r.entities AS id MATCH (e:Entity {id: id})
         CREATE (i)-[:TOUCHES {entity: id, source_type: i.source_type, at: i.at, item: i.id, seen_at: i.first_seen_at}]->(e)`,
        items.map((item) => ({
          properties: itemProperties(item),
          entities: item.entities,
          at: neo4j.int(item.at),
        })),
      );
      if (start % 100_000 === 0) print(`  ${start} loaded`);
    }
    for (const file of readdirSync(packagePath('cypher', 'schema')).sort())
      for (const text of splitStatements(
        readFileSync(packagePath('cypher', 'schema', file), 'utf8'),
      ))
        await run(text);
    await run('CALL db.awaitIndexes(1200)');
    await run('MATCH (n) WHERE n:Cluster OR n:Tally DETACH DELETE n');
  } finally {
    await session.close();
    await driver.close();
  }
  await graph.ping();
};

/** CPU seconds that the database has used: what a busy machine does not distort. Linux only, else NaN. */
const serverCpuSeconds = (pid: number): number => {
  if (!existsSync(`/proc/${pid}/stat`)) return NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Every kind of read, in turns, so that a busy moment of the machine hits all alike. */
const measure = async (bench: Bench, rounds: number): Promise<Record<string, Figures>> => {
  const cases = await casesOf(bench);
  const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
  for (let round = -2; round < rounds; round += 1)
    for (const { name, work, every = 1 } of cases) {
      if (round >= 0 && round % every !== 0) continue;
      const begun = performance.now();
      await work(round);
      // The first two rounds make plans and warm caches.
      if (round >= 0) times.get(name)?.push(performance.now() - begun);
    }
  const figures: Record<string, Figures> = {};
  for (const { name, hits } of cases) {
    const sorted = (times.get(name) ?? []).sort((a, b) => a - b);
    figures[name] = {
      p50Ms: rounded(sorted[Math.floor(sorted.length / 2)] ?? 0),
      p99Ms: rounded(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0),
      hits: hits === undefined ? null : await hits(),
    };
    print(`  ${name.padEnd(44)} ${JSON.stringify(figures[name])}`);
  }
  return figures;
};

interface Case {
  readonly name: string;
  readonly work: (round: number) => Promise<unknown>;
  readonly hits?: () => Promise<number>;
  /** Measured in each n-th round only. */
  readonly every?: number;
}

const casesOf = async (bench: Bench): Promise<Case[]> => {
  const cases: Case[] = [];
  const page = (name: string, filter: EventFilter): void => {
    cases.push({
      name,
      work: () => bench.items.list(filter, LIMIT),
      hits: () => pageHits(bench.graph, filter),
    });
  };
  const asked = {
    'by busiest entity': { entities: [BUSIEST] },
    'by busiest entity and source type': { entities: [BUSIEST], sourceType: 'telegram' as const },
    'by source type': { sourceType: 'telegram' as const },
    unfiltered: {},
    'by theater': { theater: 'iran' as const },
    'by category': { category: 'category_3' },
    'by language': { lang: 'fa' },
    'two entities': { entities: [BUSIEST, SECOND] },
    'as of 30 days ago': {
      entities: [BUSIEST],
      asOf: NOW - 30 * 86_400_000,
      until: NOW - 30 * 86_400_000,
    },
  };
  for (const [name, given] of Object.entries(asked)) {
    page(`events ${name}, first page`, eventFilter(given));
    const from = await thousandthPage(bench.graph, eventFilter(given));
    page(`events ${name}, far page`, eventFilter({ ...given, from }));
  }
  page('events by rare entity', eventFilter({ entities: [RARE] }));
  page('events busiest entity and a language', eventFilter({ entities: [BUSIEST], lang: 'fa' }));
  cases.push(
    {
      name: 'full text, common word',
      work: () => bench.items.list(eventFilter({ q: 'tanker' }), LIMIT),
    },
    {
      name: 'full text, rare word',
      work: () => bench.items.list(eventFilter({ q: 'zanzibar' }), LIMIT),
    },
    { name: 'full text, Chinese', work: () => bench.items.list(eventFilter({ q: '导弹' }), LIMIT) },
    {
      name: 'full text, word and entity',
      work: () => bench.items.list(eventFilter({ q: 'санкциями', entities: [BUSIEST] }), LIMIT),
    },
    {
      name: 'confluence of 500 markets: the query',
      work: () =>
        bench.graph.read('confluence/score-markets', {
          types: SOURCE_TYPES,
          since: NOW - 86_400_000,
          now: NOW,
        }),
      hits: () =>
        hitsOf(bench.graph, 'confluence/score-markets', {
          types: SOURCE_TYPES,
          since: NOW - 86_400_000,
          now: NOW,
        }),
    },
    {
      name: 'confluence of 500 markets: a tick with storing',
      work: (round) => bench.confluence.computeAll(NOW + (round + 2) * 600_000),
      every: 2,
    },
    {
      name: 'confluence of one market, explained',
      work: () => bench.confluence.get('kalshi', 'M1'),
    },
    { name: 'surge over all clusters', work: (round) => bench.surge.evaluate(NOW + round * 1_000) },
    { name: 'digest, cold', work: () => bench.digest.read(NOW, 10) },
  );
  return cases;
};

/** A page as deep as the thousandth where there are so many, else in the middle of what there is. */
const thousandthPage = async (graph: GraphService, filter: EventFilter) => {
  const { index, keys } = chooseWalk(filter);
  for (const skip of [LIMIT * 1_000, LIMIT * 100, LIMIT * 10, LIMIT]) {
    const [position] = await graph.read<{ at: number; item: string }>(
      `event-log/position-by-${index}`,
      {
        ...keys,
        at: filter.from.at,
        item: filter.from.item,
        since: filter.since,
        skip,
      },
    );
    if (position !== undefined) return position;
  }
  return filter.from;
};

const pageHits = (graph: GraphService, filter: EventFilter): Promise<number> => {
  const { index, keys, others } = chooseWalk(filter);
  return hitsOf(graph, `event-log/list-by-${index}`, {
    ...keys,
    ...others,
    at: filter.from.at,
    item: filter.from.item,
    since: filter.since,
    as_of: filter.asOf,
    scan: 20_000,
    limit: LIMIT + 1,
  });
};

interface Profile {
  readonly dbHits?: number;
  readonly children: readonly Profile[];
}

const hitsOf = async (
  graph: GraphService,
  query: string,
  parameters: Record<string, unknown>,
): Promise<number> => {
  const sum = ({ dbHits = 0, children }: Profile): number =>
    children.reduce((total, child) => total + sum(child), dbHits);
  return sum((await graph.profile(query, parameters)) as Profile);
};

/** Eight writers at once, each with its own items and all with the same stories and tallies. */
const eightWriters = async ({ log, graph }: Bench): Promise<number> => {
  const perWriter = 2_000;
  const count = async (): Promise<number> =>
    Number((await graph.statement('MATCH (i:Item) RETURN count(i) AS n', 'READ'))[0]?.['n']);
  const before = await count();
  const batches = Array.from({ length: 8 }, (_, writer) =>
    generateItems(writer * perWriter, (writer + 1) * perWriter, `w${writer}-`),
  );
  const begun = performance.now();
  await Promise.all(batches.map((batch) => log.append(batch)));
  const rate = (8 * perWriter * 1_000) / (performance.now() - begun);
  if ((await count()) - before !== 8 * perWriter) throw new Error('items lost with eight writers');
  return Math.round(rate);
};

const report = (measured: {
  sizes: readonly number[];
  rounds: number;
  results: Readonly<Record<string, Readonly<Record<string, Figures>>>>;
  ingestion: Readonly<Record<string, number>>;
}): void => {
  const { sizes, results } = measured;
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const ratios = Object.fromEntries(
    Object.entries(results).map(([name, figures]) => {
      const [a, b] = [figures[least], figures[most]];
      return [
        name,
        {
          p50: rounded((b?.p50Ms ?? 0) / (a?.p50Ms ?? 1)),
          hits: rounded((b?.hits ?? NaN) / (a?.hits ?? NaN)),
        },
      ];
    }),
  );
  const machine = { cores: cpus().length, load: loadavg().map(rounded), spanDays: SPAN_DAYS };
  const file = packagePath('bench', 'results', 'graph.json');
  mkdirSync(packagePath('bench', 'results'), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, ...measured, ratios }, null, 2)}\n`);
  print(`ratio ${most} : ${least}`);
  for (const [name, { p50, hits }] of Object.entries(ratios))
    print(`  ${name.padEnd(44)} p50 ${p50}  hits ${Number.isNaN(hits) ? '–' : hits}`);
  print(JSON.stringify(measured.ingestion));
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const rounded = (value: number): number => Math.round(value * 100) / 100;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
