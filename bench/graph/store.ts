/**
 * Databases with generated worlds of several sizes, open in parallel: sizes are measured alternately, so that load on
 * the machine affects all equally.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import { EmbeddedServer } from '../../src/platform/graph/embedded-server.service';
import { GraphService } from '../../src/platform/graph/graph.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { completeWorld, importItems } from '../support/bulk-world';

export interface BenchStore {
  /** Initial number of items. */
  readonly size: number;
  readonly graph: GraphService;
  readonly server: EmbeddedServer;
  /** Failed queries so far; their transactions are retried. */
  failures(): number;
  close(): Promise<void>;
}

const libDir = packagePath('.vedette', 'neo4j-lib');

/**
 * A temporary store of one size.
 *
 * @param data folder that keeps finished stores for the next run, one per size, or null
 */
export const openStore = async (size: number, data: string | null): Promise<BenchStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-bench-'));
  if (data === null) await makeStore(folder, size);
  else {
    const kept = join(data, String(size));
    if (!existsSync(kept)) {
      await makeStore(`${kept}.part`, size);
      renameSync(`${kept}.part`, kept);
    }
    cpSync(kept, folder, { recursive: true, dereference: true });
  }
  let failures = 0;
  const { server, graph } = await openServer(folder, () => {
    failures += 1;
  });
  await new SchemaService(graph).apply();
  return {
    size,
    server,
    graph,
    failures: () => failures,
    close: async () => {
      await graph.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const makeStore = async (folder: string, size: number): Promise<void> => {
  await importItems(folder, libDir, size);
  const { server, graph } = await openServer(folder);
  try {
    await completeWorld(graph, size);
  } finally {
    await graph.close();
    await server.stop();
  }
  rmSync(join(folder, 'neo4j.lock'), { force: true });
};

const openServer = async (
  folder: string,
  onFailure: () => void = () => undefined,
): Promise<{ server: EmbeddedServer; graph: GraphService }> => {
  const server = await EmbeddedServer.open({
    libDir,
    instanceDir: folder,
    heapMb: 1_024,
    pageCacheMb: 512,
    quickStop: true,
  });
  const graph = new GraphService(server.connection, new CypherCatalogue(), {
    // Indexing a million items takes minutes on a busy machine.
    readTimeoutMs: 900_000,
    writeTimeoutMs: 900_000,
    onQuery: (_name, _seconds, succeeded) => {
      if (!succeeded) onFailure();
    },
  });
  return { server, graph };
};

/** CPU seconds of the database, which are hardly affected by other load. Linux only, else NaN. */
export const serverCpuSeconds = ({ server }: BenchStore): number => {
  const file = `/proc/${server.pid}/stat`;
  if (!existsSync(file)) return NaN;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
