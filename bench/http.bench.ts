/**
 * How much of the machine the door costs. Each address is asked of the whole service, with an API key,
 * limits, tags and all headers on, and of a bare Fastify route that answers the very same bytes: same
 * machine, same run, in turns, each server in a process of its own, the load from a third.
 *
 *   npm run bench http [-- --seconds 5 --rounds 2 --connections 50]
 *
 * Answers that only change with a tick are kept until the next and are compared with the bare route. The
 * others are asked of the database each time: beside them stands how often this database alone gives the
 * same answer, which no server in front of it can exceed.
 */
import autocannon from 'autocannon';
import { fastify } from 'fastify';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { ApiKeyService } from '../src/access/api-key.service';
import { nowMillis } from '../src/common/clock';
import { packagePath } from '../src/common/package-root';
import { SOURCE_TYPES } from '../src/common/source-type';
import { SystemClock } from '../src/common/system-clock.provider';
import { readEnvironment } from '../src/config/environment';
import { EventLogService } from '../src/event-log/event-log.service';
import { EventsController } from '../src/event-log/events.controller';
import { ListEventsQuery } from '../src/event-log/events.dto';
import { CypherCatalogue } from '../src/graph/cypher-catalogue.service';
import { GraphService } from '../src/graph/graph.service';
import { SchemaService } from '../src/graph/schema.service';
import { createApplication } from '../src/main';
import { addEntities, addMarket, anItem } from '../test/support/item-builder';
import { startNeo4j } from '../test/support/neo4j-process';

interface Served {
  readonly url: string;
  readonly key: string;
}

interface Figures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

interface Row {
  readonly name: string;
  readonly path: string;
  readonly kind: 'kept until the next tick' | 'asked of the database' | '304';
  readonly bytes: number;
  readonly service: Figures;
  readonly bare: Figures;
  readonly ratio: number;
}

interface Settings {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
}

export const run = async (args: readonly string[]): Promise<void> => {
  if (args[0] === '--serve') await serveService();
  else if (args[0] === '--bare') await serveBare();
  else await measureAll(settingsOf(args));
};

const settingsOf = (args: readonly string[]): Settings => {
  const value = (name: string, fallback: number): number => {
    const index = args.indexOf(`--${name}`);
    return index < 0 ? fallback : Number(args[index + 1]);
  };
  return {
    seconds: value('seconds', 5),
    rounds: value('rounds', 2),
    connections: value('connections', 50),
  };
};

/** The whole service on a database of its own: the seed, 5,000 items of the last day, one market. */
const serveService = async (): Promise<void> => {
  const neo4j = await startNeo4j();
  const { connection } = neo4j.server;
  const environment = {
    ...readEnvironment({ POLLING: 'false', LOG_LEVEL: 'warn', MODEL: 'off' }),
    partnerPerHour: 100_000_000,
  };
  const schemaGraph = new GraphService(connection, new CypherCatalogue());
  await new SchemaService(schemaGraph).apply();
  await schemaGraph.close();
  const app = await createApplication({ environment, clock: new SystemClock(), connection });
  await app.listen(0, '127.0.0.1');
  const graph = app.get(GraphService, { strict: false });
  await fill(graph, app.get(EventLogService, { strict: false }));
  const { key } = await app.get(ApiKeyService, { strict: false }).issue('partner', 'bench');
  process.on('message', () => {
    void readsPerSecond(app.get(EventsController, { strict: false })).then((rate) =>
      process.send?.(rate),
    );
  });
  // The measuring process is done, or gone.
  process.once('disconnect', () => {
    void app
      .close()
      .then(() => neo4j.stop())
      .then(() => process.exit(0));
  });
  process.send?.({ url: await app.getUrl(), key } satisfies Served);
};

const fill = async (graph: GraphService, log: EventLogService): Promise<void> => {
  const now = nowMillis(new SystemClock());
  const entities = ['iran', 'israel', 'russia', 'ukraine', 'china'];
  await addEntities(
    graph,
    entities.map((id) => ({ id, theater: id })),
  );
  await log.append(
    Array.from({ length: 5_000 }, (_, n) =>
      anItem({
        id: `bench-${n}`,
        at: now - n * 15_000,
        firstSeenAt: now,
        source: `bench-${n % 80}`,
        title: `Report ${n} of the last day, as long as a headline usually is`,
        sourceType: SOURCE_TYPES[n % SOURCE_TYPES.length] ?? 'news',
        entities: [entities[n % entities.length] ?? 'iran'],
      }),
    ),
  );
  await addMarket(graph, 'polymarket', 'bench', ['iran', 'israel']);
};

/** How often the handler alone gives the first page of the event log: the database's own limit. */
const readsPerSecond = async (events: EventsController): Promise<number> => {
  const until = process.hrtime.bigint() + 4_000_000_000n;
  let reads = 0;
  const reader = async (): Promise<void> => {
    while (process.hrtime.bigint() < until) {
      await events.list(Object.assign(new ListEventsQuery(), { limit: 50 }));
      reads += 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, reader));
  return Math.round(reads / 4);
};

/** One route of bare Fastify; a message sets the bytes that it answers. */
const serveBare = async (): Promise<void> => {
  const server = fastify();
  let body = Buffer.from('');
  let type = 'application/json; charset=utf-8';
  let status = 200;
  server.get('/', (_request, reply) => {
    void reply.code(status).type(type).send(body);
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  process.on('message', (next: { body: string; type: string; status: number }) => {
    body = Buffer.from(next.body, 'base64');
    type = next.type;
    status = next.status;
    process.send?.('set');
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ url, key: '' } satisfies Served);
};

const measureAll = async (settings: Settings): Promise<void> => {
  const service = start('--serve');
  const bare = start('--bare');
  const rows: Row[] = [];
  let databaseRate = 0;
  try {
    const [ours, theirs] = await Promise.all([message<Served>(service), message<Served>(bare)]);
    for (const address of ADDRESSES) {
      const row = await measure(address, ours, theirs, bare, settings);
      if (row !== null) rows.push(row);
    }
    service.send('count');
    databaseRate = await message<number>(service);
  } finally {
    if (service.connected) service.disconnect();
    if (bare.connected) bare.disconnect();
  }
  report(rows, settings, databaseRate);
};

const measure = async (
  { name, path, everyTimeNew = false }: (typeof ADDRESSES)[number],
  ours: Served,
  theirs: Served,
  bare: ChildProcess,
  settings: Settings,
): Promise<Row | null> => {
  const headers: Record<string, string> = { 'x-api-key': ours.key };
  const first = await fetch(`${ours.url}${path}`, { headers: plain(headers) });
  const tag = first.headers.get('etag') ?? '';
  const body = Buffer.from(await first.arrayBuffer());
  if (first.status !== 200) {
    say(`${name}: ${path} answered ${first.status}, left out`);
    return null;
  }
  const unchanged = name.endsWith('304');
  if (unchanged) headers['if-none-match'] = tag;
  const type = first.headers.get('content-type') ?? 'application/json';
  bare.send({
    body: unchanged ? '' : body.toString('base64'),
    type,
    status: unchanged ? 304 : 200,
  });
  await message(bare);
  const [service, other]: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round < settings.rounds; round++) {
    service.push(await load(`${ours.url}${path}`, headers, settings, everyTimeNew));
    other.push(await load(theirs.url, {}, settings));
  }
  const [best, bestBare] = [fastest(service), fastest(other)];
  const kept = (first.headers.get('cache-control') ?? '').includes('max-age=60');
  say(`${name}: ${best.requestsPerSecond} of ${bestBare.requestsPerSecond} requests a second`);
  return {
    name,
    path,
    kind: unchanged
      ? '304'
      : kept && !everyTimeNew
        ? 'kept until the next tick'
        : 'asked of the database',
    bytes: unchanged ? 0 : body.length,
    service: best,
    bare: bestBare,
    ratio: round(best.requestsPerSecond / bestBare.requestsPerSecond, 3),
  };
};

/** What is measured. `everyTimeNew` asks a different address each time, so that none is kept. */
const ADDRESSES: readonly { name: string; path: string; everyTimeNew?: boolean }[] = [
  { name: 'entities', path: '/v1/ontology/entities?type=country' },
  { name: 'events', path: '/v1/ontology/events?limit=50' },
  { name: 'events, each asked anew', path: '/v1/ontology/events?limit=50', everyTimeNew: true },
  { name: 'confluence', path: '/v1/ontology/confluence/polymarket/bench' },
  { name: 'digest', path: '/v1/ontology/digest' },
  { name: 'track record', path: '/api/track-record.json' },
  { name: 'badge', path: '/api/badge/track-record.svg' },
  { name: 'entities, 304', path: '/v1/ontology/entities?type=country' },
];

const load = async (
  url: string,
  headers: Record<string, string>,
  { seconds, connections }: Settings,
  everyTimeNew = false,
): Promise<Figures> => {
  let count = 0;
  const { pathname, search } = new URL(url);
  const anew = (request: autocannon.Request): autocannon.Request => {
    const since = new Date((count += 1) * 1000).toISOString();
    return { ...request, path: `${pathname}${search}&since=${since}` };
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(everyTimeNew ? { requests: [{ setupRequest: anew }] } : {}),
  });
  return {
    requestsPerSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  };
};

/** `fetch` would ask for compression; the bare route has none. */
const plain = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'accept-encoding': 'identity',
});

const start = (role: string): ChildProcess =>
  fork(packagePath('scripts', 'bench.mjs'), ['http', role], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

const message = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once('message', (value) => {
      resolve(value as T);
    });
    child.once('exit', (code) => {
      reject(new Error(`A server of the benchmark ended with ${code ?? 'a signal'}`));
    });
  });

const fastest = (rounds: readonly Figures[]): Figures =>
  rounds.reduce((best, next) => (next.requestsPerSecond > best.requestsPerSecond ? next : best));

const report = (rows: readonly Row[], settings: Settings, databaseRate: number): void => {
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    node: process.version,
  };
  mkdirSync(packagePath('bench', 'results'), { recursive: true });
  writeFileSync(
    packagePath('bench', 'results', 'http.json'),
    `${JSON.stringify({ machine, settings, rows, eventPagesPerSecondOfTheDatabase: databaseRate }, null, 2)}\n`,
  );
  console.table(
    Object.fromEntries(
      rows.map(({ name, kind, bytes, service, bare, ratio }) => [
        name,
        {
          kind,
          bytes,
          'req/s': service.requestsPerSecond,
          'p99 ms': service.p99Ms,
          'bare req/s': bare.requestsPerSecond,
          'bare p99 ms': bare.p99Ms,
          ratio,
          failures: service.failures,
        },
      ]),
    ),
  );
  say(`The first page of the event log without HTTP: ${databaseRate} a second`);
};

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
