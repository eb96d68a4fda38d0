/**
 * Mixed load on a running deployment during its ticks: all kinds of responses, cached and uncached, valid and invalid,
 * with and without a key, at the maximum rate of the connections.
 *
 *   LIMIT_PARTNER=10000000 POLL_INTERVAL_SECONDS=60 npm start -- --demo
 *   node bin/vedette.js keys issue --tier partner --label load --demo
 *   npm run bench http deployment -- --key KEY [--url http://127.0.0.1:8080] [--minutes 10] [--connections 32]
 *
 * Measured from outside only: responses, and memory and ticks from `/metrics`. An unexpected status is an error, except
 * 429.
 */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../../src/platform/common/durations';
import { quantiles } from '../support/quantiles';
import type { Bench, Part } from '../support/bench';
import { seededRandom } from '../support/seeded-random';

interface Target {
  readonly url: string;
  readonly key: string;
  readonly agent: Agent;
}

/** A kind of request with its relative frequency and expected status. */
interface Kind {
  readonly weight: number;
  readonly status: number;
  readonly path: () => string;
}

/** A sample of `/metrics`. */
interface Sample {
  readonly heapMb: number;
  readonly rssMb: number;
  readonly ticks: number;
  readonly failedTicks: number;
  readonly tickSeconds: number;
}

const SAMPLE_EVERY_MS = 10_000;
const KEYED_SHARE = 0.9;
const ENTITIES = ['iran', 'israel', 'russia', 'ukraine', 'china', 'hezbollah'];

export const deployment: Part = async (bench) => {
  const connections = bench.number('connections', 32);
  const minutes = bench.number('minutes', 10);
  const target: Target = {
    url: bench.option('url') ?? 'http://127.0.0.1:8080',
    key: bench.option('key') ?? '',
    agent: new Agent({ keepAlive: true, maxSockets: connections + 2 }),
  };
  const choose = chooser(await kindsOf(target), seededRandom(1));
  const samples = [await sampleOf(target)];
  const load = new Load();
  const until = performance.now() + minutes * MINUTE_MS;
  const ask = async (): Promise<void> => {
    while (performance.now() < until) await load.ask(target, choose());
  };
  const watch = async (): Promise<void> => {
    while (performance.now() < until) {
      await sleep(Math.min(SAMPLE_EVERY_MS, until - performance.now()));
      const sample = await sampleOf(target);
      samples.push(sample);
      bench.say(
        `${load.latencies.length} answers, ${load.wrong.size} kinds of error, heap ${sample.heapMb} MB, ${sample.ticks} ticks`,
      );
    }
  };
  await Promise.all([...Array.from({ length: connections }, ask), watch()]);
  target.agent.destroy();
  report(bench, load, samples, { minutes, connections });
};

class Load {
  readonly latencies: number[] = [];
  readonly statuses = new Map<string, number>();
  readonly wrong = new Map<string, number>();

  async ask(target: Target, { path, status, keyed }: Asked): Promise<void> {
    const begun = performance.now();
    const got = await statusOf(target, path, keyed);
    this.latencies.push(performance.now() - begun);
    count(this.statuses, `${keyed ? 'key' : 'anonymous'} ${got}`);
    if (got !== String(status) && got !== '429') count(this.wrong, `${got} ${path}`);
  }
}

interface Asked {
  readonly path: string;
  readonly status: number;
  readonly keyed: boolean;
}

const chooser = (kinds: readonly Kind[], random: () => number): (() => Asked) => {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let at = random() * total;
    for (const { weight, path, status } of kinds)
      if ((at -= weight) < 0) return { path: path(), status, keyed: random() < KEYED_SHARE };
    throw new Error('Nothing may be asked');
  };
};

/** Addresses from the deployment's content. */
const kindsOf = async (target: Target): Promise<Kind[]> => {
  const random = seededRandom(2);
  const anyOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const list = async <T>(path: string): Promise<T[]> => {
    const answer = await fetch(`${target.url}${path}`, { headers: { 'x-api-key': target.key } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: is the key good?`);
    return (await answer.json()) as T[];
  };
  const markets = await list<{ exchange: string; ticker: string }>('/v1/markets?limit=50');
  const items = await list<{ id: string }>('/v1/ontology/events?limit=50');
  const receipts = await list<{ trade_id: string }>('/api/receipts?limit=20');
  const since = (): string => new Date(Date.now() - random() * 30 * DAY_MS).toISOString();
  const kind = (weight: number, path: () => string, status = 200): Kind => ({ weight, path, status });
  return [
    kind(20, () => '/v1/ontology/events?limit=50'),
    kind(8, () => `/v1/ontology/events?limit=50&entity=${anyOf(ENTITIES)}`),
    kind(3, () => `/v1/ontology/events?limit=50&since=${since()}`),
    kind(10, () => {
      const { exchange, ticker } = anyOf(markets);
      return `/v1/ontology/confluence/${exchange}/${encodeURIComponent(ticker)}`;
    }),
    kind(10, () => '/v1/ontology/digest'),
    kind(10, () => '/v1/ontology/entities?type=country'),
    kind(10, () => '/api/track-record.json'),
    kind(10, () => '/api/badge/track-record.svg'),
    kind(5, () => '/v1/ontology/alerts'),
    kind(5, () => '/v1/sources'),
    kind(3, () => `/v1/ontology/events/${encodeURIComponent(anyOf(items).id)}`),
    kind(3, () => `/api/receipt/${anyOf(receipts).trade_id}.json`),
    kind(2, () => '/'),
    kind(1, () => '/markets'),
    kind(1, () => '/log'),
    kind(2, () => '/v1/ontology/entities/nothing-here', 404),
    kind(1, () => '/v1/ontology/events?limit=zero', 400),
  ];
};

/** The status of a complete response, or an error code. */
const statusOf = (target: Target, path: string, keyed: boolean): Promise<string> =>
  new Promise((resolve) => {
    const headers = keyed ? { 'x-api-key': target.key } : {};
    get(`${target.url}${path}`, { agent: target.agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        resolve(String(response.statusCode));
      });
    }).on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.name);
    });
  });

const sampleOf = async ({ url }: Target): Promise<Sample> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const sum = (name: string): number =>
    [...text.matchAll(new RegExp(`^vedette_${name} (\\S+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  const megabytes = (kind: string): number => Math.round(sum(`process_memory_bytes\\{kind="${kind}"\\}`) / 1024 / 1024);
  return {
    heapMb: megabytes('heap_used'),
    rssMb: megabytes('rss'),
    ticks: sum('ticks_total\\{.*\\}'),
    failedTicks: sum('ticks_total\\{result="failed"\\}'),
    tickSeconds: sum('tick_seconds_sum'),
  };
};

const report = (
  bench: Bench,
  { latencies, statuses, wrong }: Load,
  samples: readonly Sample[],
  settings: { readonly minutes: number; readonly connections: number },
): void => {
  const [first, last] = [samples[0], samples.at(-1)] as [Sample, Sample];
  const ticks = last.ticks - first.ticks;
  const figures = {
    ...settings,
    answers: latencies.length,
    perSecond: Math.round(latencies.length / (settings.minutes * 60)),
    ...quantiles(latencies),
    statuses: Object.fromEntries([...statuses].sort()),
    wrong: Object.fromEntries([...wrong].sort()),
    ticks,
    failedTicks: last.failedTicks - first.failedTicks,
    meanTickSeconds: Math.round(((last.tickSeconds - first.tickSeconds) / ticks) * 10) / 10,
    // Live memory after a collection: the minimum of each tenth of the run.
    heapMbLeast: leastOfTenths(samples.map(({ heapMb }) => heapMb)),
    rssMbLeast: leastOfTenths(samples.map(({ rssMb }) => rssMb)),
  };
  bench.keep('load', figures);
  bench.say(JSON.stringify(figures, null, 2));
};

const leastOfTenths = (values: readonly number[]): number[] => {
  const size = Math.max(1, Math.floor(values.length / 10));
  return Array.from({ length: Math.ceil(values.length / size) }, (_, tenth) =>
    Math.min(...values.slice(tenth * size, (tenth + 1) * size)),
  );
};

const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};
