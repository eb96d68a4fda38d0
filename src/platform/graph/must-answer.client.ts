import neo4j from 'neo4j-driver';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../common/error-message';
import { EmbeddedServerError } from './embedded-process.service';
import type { GraphConnection } from './graph-connection';

/** How long to wait for a server that starts at the same time. */
const WAIT_MS = 2_500;
const LOOK_EVERY_MS = 500;

/** Connects to the server of `NEO4J_URI`. @throws EmbeddedServerError with the setting to change */
export const mustAnswer = async ({ uri, username, password }: GraphConnection): Promise<void> => {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const driver = connect(uri, username, password);
    try {
      await driver.getServerInfo();
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (code.startsWith('Neo.ClientError.Security.'))
        throw new EmbeddedServerError(
          `NEO4J_USERNAME, NEO4J_PASSWORD: ${uri} refuses them for user ${username} (${code})`,
        );
      if (performance.now() > until)
        throw new EmbeddedServerError(`NEO4J_URI: no Neo4j answers at ${uri}: ${lastReason(error)}`);
      await sleep(LOOK_EVERY_MS);
    } finally {
      await driver.close();
    }
  }
};

const connect = (uri: string, username: string, password: string): ReturnType<typeof neo4j.driver> => {
  try {
    return neo4j.driver(uri, neo4j.auth.basic(username, password), { connectionTimeout: WAIT_MS });
  } catch (error) {
    throw new EmbeddedServerError(`NEO4J_URI: ${errorMessage(error)}`);
  }
};

/** The driver appends the system's message to general advice. */
const lastReason = (error: unknown): string => errorMessage(error).split('Caused by: ').at(-1) ?? '';
