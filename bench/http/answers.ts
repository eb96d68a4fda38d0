/**
 * Overhead of the HTTP layer. Each address is requested from the whole service, with API key, limits, ETags and all
 * headers, and from a bare Fastify route with identical bytes: same machine, same run, alternating, each server in its
 * own process, the load from a third.
 *
 *   npm run bench http [-- --seconds 5 --rounds 3 --connections 50 --only kept|anew]
 *
 * Cached responses are compared with the bare route, by the median of the rounds' ratios. Uncached ones are compared
 * with the database alone, with the same statement through the bare driver: an upper limit for any server in front of
 * it.
 */
import type { ChildProcess } from 'node:child_process';
import { cpus } from 'node:os';
import type { LoadFigures, LoadOrder } from './load';
import type { Bench, Part } from '../support/bench';
import type { BareAnswer, DatabaseOrder, Served } from './roles';

interface Address {
  readonly name: string;
  readonly path: string;
  readonly kind: 'kept' | 'anew';
  readonly headers?: Readonly<Record<string, string>>;
  /** Requested with the response's ETag, to get 304. */
  readonly unchanged?: boolean;
}

const ADDRESSES: readonly Address[] = [
  { name: 'entities', kind: 'kept', path: '/v1/ontology/entities?type=country' },
  {
    name: 'entities, brotli',
    kind: 'kept',
    path: '/v1/ontology/entities?type=country',
    headers: { 'accept-encoding': 'br' },
  },
  {
    name: 'entities, 304',
    kind: 'kept',
    path: '/v1/ontology/entities?type=country',
    unchanged: true,
  },
  { name: 'events', kind: 'kept', path: '/v1/ontology/events?limit=50' },
  { name: 'confluence', kind: 'kept', path: '/v1/ontology/confluence/polymarket/bench' },
  { name: 'digest', kind: 'kept', path: '/v1/ontology/digest' },
  { name: 'track record', kind: 'kept', path: '/api/track-record.json' },
  { name: 'badge', kind: 'kept', path: '/api/badge/track-record.svg' },
  { name: 'events, each asked anew', kind: 'anew', path: '/v1/ontology/events?limit=50' },
];

interface Settings {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly only: string | null;
}

interface Row {
  readonly name: string;
  readonly path: string;
  readonly kind: Address['kind'];
  readonly bytes: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly service: LoadFigures;
  /** The bare route, or null when compared with the database. */
  readonly bare: LoadFigures | null;
  /** Pages per second of the database alone. */
  readonly database: number | null;
  /** Service ÷ bare route, or ÷ database: the median of the rounds. */
  readonly ratio: number;
}

/** The processes of a measurement. */
interface Stage {
  readonly service: Served;
  readonly bare: Served;
  readonly ask: {
    readonly bare: (answer: BareAnswer) => Promise<unknown>;
    readonly load: (order: LoadOrder) => Promise<LoadFigures>;
    readonly database: (order: DatabaseOrder) => Promise<number>;
  };
}

export const answers: Part = async (bench) => {
  const settings = {
    seconds: bench.number('seconds', 5),
    rounds: bench.number('rounds', 3),
    connections: bench.number('connections', 50),
    only: bench.option('only') ?? null,
  };
  const [service, bare, client, database] = ['service', 'bare', 'load', 'database'].map((role) =>
    bench.start(role),
  ) as [ChildProcess, ChildProcess, ChildProcess, ChildProcess];
  const [ours, theirs] = await Promise.all([
    answer<Served>(service),
    answer<Served>(bare),
    answer(client),
    answer(database),
  ]);
  const stage: Stage = {
    service: ours,
    bare: theirs,
    ask: {
      bare: (order) => answer(bare, order),
      load: (order) => answer<LoadFigures>(client, order),
      database: (order) => answer<number>(database, order),
    },
  };
  const rows: Row[] = [];
  for (const address of ADDRESSES.filter(({ kind }) => (settings.only ?? kind) === kind)) {
    const row = await measure(address, stage, settings);
    bench.say(`${row.name}: ${row.service.requestsPerSecond} a second, ratio ${row.ratio}`);
    rows.push(row);
  }
  report(bench, rows, settings);
};

const measure = async (address: Address, stage: Stage, settings: Settings): Promise<Row> => {
  const { service, ask } = stage;
  const url = `${service.url}${address.path}`;
  const first = await firstAnswer(url, address, service.key);
  await ask.bare(first.bare);
  const order = { seconds: settings.seconds, connections: settings.connections };
  const anew = address.kind === 'anew';
  const ours: LoadFigures[] = [];
  const theirs: LoadFigures[] = [];
  const database: number[] = [];
  for (let round = 0; round < settings.rounds; round++) {
    ours.push(await ask.load({ ...order, url, headers: first.asked, anew }));
    if (anew && service.connection !== null)
      database.push(await ask.database({ ...order, connection: service.connection }));
    else theirs.push(await ask.load({ ...order, url: stage.bare.url, headers: {}, anew: false }));
  }
  const rivals = anew ? database : theirs.map(({ requestsPerSecond }) => requestsPerSecond);
  const ratios = ours.map(({ requestsPerSecond }, round) => requestsPerSecond / (rivals[round] ?? 0));
  return {
    name: address.name,
    path: address.path,
    kind: address.kind,
    bytes: Buffer.byteLength(first.bare.body, 'base64'),
    seconds: settings.seconds,
    rounds: settings.rounds,
    service: middle(ours),
    bare: anew ? null : middle(theirs),
    database: anew ? median(database) : null,
    ratio: Math.round(median(ratios) * 1000) / 1000,
  };
};

/** A response as clients get it, for the bare route, with its request headers. */
const firstAnswer = async (
  url: string,
  { name, unchanged = false, headers = {} }: Address,
  key: string,
): Promise<{ asked: Record<string, string>; bare: BareAnswer }> => {
  // `fetch` would request compression by default.
  const asked: Record<string, string> = { 'x-api-key': key, ...headers };
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity', ...asked } });
  if (plain.status !== 200) throw new Error(`${name} answered ${plain.status}`);
  const body = Buffer.from(await plain.arrayBuffer());
  if (unchanged) asked['if-none-match'] = plain.headers.get('etag') ?? '';
  const encoding = plain.headers.get('content-encoding');
  const type = { 'content-type': plain.headers.get('content-type') ?? 'application/json' };
  return {
    asked,
    bare: unchanged
      ? { body: '', status: 304, headers: {} }
      : {
          body: (encoding === null ? body : await encodedBody(url, asked)).toString('base64'),
          status: 200,
          headers: encoding === null ? type : { ...type, 'content-encoding': encoding },
        },
  };
};

/** The compressed bytes; `fetch` would decompress them. */
const encodedBody = async (url: string, headers: Record<string, string>): Promise<Buffer> => {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve(Buffer.concat(chunks));
      });
    }).on('error', reject);
  });
};

/** Next message of a child process, optionally after sending an order. */
const answer = <T>(child: ChildProcess, order?: object): Promise<T> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null): void => {
      reject(new Error(`A process of the benchmark ended with ${code ?? 'a signal'}`));
    };
    child.once('exit', ended);
    child.once('message', (value) => {
      child.off('exit', ended);
      resolve(value as T);
    });
    if (order !== undefined) child.send(order);
  });

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/** The round with the median rate. */
const middle = (rounds: readonly LoadFigures[]): LoadFigures => {
  const sorted = [...rounds].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  const [one] = sorted.slice(Math.floor((sorted.length - 1) / 2));
  if (one === undefined) throw new Error('No round was run');
  return one;
};

/** Rows of this run replace those of the same name; others are kept. */
const report = (bench: Bench, rows: readonly Row[], settings: Settings): void => {
  const before = bench.kept<{ rows: Row[] }>('http');
  const all = ADDRESSES.flatMap(({ name }) => [
    ...rows.filter((row) => row.name === name),
    ...(before?.rows ?? []).filter((row) => row.name === name && !rows.some((one) => one.name === name)),
  ]);
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    node: process.version,
  };
  const { connections } = settings;
  bench.keep('http', { machine, connections, rows: all });
  console.table(
    Object.fromEntries(
      rows.map(({ name, bytes, service, bare, database, ratio }) => [
        name,
        {
          bytes,
          'req/s': service.requestsPerSecond,
          'p99 ms': service.p99Ms,
          'bare req/s': bare?.requestsPerSecond ?? '',
          'bare p99 ms': bare?.p99Ms ?? '',
          'database alone': database ?? '',
          ratio,
          failures: service.failures,
        },
      ]),
    ),
  );
};
