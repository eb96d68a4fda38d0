import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { packagePath } from '../../src/platform/common/package-root';
import { readEnvironment } from '../../src/platform/config/environment';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { EmbeddedServer } from '../../src/platform/graph/embedded-server.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { openGraph } from '../../src/platform/graph/open-graph.service';
import { RecordsBackup } from '../../src/platform/operations/records-backup.service';
import { FaultyReplay } from '../support/faulty-replay';
import { LivelySamples } from '../support/lively-samples';
import { openEmbedded } from '../support/neo4j-process';
import { runCommand, startService, until, type ServiceChild } from '../support/service-child';
import { notAffirmed, pythonVerdictOf } from '../support/verdicts';

jest.setTimeout(900_000);

/** Data that is read again from the upstreams, and its counters. */
const READ_AGAIN = [
  ...['Item', 'Story', 'Revision', 'Quote', 'Reading', 'Source', 'ScoreCard', 'Lease'],
  ...['Tally', 'EntityDay', 'SourceDay', 'WatchedHour'],
];

type Counts = Readonly<Record<string, number>>;

interface Line {
  readonly id: string;
  readonly labels: readonly string[];
  readonly out: readonly { readonly to: string; readonly type: string }[];
}

const TRIES_MAX = 20;

describe('a backup of records', () => {
  const root = mkdtempSync(join(tmpdir(), 'vedette-test-records-'));
  const backup = join(root, 'backup');
  let replay: FaultyReplay;
  let service: ServiceChild | null = null;
  let outside: EmbeddedServer | null = null;
  let log: string[] = [];

  const settings = (folder: string, more: Record<string, string> = {}): Record<string, string> => ({
    ...replay.settings(),
    DATA_DIR: join(root, folder),
    NEO4J_HEAP_MB: '256',
    NEO4J_PAGE_CACHE_MB: '64',
    LIMIT_ANONYMOUS: '1000000',
    LIMIT_PAGES: '1000000',
    MODEL_MIN_SCORE: '0',
    ...more,
  });
  const running = (): ServiceChild => {
    if (service === null) throw new Error('not started');
    return service;
  };
  const start = async (folder: string, more: Record<string, string> = {}): Promise<void> => {
    service = await startService(settings(folder, more));
  };
  const stop = async (): Promise<void> => {
    await service?.stop();
    service = null;
  };
  const linesOf = async (path: string): Promise<string[]> =>
    (await (await running().get(path)).text()).split('\n').filter((line) => line !== '');
  const connected = async <T>(connection: GraphConnection, work: (graph: GraphService) => Promise<T>): Promise<T> => {
    const graph = new GraphService(connection, new CypherCatalogue());
    return work(graph).finally(() => graph.close());
  };
  /** Nodes by their labels and relationships by type. */
  const countsOf = async (graph: GraphService): Promise<Counts> => {
    const rows = await graph.statement(
      `MATCH (n) UNWIND labels(n) AS what RETURN what, count(*) AS n
       UNION ALL MATCH ()-[r]->() RETURN type(r) AS what, count(*) AS n`,
      'READ',
    );
    return Object.fromEntries(rows.map(({ what, n }) => [String(what), Number(n)]));
  };
  /** The same of a backup, without relationships to nodes outside it. */
  const countsIn = (folder: string): Counts => {
    const lines = gunzipSync(readFileSync(join(folder, 'records.jsonl.gz')))
      .toString()
      .trimEnd()
      .split('\n');
    const nodes = lines.map((line) => JSON.parse(line) as Line);
    const ids = new Set(nodes.map(({ id }) => id));
    const counts: Record<string, number> = {};
    for (const { labels, out } of nodes)
      for (const what of [...labels, ...out.flatMap(({ to, type }) => (ids.has(to) ? [type] : []))])
        counts[what] = (counts[what] ?? 0) + 1;
    return counts;
  };
  const restore = (folder: string, more: Record<string, string> = {}, from = backup): ReturnType<typeof runCommand> =>
    runCommand(['restore', from], settings(folder, more));
  /** A log that grows meanwhile is read again, as both programs advise. */
  const bothSayYes = async (): Promise<void> => {
    const { baseUrl } = running();
    for (let tries = 1; ; tries++) {
      const ours = await runCommand(['verify', baseUrl, '--state', join(root, `${Date.now()}.json`)], settings('none'));
      const python = await pythonVerdictOf(baseUrl, Date.now());
      const said = `${ours.stdout}\n${python?.stdout ?? ''}`;
      if (said.includes('the rest is not signed yet') && tries < TRIES_MAX) continue;
      expect(notAffirmed(said.split('\n'))).toEqual([]);
      expect({ ...ours, python: python?.code ?? 0 }).toMatchObject({ code: 0, python: 0 });
      return;
    }
  };

  beforeAll(async () => {
    replay = await FaultyReplay.open(new LivelySamples());
    await start('first');
    await until('something is forecast and settled', async () => {
      const records = (await linesOf('/api/registry/log.jsonl')).map((line) => JSON.parse(line) as { kind: string });
      return ['bundle', 'settlement'].every((kind) => records.some((record) => record.kind === kind));
    });
  });

  afterAll(async () => {
    await stop();
    await outside?.stop();
    await replay.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('is taken while the service runs on', async () => {
    const before = await linesOf('/api/registry/log.jsonl');
    const server = readFileSync(join(root, 'first', 'demo', 'neo4j.json'), 'utf8');

    const { code, stderr } = await runCommand(['backup', backup, '--records'], settings('first'));

    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('records in the log') });
    expect(readFileSync(join(root, 'first', 'demo', 'neo4j.json'), 'utf8')).toBe(server);
    expect(existsSync(join(backup, 'files', 'registry', 'public'))).toBe(false);
    const { log: taken } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as {
      log: { tree_size: number };
    };
    expect(taken.tree_size).toBeGreaterThanOrEqual(before.length);
    await until('more is recorded', async () => (await linesOf('/api/registry/log.jsonl')).length > taken.tree_size);
    log = (await linesOf('/api/registry/log.jsonl')).slice(0, taken.tree_size);
    await stop();
  });

  it('has every label of the schema, or it is read again', () => {
    const schema = readdirSync(packagePath('cypher', 'schema')).map((file) =>
      readFileSync(packagePath('cypher', 'schema', file), 'utf8'),
    );
    const labels = [...schema.join('').matchAll(/FOR \(\w+:(\w+)\)/g)].map(([, label = '']) => label);
    const { text } = new CypherCatalogue().get('operations/list-records');
    const known = new Set(text.match(/\w+/g));

    expect(new Set(labels).size).toBeGreaterThan(40);
    expect([...new Set(labels)].filter((label) => !known.has(label) && !READ_AGAIN.includes(label))).toEqual([]);
  });

  it('fills an empty database, from which the service continues, and both verifiers say yes', async () => {
    expect(await restore('second')).toMatchObject({ code: 0 });
    await start('second');
    expect(await restore('second')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Stop the service first'),
    });

    await until('more is recorded', async () => (await linesOf('/api/registry/log.jsonl')).length > log.length);
    await until('reports are read again', async () => {
      const answer = await running().get('/v1/ontology/events?limit=100');
      return answer.ok && ((await answer.json()) as unknown[]).length === 100;
    });
    expect((await linesOf('/api/registry/log.jsonl')).slice(0, log.length)).toEqual(log);
    await bothSayYes();
    await stop();
  });

  it('refuses an older one than the head that was signed here, and that of another log', async () => {
    const registry = join(root, 'newer', 'demo', 'registry');
    mkdirSync(registry, { recursive: true });
    const head = { origin: 'replay.example.org/registry', root_hash: '00', tree_size: 1_000_000 };
    writeFileSync(join(registry, 'signed-head.json'), JSON.stringify(head));
    expect(await restore('newer')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`A head of 1000000 records was signed here, and the backup has ${log.length}`),
    });
    writeFileSync(join(registry, 'signed-head.json'), JSON.stringify({ ...head, origin: 'other', tree_size: 1 }));
    for (const [folder, more] of [
      ['newer', {}],
      ['clean', { REGISTRY_ORIGIN: 'other' }],
    ] as const) {
      expect(await restore(folder, more)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(
          'The backup is of the log replay.example.org/registry, and the log here is other',
        ),
      });
      expect(existsSync(join(root, folder, 'demo', 'neo4j'))).toBe(false);
    }
  });

  it('refuses half of one', async () => {
    const half = join(root, 'half');
    cpSync(backup, half, { recursive: true });
    truncateSync(join(half, 'records.jsonl.gz'), 1_000);
    expect(await restore('fourth', {}, half)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('records.jsonl.gz of the backup'),
    });
    rmSync(join(half, 'records.jsonl.gz'));
    expect(await restore('fourth', {}, half)).toMatchObject({ code: 1, stderr: expect.stringContaining('lacks') });
    rmSync(join(half, 'manifest.json'));
    expect(await restore('fourth', {}, half)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not a backup, or one that was not finished'),
    });
    expect(existsSync(join(root, 'fourth', 'demo', 'neo4j'))).toBe(false);
  });

  it('that was cut short while it was loaded is refused by a start, and can be loaded again', async () => {
    const environment = readEnvironment(settings('cut'));
    const killed = new RecordsBackup(environment, (message) => {
      if (message === 'Loading records') throw new Error('killed');
    });
    await expect(killed.restore(backup)).rejects.toThrow('killed');
    await expect(openGraph(environment)).rejects.toThrow(`was cut short: run \`vedette restore ${backup}\` again`);
    const left = join(root, 'cut', 'demo', 'neo4j', 'data', 'left');
    writeFileSync(left, '');

    expect(await restore('cut')).toMatchObject({ code: 0 });

    expect(existsSync(left)).toBe(false);
    await expect(restore('cut').then(({ stderr }) => stderr)).resolves.toMatch(
      /The database is not empty, it has \d+ nodes: move .*neo4j aside/,
    );
  });

  it('is taken from and loaded into a server of NEO4J_URI', async () => {
    outside = await openEmbedded(join(root, 'outside'));
    const { uri, password } = outside.connection;
    const more = { NEO4J_URI: uri, NEO4J_PASSWORD: password };
    expect(await restore('fifth', more)).toMatchObject({ code: 0 });
    expect(existsSync(join(root, 'fifth', 'demo', 'neo4j'))).toBe(false);
    expect(await connected(outside.connection, countsOf)).toEqual(countsIn(backup));
    await start('fifth', { ...more, POLLING: 'false' });
    await bothSayYes();
    const again = join(root, 'again');

    const { code, stderr } = await runCommand(['backup', again, '--records'], settings('fifth', more));

    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`${log.length} records in the log`) });
    await stop();
    expect(await restore('sixth', more, again)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('empty it with MATCH'),
    });
  });
});
