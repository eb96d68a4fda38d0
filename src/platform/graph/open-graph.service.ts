import { existsSync } from 'node:fs';
import { packagePath } from '../common/package-root';
import type { Environment } from '../config/environment';
import { instanceDir } from '../config/instance-dir';
import { pagesNearby } from '../config/public-url';
import { EmbeddedServerError } from './embedded-process.service';
import { EmbeddedServer } from './embedded-server.service';
import type { GraphConnection } from './graph-connection';
import { mustAnswer } from './must-answer.client';
import { refuseHalfRestored } from './restore-mark.store';

interface OpenGraph {
  readonly connection: GraphConnection;
  /** The embedded server, or null for an external one (`NEO4J_URI`). */
  readonly server: EmbeddedServer | null;
}

export const neo4jLibDir = packagePath('.vedette', 'neo4j-lib');

type Open = (environment: Environment, onProgress?: (message: string) => void) => Promise<OpenGraph>;

/** The Neo4j of `NEO4J_URI`, else the embedded one, joined or started. @throws EmbeddedServerError with the remedy */
export const openGraph: Open = async (environment, onProgress) => {
  refuseHalfRestored(instanceDir(environment));
  return openHalfRestored(environment, onProgress);
};

/** The same, though a restore was interrupted. */
export const openHalfRestored: Open = async (environment, onProgress = () => undefined) => {
  if (environment.neo4jUri !== null) {
    const connection = {
      uri: environment.neo4jUri,
      username: environment.neo4jUsername,
      password: environment.neo4jPassword ?? '',
      database: environment.neo4jDatabase,
      browserUrl: null,
    };
    await mustAnswer(connection);
    return { server: null, connection };
  }
  if (!existsSync(neo4jLibDir))
    throw new EmbeddedServerError(
      'Neo4j is not provisioned: run `node scripts/setup.mjs`, or name a server by NEO4J_URI',
    );
  const server = await EmbeddedServer.open({
    libDir: neo4jLibDir,
    instanceDir: instanceDir(environment),
    heapMb: environment.neo4jHeapMb,
    pageCacheMb: environment.neo4jPageCacheMb,
    // The demo is small, generates a month of history in its first minute, and is stopped interactively.
    quickStart: environment.demo,
    quickStop: environment.demo,
    pages: environment.port === 0 ? null : pagesNearby(environment),
    onProgress,
  });
  return { server, connection: server.connection };
};
