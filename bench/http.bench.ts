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
import { packagePath } from '../src/common/package-root';
import { SystemClock } from '../src/common/system-clock.provider';
import { readEnvironment } from '../src/config/environment';
import { openGraph } from '../src/graph/open-graph.service';

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

/** The whole service on the demo's data, in this process. */
const serveService = async (): Promise<void> => {
  const environment = readEnvironment({
    ...process.env,
    VEDETTE_DEMO: 'true',
    NEO4J_URI: process.env['NEO4J_URI'] ?? '',
    PORT: '0',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
    LIMIT_PARTNER: '10000000',
  });
  const { connection, server } = await openGraph(environment, say);
  const { createApplication } = await import('../src/main.js');
  const app = await createApplication({ environment, clock: new SystemClock(), connection });
  await app.listen(0, '127.0.0.1');
  const { key } = await app.get(ApiKeyService, { strict: false }).issue('partner', 'bench');
  process.send?.({ url: await app.getUrl(), key } satisfies Served);
  process.once('message', () => {
    void app
      .close()
      .then(() => server?.stop())
      .then(() => process.exit(0));
  });
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
  process.on('message', (next: { body: string; type: string; status: number } | 'stop') => {
    if (next === 'stop') process.exit(0);
    body = Buffer.from(next.body, 'base64');
    type = next.type;
    status = next.status;
    process.send?.('set');
  });
  process.send?.({ url, key: '' } satisfies Served);
};

const measureAll = async (settings: Settings): Promise<void> => {
  const service = start('--serve');
  const bare = start('--bare');
  const [ours, theirs] = [await message<Served>(service), await message<Served>(bare)];
  const rows: Row[] = [];
  try {
    for (const { name, path } of await addresses(ours)) {
      const row = await measure(name, path, ours, theirs, bare, settings);
      if (row !== null) rows.push(row);
    }
  } finally {
    service.send('stop');
    bare.send('stop');
  }
  report(rows, settings);
};

const measure = async (
  name: string,
  path: string,
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
    service.push(await load(`${ours.url}${path}`, headers, settings));
    other.push(await load(theirs.url, {}, settings));
  }
  const [best, bestBare] = [fastest(service), fastest(other)];
  const kept = (first.headers.get('cache-control') ?? '').includes('max-age=60');
  say(`${name}: ${best.requestsPerSecond} of ${bestBare.requestsPerSecond} requests a second`);
  return {
    name,
    path,
    kind: unchanged ? '304' : kept ? 'kept until the next tick' : 'asked of the database',
    bytes: unchanged ? 0 : body.length,
    service: best,
    bare: bestBare,
    ratio: round(best.requestsPerSecond / bestBare.requestsPerSecond, 3),
  };
};

/** What is measured: the promised endpoints, a market that exists, and an unchanged answer. */
const addresses = async ({ url, key }: Served): Promise<{ name: string; path: string }[]> => {
  const ask = async (path: string): Promise<{ exchange?: string; ticker?: string }[]> => {
    const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } });
    return answer.ok ? ((await answer.json()) as { exchange: string; ticker: string }[]) : [];
  };
  const [market] = await ask('/v1/markets?limit=1');
  const confluence =
    market === undefined
      ? []
      : [
          {
            name: 'confluence',
            path: `/v1/ontology/confluence/${market.exchange ?? ''}/${market.ticker ?? ''}`,
          },
        ];
  return [
    { name: 'entities', path: '/v1/ontology/entities?type=country' },
    { name: 'events', path: '/v1/ontology/events?limit=50' },
    { name: 'events of an entity', path: '/v1/ontology/events?entity=iran&limit=50' },
    ...confluence,
    { name: 'digest', path: '/v1/ontology/digest' },
    { name: 'track record', path: '/api/track-record.json' },
    { name: 'badge', path: '/api/badge/track-record.svg' },
    { name: 'entities, 304', path: '/v1/ontology/entities?type=country' },
  ];
};

const load = async (
  url: string,
  headers: Record<string, string>,
  { seconds, connections }: Settings,
): Promise<Figures> => {
  const result = await autocannon({ url, connections, duration: seconds, headers });
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

const report = (rows: readonly Row[], settings: Settings): void => {
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    node: process.version,
  };
  mkdirSync(packagePath('bench', 'results'), { recursive: true });
  writeFileSync(
    packagePath('bench', 'results', 'http.json'),
    `${JSON.stringify({ machine, settings, rows }, null, 2)}\n`,
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
};

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
