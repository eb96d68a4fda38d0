import { setTimeout as sleep } from 'node:timers/promises';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import { EmbeddedServer, type EmbeddedOptions } from '../../src/platform/graph/embedded-server.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { anyPort } from '../../src/platform/graph/embedded-process.service';
import { libDir } from '../support/neo4j-process';
import { TcpProxy } from '../support/tcp-proxy';

type Row = Record<string, unknown>;

/** A Neo4j server for services to use over the network, with a proxy in front; can be made to fail. */
export class FaultDatabase {
  private constructor(
    private readonly options: EmbeddedOptions,
    private server: EmbeddedServer,
    readonly proxy: TcpProxy,
  ) {}

  static async open(instanceDir: string): Promise<FaultDatabase> {
    const [boltPort, httpPort] = [await anyPort(), await anyPort()];
    const options = { libDir, instanceDir, heapMb: 384, pageCacheMb: 64, boltPort, httpPort };
    const server = await EmbeddedServer.open(options);
    return new FaultDatabase(options, server, await TcpProxy.open(boltPort, 100));
  }

  /** As services reach it: through the proxy. */
  get settings(): Record<string, string> {
    return {
      NEO4J_URI: `bolt://127.0.0.1:${this.proxy.port}`,
      NEO4J_PASSWORD: this.server.connection.password,
    };
  }

  /** SIGKILL, then it starts again, as by a supervisor. */
  async kill(): Promise<void> {
    process.kill(this.server.pid, 'SIGKILL');
    await sleep(1_000);
    await this.server.kill();
    this.server = await EmbeddedServer.open(this.options);
  }

  /** Stops in order and starts again. */
  async restart(): Promise<void> {
    await this.server.stop();
    this.server = await EmbeddedServer.open(this.options);
  }

  /** Makes it write its memory to disk, which fails on a full disk. */
  async checkpoint(): Promise<void> {
    await this.ask('CALL db.checkpoint()').catch(() => undefined);
  }

  /** Whether it takes writes: one that met a full disk must be started again after there is room. */
  async takesWrites(): Promise<boolean> {
    return this.ask('MERGE (p:FaultProbe) SET p.n = coalesce(p.n, 0) + 1 RETURN p.n AS n').then(
      () => true,
      () => false,
    );
  }

  /** Rows of a statement, without the proxy. */
  async ask(text: string): Promise<Row[]> {
    return askOf(this.server.connection, text);
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.server.stop();
  }
}

/** Rows of one statement, on a separate connection and without a retry. */
export const askOf = async (connection: GraphConnection, text: string): Promise<Row[]> => {
  const graph = new GraphService(connection, new CypherCatalogue());
  try {
    return await graph.statement(text, 'WRITE');
  } finally {
    await graph.close();
  }
};
