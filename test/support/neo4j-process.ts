import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { anyPort } from '../../src/platform/graph/embedded-process.service';
import { EmbeddedServer, type EmbeddedOptions } from '../../src/platform/graph/embedded-server.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { openRunFolder } from './run-folder';

/** Folder of the server's jars, provisioned by `node scripts/setup.mjs`. */
export const libDir = packagePath('.vedette', 'neo4j-lib');

const PREFIX = 'vedette-test-';

/** A Neo4j on free ports in a folder that the caller keeps. */
export const openEmbedded = async (instanceDir: string, more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> =>
  EmbeddedServer.open({
    libDir,
    instanceDir,
    heapMb: 256,
    pageCacheMb: 64,
    boltPort: await anyPort(),
    httpPort: await anyPort(),
    quickStart: true,
    quickStop: true,
    ...more,
  });

/** Starts a fresh Neo4j on free ports in a new folder. */
export const startNeo4j = async (): Promise<{
  server: EmbeddedServer;
  folder: string;
  stop: () => Promise<void>;
}> => {
  if (!existsSync(libDir)) throw new Error('No Neo4j jars: run `node scripts/setup.mjs` first');
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const server = await openEmbedded(folder, { heapMb: 384, pageCacheMb: 128 });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, folder, stop };
};

let running: Awaited<ReturnType<typeof startNeo4j>>[] = [];

/** One Neo4j for each worker of the run. */
export const startTestNeo4js = async ({ maxWorkers }: { maxWorkers: number }): Promise<void> => {
  await openRunFolder();
  running = await Promise.all(Array.from({ length: maxWorkers }, startNeo4j));
  process.env['VEDETTE_TEST_GRAPHS'] = JSON.stringify(running.map(({ server }) => server.connection));
};

export const stopTestNeo4js = async (): Promise<void> => {
  await Promise.all(running.map(({ stop }) => stop()));
};

/** The server of this worker, as its test files see it. */
export const testConnection = (): GraphConnection => {
  const connections = JSON.parse(process.env['VEDETTE_TEST_GRAPHS'] ?? '[]') as GraphConnection[];
  const connection = connections[Number(process.env['JEST_WORKER_ID'] ?? 1) - 1];
  if (connection === undefined) throw new Error('No Neo4j of this worker: is the file in the graph project?');
  return connection;
};
