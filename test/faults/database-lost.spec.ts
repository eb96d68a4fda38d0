import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isServerOf } from '../../src/platform/graph/process-file.store';
import { startService, until, type ServiceChild } from '../support/service-child';

jest.setTimeout(900_000);

describe('a service and its embedded Neo4j', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-lost-'));
  const folder = join(dataDir, 'live');
  const lock = join(folder, 'neo4j.lock');
  let service: ServiceChild;

  const start = async (): Promise<void> => {
    service = await startService({
      DATA_DIR: dataDir,
      POLLING: 'false',
      NEO4J_HEAP_MB: '256',
      NEO4J_PAGE_CACHE_MB: '64',
    });
  };
  const run = (): { pid: number; ownerPid: number } => JSON.parse(readFileSync(join(folder, 'neo4j.json'), 'utf8'));
  const untilReady = (): Promise<void> =>
    until('the service is ready', async () => (await service.get('/health/ready')).ok);
  const killDatabase = (): number => {
    const { pid } = run();
    process.kill(pid, 'SIGKILL');
    return pid;
  };

  beforeAll(start);

  afterAll(async () => {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('killed, leaves a database that the next start adopts', async () => {
    const { pid } = run();
    await service.kill();
    expect(isServerOf(pid, folder)).toBe(true);

    await start();

    expect(run()).toMatchObject({ pid, ownerPid: service.pid });
  });

  it('answers 503 with Retry-After while that database is away, lives, and recovers by itself', async () => {
    expect((await service.get('/v1/ontology/entities?limit=1')).status).toBe(200);
    // A held lock keeps the database down for long enough to observe it.
    writeFileSync(lock, String(process.pid));
    const before = killDatabase();

    const [ready, page, live, robots] = await Promise.all([
      service.get('/health/ready'),
      service.get('/v1/ontology/entities?limit=2'),
      service.get('/health/live'),
      service.get('/robots.txt'),
    ]);

    expect([ready.status, page.status, live.status, robots.status]).toEqual([503, 503, 200, 200]);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.headers.get('content-type')).toContain('application/problem+json');
    rmSync(lock);
    await untilReady();
    expect(run().pid).not.toBe(before);
    expect((await service.get('/v1/ontology/entities?limit=2')).status).toBe(200);
  });

  it('asked to stop, ends in order and leaves no database behind', async () => {
    const { pid } = run();

    expect(await service.stop()).toBe(0);

    expect(isServerOf(pid, folder)).toBe(false);
    expect(existsSync(join(folder, 'neo4j.json'))).toBe(false);
  });
});
