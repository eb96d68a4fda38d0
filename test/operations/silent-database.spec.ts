import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedServer } from '../../src/graph/embedded-server.service';
import { openEmbedded } from '../support/neo4j-process';
import { until } from '../support/service-child';

jest.setTimeout(300_000);

describe('an embedded Neo4j that runs and answers nobody', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-test-silent-'));
  const told: string[] = [];
  let server: EmbeddedServer;

  beforeAll(async () => {
    server = await openEmbedded(folder, { lookEveryMs: 500 });
    server.supervise((message) => told.push(message));
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is ended and started again', async () => {
    const { pid } = server;
    process.kill(pid, 'SIGSTOP');

    await until('it answers again', () => Promise.resolve(told.includes('Neo4j answers again')));

    expect(told[0]).toBe('Neo4j runs and does not answer; ending it');
    expect(server.pid).not.toBe(pid);
  });
});
