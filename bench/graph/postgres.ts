/**
 * The same page of the event log from PostgreSQL: Debian's server on the same machine, the same items in a table with
 * suitable indexes, the same Fastify, the same JSON. For our own page, the time is split into database, transfer, and
 * building the response.
 *
 * Needs the package `pg` in the folder of VEDETTE_BENCH_PG (`npm install --prefix FOLDER pg`), and PostgreSQL's
 * programs in /usr/lib/postgresql or in VEDETTE_BENCH_PG_BIN.
 */
import { fastify } from 'fastify';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j from 'neo4j-driver';
import { chooseWalk, END_OF_TIME, eventFilter, walkParameters } from '../../src/event-log/event-filter';
import { EventResponse } from '../../src/event-log/events.dto';
import { itemProperties } from '../../src/event-log/item-rows';
import type { ItemRow } from '../../src/event-log/events.dto';
import { ItemRepository, SCAN_MAX } from '../../src/event-log/item.repository';
import { encodeParameters } from '../../src/platform/graph/graph-values';
import { BUSIEST, generateItems } from '../support/generated-world';
import { quantiles, rounded } from '../support/quantiles';
import type { BenchStore } from './store';

/** The used part of the package `pg`, which is not a dependency of Vedette. */
interface Client {
  connect(): Promise<void>;
  query(query: string | { name: string; text: string; values: unknown[] }): Promise<{
    rows: Record<string, unknown>[];
  }>;
  end(): Promise<void>;
}
type ClientClass = new (options: Record<string, unknown>) => Client;

const PAGE = 50;
const PORT = 47_060;

/**
 * Compares the pages; prints the reason and returns null if something is missing.
 *
 * @param data folder that keeps the filled table for the next run, or null
 */
export const comparePostgres = async (
  store: BenchStore | undefined,
  rounds: number,
  data: string | null,
): Promise<Record<string, unknown> | null> => {
  const bin = findBin();
  const Client = findClient();
  if (store === undefined || bin === null || Client === null) {
    print(
      `  left out: ${bin === null ? "no PostgreSQL in /usr/lib/postgresql (Debian's postgresql-15)" : 'no package `pg` in the folder that VEDETTE_BENCH_PG names'}`,
    );
    return null;
  }
  const server = await startPostgres(bin, Client, store.size, data);
  try {
    return rounds === 0 ? null : await compare(store, server.client, rounds);
  } finally {
    await server.stop();
  }
};

const CASES = {
  'by busiest entity': { entities: [BUSIEST] },
  'by busiest entity and source type': { entities: [BUSIEST], sourceType: 'telegram' as const },
  unfiltered: {},
} as const;

const SQL: Readonly<Record<keyof typeof CASES, string>> = {
  'by busiest entity': listing('t.entity = $4', 'touches t JOIN item i ON i.id = t.item', 't'),
  'by busiest entity and source type': listing(
    't.entity = $4 AND t.source_type = $5',
    'touches t JOIN item i ON i.id = t.item',
    't',
  ),
  unfiltered: listing('true', 'item i', 'i'),
};

function listing(where: string, from: string, key: 't' | 'i'): string {
  const item = key === 't' ? 't.item' : 'i.id';
  return `SELECT i.*, ARRAY(SELECT x.entity FROM touches x WHERE x.item = i.id ORDER BY x.entity) AS entities
    FROM ${from} WHERE ${where} AND (${key}.at, ${item}) < ($1, $2)
    ORDER BY ${key}.at DESC, ${item} DESC LIMIT $3`;
}

const compare = async (store: BenchStore, client: Client, rounds: number): Promise<Record<string, unknown>> => {
  const items = new ItemRepository(store.graph);
  const server = fastify();
  const pageOf = (rows: readonly ItemRow[]) => rows.slice(0, PAGE).map((row) => EventResponse.from(row));
  const names = Object.keys(CASES) as (keyof typeof CASES)[];
  const fromGraph = async (name: keyof typeof CASES) => (await items.list(filterOf(name), PAGE)).rows;
  const fromPostgres = async (name: keyof typeof CASES) => {
    const { rows } = await client.query({
      name,
      text: SQL[name],
      values: [END_OF_TIME, '', PAGE + 1, BUSIEST, 'telegram'].slice(
        0,
        name === 'unfiltered' ? 3 : name === 'by busiest entity' ? 4 : 5,
      ),
    });
    return rows.map(
      ({ entities, attributes, ...item }) =>
        ({ item: { ...item, ...(attributes as object) }, entities }) as unknown as ItemRow,
    );
  };
  names.forEach((name, n) => {
    server.get(`/graph/${n}`, async () => pageOf(await fromGraph(name)));
    server.get(`/postgres/${n}`, async () => pageOf(await fromPostgres(name)));
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const results: Record<string, unknown> = {};
  try {
    for (const [n, name] of names.entries()) {
      const bodies = await Promise.all(
        ['graph', 'postgres'].map(async (kind) => (await fetch(`${url}/${kind}/${n}`)).text()),
      );
      if (bodies[0] !== bodies[1]) throw new Error(`${name}: the two pages differ`);
      const times = { graph: [], postgres: [], query: [], answer: [] } as Record<string, number[]>;
      const timed = async (kind: string, work: () => Promise<unknown>, round: number) => {
        const begun = performance.now();
        await work();
        if (round >= 0) times[kind]?.push(performance.now() - begun);
      };
      const rows = await fromGraph(name);
      for (let round = -3 * rounds; round < 5 * rounds; round += 1) {
        await timed('graph', async () => (await fetch(`${url}/graph/${n}`)).text(), round);
        await timed('postgres', async () => (await fetch(`${url}/postgres/${n}`)).text(), round);
        await timed('query', () => fromGraph(name), round);
        await timed('answer', async () => Promise.resolve(JSON.stringify(pageOf(rows))), round);
      }
      const graphPage = quantiles(times['graph'] ?? []);
      const postgresPage = quantiles(times['postgres'] ?? []);
      const ofDatabase = await databaseMs(store, name);
      results[name] = {
        graph: graphPage,
        postgres: postgresPage,
        ratio: rounded(graphPage.p50Ms / postgresPage.p50Ms),
        partsOfOurs: {
          databaseMs: ofDatabase,
          boltAndDecodingMs: rounded(quantiles(times['query'] ?? []).p50Ms - ofDatabase),
          answerMs: quantiles(times['answer'] ?? []).p50Ms,
        },
      };
      print(`  ${name}, ${store.size} items: ${JSON.stringify(results[name])}`);
    }
  } finally {
    await server.close();
  }
  return results;
};

/** Mean time of a page as reported by the database, up to the last row. */
const databaseMs = async ({ server, graph }: BenchStore, name: keyof typeof CASES): Promise<number> => {
  const filter = filterOf(name);
  const walk = chooseWalk(filter);
  const query = graph.catalogue.get(`event-log/list-by-${walk.index}`);
  const parameters = encodeParameters(query, walkParameters(filter, walk, SCAN_MAX, PAGE + 1));
  const { uri, username, password } = server.connection;
  const driver = neo4j.driver(uri, neo4j.auth.basic(username, password), {
    disableLosslessIntegers: true,
  });
  let ms = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const session = driver.session({ defaultAccessMode: neo4j.session.READ });
    const { summary } = await session.run(query.text, parameters);
    ms += Number(summary.resultAvailableAfter) + Number(summary.resultConsumedAfter);
    await session.close();
  }
  await driver.close();
  return rounded(ms / RUNS);
};

const RUNS = 50;

const filterOf = (name: keyof typeof CASES) => eventFilter(CASES[name]);

/** A server with this many items, in a kept or temporary folder. */
const startPostgres = async (
  bin: string,
  Client: ClientClass,
  size: number,
  kept: string | null,
): Promise<{ client: Client; stop: () => Promise<void> }> => {
  const folder = kept === null ? mkdtempSync(join(tmpdir(), 'vedette-bench-pg-')) : join(kept, `postgres-${size}`);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL refuses to run as root, so its own user is used if it exists.
  const identity: { uid?: number; gid?: number } = userInfo().uid === 0 ? idsOf('postgres') : {};
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const filled = join(folder, 'filled');
  if (!existsSync(filled)) {
    rmSync(data, { recursive: true, force: true });
    const options = ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
    execFileSync(join(bin, 'initdb'), options, { ...identity, stdio: 'ignore' });
  }
  const settings = ['listen_addresses=127.0.0.1', 'shared_buffers=512MB', 'max_wal_size=4GB'];
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(PORT), '-k', folder, ...settings.flatMap((one) => ['-c', one])],
    { ...identity, stdio: 'ignore' },
  );
  const client = await connect(Client);
  const stop = async (): Promise<void> => {
    await client.end();
    child.kill('SIGINT');
    await once(child, 'close');
    if (kept === null) rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (!existsSync(filled)) {
      await fill(client, size);
      writeFileSync(filled, '');
    }
    return { client, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const idsOf = (user: string): { uid: number; gid: number } => ({
  uid: Number(execFileSync('id', ['-u', user])),
  gid: Number(execFileSync('id', ['-g', user])),
});

const connect = async (Client: ClientClass): Promise<Client> => {
  for (let attempt = 0; ; attempt += 1) {
    const client = new Client({
      host: '127.0.0.1',
      port: PORT,
      user: 'bench',
      database: 'postgres',
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === 60) throw error;
      await sleep(250);
    }
  }
};

/** The table of a page, its links, and an index for each sort order. */
const fill = async (client: Client, size: number): Promise<void> => {
  await client.query(`CREATE TABLE item (${COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')}, attributes jsonb);
    CREATE TABLE touches (entity text, source_type text, at bigint, item text)`);
  for (let from = 0; from < size; from += 5_000) {
    const items = generateItems(from, Math.min(size, from + 5_000));
    await insert(
      client,
      'item',
      items.map((item): Record<string, unknown> => {
        const properties = itemProperties(item);
        const facts = Object.entries(properties).filter(([name]) => name.startsWith('attr_'));
        return { ...properties, attributes: Object.fromEntries(facts) };
      }),
    );
    await insert(
      client,
      'touches',
      items.flatMap(({ id, at, sourceType, entities }) =>
        entities.map((entity) => ({ entity, source_type: sourceType, at, item: id })),
      ),
    );
  }
  await client.query(`ALTER TABLE item ADD PRIMARY KEY (id);
    CREATE INDEX ON item (at, id);
    CREATE INDEX ON touches (entity, at, item);
    CREATE INDEX ON touches (entity, source_type, at, item);
    CREATE INDEX ON touches (item)`);
  await client.query('VACUUM ANALYZE');
};

const COLUMNS = [
  ...'id source_type category source family publisher lang title summary url theater story content_hash search market'
    .split(' ')
    .map((name) => [name, 'text'] as const),
  ...['published_at', 'at', 'first_seen_at'].map((name) => [name, 'bigint'] as const),
];

const insert = async (client: Client, table: string, rows: readonly Record<string, unknown>[]): Promise<void> => {
  await client.query({
    name: `fill-${table}`,
    text: `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    values: [JSON.stringify(rows)],
  });
};

const findBin = (): string | null => {
  const root = '/usr/lib/postgresql';
  const given = process.env['VEDETTE_BENCH_PG_BIN'];
  const folders = existsSync(root) ? readdirSync(root).map((version) => join(root, version, 'bin')) : [];
  return [...(given === undefined ? [] : [given]), ...folders].find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
};

const findClient = (): ClientClass | null => {
  const folder = process.env['VEDETTE_BENCH_PG'];
  if (folder === undefined || !existsSync(join(folder, 'node_modules', 'pg'))) return null;
  const pg = createRequire(join(folder, 'package.json'))('pg') as {
    Client: ClientClass;
    types: { setTypeParser(oid: number, parse: (text: string) => unknown): void };
  };
  // 64-bit integers are returned as text by default; our instants fit in a number.
  pg.types.setTypeParser(20, Number);
  return pg.Client;
};

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
