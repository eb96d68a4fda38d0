import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summariseTick } from '../../src/pipeline/tick-summary';
import { FaultyReplay } from '../support/faulty-replay';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { startRedis } from '../support/redis-process';
import { needing } from '../support/tools';
import { overlapsOf, TickWatch, type ToldTick } from './tick-watch';
import { runCommand, startService, until, type ServiceChild } from '../support/service-child';

jest.setTimeout(900_000);

needing('redis-server').describe('two services on one Neo4j and one Redis', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-two-'));
  let test: TestGraph;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let replay: FaultyReplay;
  let settings: Record<string, string>;
  let services: ServiceChild[] = [];

  const one = async (text: string): Promise<Record<string, unknown>> =>
    (await test.graph.statement(text, 'READ'))[0] ?? {};
  /** From the graph: a reader of `/v1/status` would be counted against the limit. */
  const lastTick = async (): Promise<ToldTick | null> => {
    const { report } = await one("MATCH (l:Lease {id: 'tick'}) RETURN l.report AS report");
    return typeof report === 'string' ? summariseTick(JSON.parse(report)) : null;
  };
  const ticks = new TickWatch(() => [lastTick()]);
  const turns = async (): Promise<number> =>
    Number((await one("MATCH (l:Lease {id: 'tick'}) RETURN l.token AS token"))['token'] ?? 0);
  /** A turn that was taken after this call, by a service that lives. */
  const furtherTick = async (): Promise<void> => {
    const before = await turns();
    await until('another turn was taken', async () => (await turns()) > before);
  };
  const killAndReplace = async (index: number): Promise<void> => {
    const victim = services[index]!;
    await victim.kill();
    await furtherTick();
    services[index] = await startService(settings);
  };

  beforeAll(async () => {
    test = await openTestGraph();
    redis = await startRedis();
    replay = await FaultyReplay.open();
    settings = {
      ...replay.settings(),
      DATA_DIR: dataDir,
      NEO4J_URI: test.connection.uri,
      NEO4J_PASSWORD: test.connection.password,
      REDIS_URL: redis.url,
    };
    services = await Promise.all([startService(settings), startService(settings)]);
    void ticks.watch();
  });

  afterAll(async () => {
    ticks.stop();
    await Promise.all(services.map((service) => service.stop()));
    await replay.close();
    redis.stop();
    await test.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('share one limit for an address', async () => {
    const left: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      const answer = await services[n % 2]!.get('/v1/ontology/entities?limit=1');
      left.push(Number(answer.headers.get('x-ratelimit-remaining')));
    }

    expect(left).toEqual(Array.from({ length: 60 }, (_, n) => 59 - n));
    for (const service of services) expect((await service.get('/v1/ontology/entities')).status).toBe(429);
  });

  it('continue when either is killed, and both come back', async () => {
    await until('there are predictions', async () => {
      const { n } = await one('MATCH (p:Prediction) RETURN count(p) AS n');
      return Number(n) > 0;
    });

    await killAndReplace(0);
    await killAndReplace(1);
    await until('two ticks were told of', () => ticks.seen.length > 1);
    await furtherTick();

    expect(await Promise.all(services.map(async (s) => (await s.get('/health/ready')).status))).toEqual([200, 200]);
  });

  it('have stored each item once, and grown one chain', async () => {
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);

    const { items, counted, unlinked } = await one(
      `MATCH (i:Item) WITH count(i) AS items
       CALL () { MATCH (d:SourceDay) RETURN sum(d.items) AS counted }
       CALL () { MATCH (i:Item {source_type: 'news'}) WHERE NOT (i)-[:REPORTS]->() RETURN count(i) AS unlinked }
       RETURN items, counted, unlinked`,
    );
    expect(Number(items)).toBeGreaterThan(0);
    expect({ counted, unlinked }).toEqual({ counted: items, unlinked: 0 });
    const { heads, records, last, unproven } = await one(
      `MATCH (h:LogHead) WITH count(h) AS heads
       CALL () { MATCH (r:Record) RETURN count(r) AS records, max(r.leaf_index) AS last }
       CALL () { MATCH (b:Bundle) WHERE NOT EXISTS { MATCH (:Record {sha256: b.sha256}) } RETURN count(b) AS unproven }
       RETURN heads, records, last, unproven`,
    );
    expect(Number(records)).toBeGreaterThan(0);
    expect({ heads, last, unproven }).toEqual({ heads: 1, last: Number(records) - 1, unproven: 0 });
    const verified = await runCommand(['registry', 'verify'], settings);
    expect(verified).toMatchObject({ code: 0 });
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, problem: null });
  });

  it('never ran two ticks at the same time', () => {
    expect(ticks.seen.length).toBeGreaterThan(1);
    expect(overlapsOf(ticks.seen)).toBe(0);
  });
});
