/**
 * A run of faults against a service on the demo's replay, with its own embedded Neo4j, under load:
 * kills of the service and of the database, upstreams that fail, hang, are cut or have another time.
 * Prints what happened, and at the end checks what must hold whatever happened. `npm run faults`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CypherCatalogue } from '../../src/graph/cypher-catalogue.service';
import { EmbeddedServer } from '../../src/graph/embedded-server.service';
import { GraphService } from '../../src/graph/graph.service';
import { FaultyReplay, type UpstreamFault } from '../support/faulty-replay';
import { anyPort, libDir } from '../support/neo4j-process';
import { runCommand, startService, until, type ServiceChild } from '../support/service-child';

const KINDS = ['service killed', 'database killed', 'error', 'hang', 'cut', 'clock'] as const;
type Kind = (typeof KINDS)[number];

const ROUTES = [
  '/v1/ontology/events?limit=5',
  '/v1/ontology/alerts',
  '/v1/ontology/digest',
  '/api/registry/index.json',
];
const SLOWEST_RECOVERY_MS = 300_000;

interface Logged {
  readonly id: string;
  readonly sha256: string;
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

class FaultRun {
  private service: ServiceChild | null = null;
  /** Documents that readers have seen in the log: their hashes by id. */
  private readonly acknowledged = new Map<string, string>();
  /** Predictions that the command line has acknowledged, by market. */
  private readonly predicted = new Map<string, number>();
  private readonly answers = new Map<string, number>();
  private loading = true;

  constructor(
    private readonly dataDir: string,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly replay: FaultyReplay,
    private readonly random: () => number,
  ) {}

  /** Starts the service and waits for its first predictions: without any there is nothing to lose. */
  async start(): Promise<void> {
    this.service = await startService(this.settings);
    await until('there are predictions', async () => {
      await this.readLog();
      return this.acknowledged.size > 0;
    });
  }

  /** Injects one fault and waits until the service is ready again. */
  async inject(number: number, kind: Kind): Promise<void> {
    // Every third fault falls upon predictions that somebody has asked for.
    const predicting = number % 3 === 0 ? this.predict() : Promise.resolve();
    await sleep(this.random() * 6_000);
    const before = this.failures();
    const begun = performance.now();
    await this.cause(kind);
    const readyMs = await this.untilReady(begun);
    await predicting;
    await this.readLog();
    const figures = [(readyMs / 1000).toFixed(1), this.failures() - before, this.rssMb()];
    say(`| ${number} | ${kind} | ${figures.join(' | ')} | ${this.acknowledged.size} |`);
  }

  /** Asks all the while, as readers do. */
  async load(): Promise<void> {
    for (let n = 0; this.loading; n += 1) {
      const outcome = await fetch(`${this.baseUrl}${ROUTES[n % ROUTES.length] ?? ''}`, {
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        () => 'no answer',
      );
      this.answers.set(outcome, (this.answers.get(outcome) ?? 0) + 1);
      await sleep(200);
    }
  }

  async stop(): Promise<void> {
    this.loading = false;
    const begun = performance.now();
    const code = await this.service?.stop();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    say(`\nStopped with code ${code ?? 'none'} after ${seconds} s.`);
    const answers = [...this.answers].map(([status, count]) => `${count} × ${status}`);
    say(`Answers under load: ${answers.join(', ')}.`);
  }

  /** What must hold. Each line says whether it does. */
  async check(): Promise<boolean> {
    const verified = await runCommand(['registry', 'verify'], this.settings);
    const server = await EmbeddedServer.open({
      libDir,
      instanceDir: join(this.dataDir, 'demo'),
      heapMb: 256,
      pageCacheMb: 64,
    });
    const graph = new GraphService(server.connection, new CypherCatalogue());
    try {
      const [row = {}] = await graph.statement(CHECKS, 'READ');
      const stored = await graph.statement('MATCH (b:Bundle) RETURN b.id AS id, b.sha256 AS sha256', 'READ'); // prettier-ignore
      const bundles = new Map(stored.map(({ id, sha256 }) => [String(id), String(sha256)]));
      const lost = [...this.acknowledged].filter(([id, sha256]) => bundles.get(id) !== sha256);
      const made = await graph.statement(
        "MATCH (p:Prediction) RETURN p.exchange + '/' + p.ticker AS market, count(p) AS n",
        'READ',
      );
      const kept = new Map(made.map(({ market, n }) => [String(market), Number(n)]));
      const missing = [...this.predicted].filter(([market, n]) => (kept.get(market) ?? 0) < n);
      const held: [string, boolean][] = [
        [`the chain verifies: ${verified.stdout.trim()}`, verified.code === 0],
        [`${String(row['items'])} items, each counted once`, row['items'] === row['counted']],
        ['no news item is without its story', row['unlinked'] === 0],
        [`${String(row['records'])} records without a gap`, row['records'] === row['numbered']],
        ['every prediction has its bundle and record', row['unproven'] === 0],
        [`${this.acknowledged.size} seen in the log, ${lost.length} lost`, lost.length === 0],
        [
          `${sum(this.predicted)} acknowledged to the command line, of ${missing.length} markets some lost`,
          missing.length === 0,
        ],
      ];
      for (const [what, holds] of held) say(`${holds ? '✓' : '✗'} ${what}`);
      return held.every(([, holds]) => holds);
    } finally {
      await graph.close();
      await server.stop();
    }
  }

  private get baseUrl(): string {
    return this.service?.baseUrl ?? '';
  }

  private async cause(kind: Kind): Promise<void> {
    if (kind === 'service killed') {
      await this.service?.kill();
      this.service = await startService(this.settings);
    } else if (kind === 'database killed') process.kill(this.databasePid(), 'SIGKILL');
    else await this.letUpstreams(kind);
  }

  private async letUpstreams(fault: UpstreamFault): Promise<void> {
    this.replay.fault = fault;
    // Longer than the interval of the ticks: at least one falls into it.
    await sleep(12_000);
    this.replay.fault = 'none';
  }

  private databasePid(): number {
    const text = readFileSync(join(this.dataDir, 'demo', 'neo4j.json'), 'utf8');
    return (JSON.parse(text) as { pid: number }).pid;
  }

  private async untilReady(begun: number): Promise<number> {
    while (performance.now() - begun < SLOWEST_RECOVERY_MS) {
      const ready = await fetch(`${this.baseUrl}/health/ready`).catch(() => null);
      if (ready?.ok === true) return performance.now() - begun;
      await sleep(250);
    }
    throw new Error(`Not ready again:\n${this.service?.words().slice(-4_000) ?? ''}`);
  }

  /** `vedette predict` beside the service; what it tells is acknowledged. */
  private async predict(): Promise<void> {
    const { stdout } = await runCommand(['predict'], this.settings);
    for (const line of stdout.split('\n').filter((text) => text.startsWith('{'))) {
      const { exchange, ticker, kind } = JSON.parse(line) as Record<string, string>;
      if (kind !== 'predicted') continue;
      const market = `${exchange ?? ''}/${ticker ?? ''}`;
      this.predicted.set(market, (this.predicted.get(market) ?? 0) + 1);
    }
  }

  /** What readers see in the open day counts as acknowledged. */
  private async readLog(): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    const answer = await fetch(`${this.baseUrl}/api/registry/${day}.json`);
    if (!answer.ok) return;
    const { records } = (await answer.json()) as { records: (Logged & { kind: string })[] };
    for (const { kind, id, sha256 } of records)
      if (kind === 'bundle') this.acknowledged.set(id, sha256);
  }

  private failures(): number {
    return [...this.answers].reduce(
      (sum, [status, count]) => (status === '200' ? sum : sum + count),
      0,
    );
  }

  private rssMb(): string {
    const status = readFileSync(`/proc/${this.service?.pid ?? 'self'}/status`, 'utf8');
    return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024).toFixed(0);
  }
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0);

const CHECKS = `
  CALL () { MATCH (i:Item) RETURN count(i) AS items }
  CALL () { MATCH (d:SourceDay) RETURN sum(d.items) AS counted }
  CALL () { MATCH (i:Item {source_type: 'news'}) WHERE NOT (i)-[:REPORTS]->() RETURN count(i) AS unlinked }
  CALL () { MATCH (r:Record) RETURN count(r) AS records, coalesce(max(r.leaf_index) + 1, 0) AS numbered }
  CALL () {
    MATCH (p:Prediction)
    WHERE NOT EXISTS { MATCH (b:Bundle {id: p.id}) MATCH (:Record {sha256: b.sha256}) }
    RETURN count(p) AS unproven
  }
  RETURN items, counted, unlinked, records, numbered, unproven`;

/** @param args `--count`, how many faults; `--seed`, which run */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { count: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-faults-'));
  const replay = await FaultyReplay.open();
  const settings = {
    ...replay.settings(),
    DATA_DIR: dataDir,
    PORT: String(await anyPort()),
    LIMIT_ANONYMOUS: '1000000',
    NEO4J_HEAP_MB: '256',
    NEO4J_PAGE_CACHE_MB: '64',
  };
  const random = randomFrom(Number(values.seed));
  const faults = new FaultRun(dataDir, settings, replay, random);
  try {
    await faults.start();
    const loading = faults.load();
    say('| # | fault | ready after s | failed answers | MB | seen in the log |');
    say('|--:|---|--:|--:|--:|--:|');
    for (let number = 1; number <= Number(values.count); number += 1) {
      // Each kind in its turn, from where the seed says.
      const kind = KINDS[(number - 1 + Number(values.seed) - 1) % KINDS.length] ?? 'error';
      await faults.inject(number, kind);
    }
    await faults.stop();
    await loading;
    if (!(await faults.check())) process.exitCode = 1;
  } finally {
    await replay.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
