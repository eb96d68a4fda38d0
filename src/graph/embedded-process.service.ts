/** The Java process of the embedded server: starting it, waiting for it, asking whether it answers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j from 'neo4j-driver';
import { packagePath } from '../common/package-root';
import { serverArguments, type EmbeddedLayout } from './embedded-config';
import type { GraphConnection } from './graph-connection';

/** Neo4j could not be started; the message says what to do. */
export class EmbeddedServerError extends Error {}

/**
 * The Java to run: the one that the set-up fetched, which it does only where there is no other that fits,
 * else that of JAVA_HOME, else the one on the path.
 */
export const javaCommand = (): string => {
  const program = process.platform === 'win32' ? 'java.exe' : 'java';
  const fetched = packagePath('.vedette', 'java', 'bin', program);
  if (existsSync(fetched)) return fetched;
  const home = process.env['JAVA_HOME'];
  return home === undefined || home === '' ? 'java' : join(home, 'bin', program);
};

export interface LaunchedServer {
  readonly child: ChildProcess;
  /** Whether it has opened its port itself: until then, whatever answers there is another process. */
  readonly listens: () => boolean;
}

export const launch = (layout: EmbeddedLayout): LaunchedServer => {
  mkdirSync(join(layout.homeDir, 'logs'), { recursive: true });
  const words = join(layout.homeDir, 'logs', 'neo4j.log');
  const before = existsSync(words) ? statSync(words).size : 0;
  const log = openSync(join(layout.homeDir, 'logs', 'console.log'), 'a');
  try {
    // Detached: a Ctrl-C in the terminal reaches Vedette, which then stops the database in order.
    const child = spawn(javaCommand(), serverArguments(layout), {
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    const listens = (): boolean => {
      if (!existsSync(words)) return false;
      const written = readFileSync(words);
      // Shorter than it was: begun anew meanwhile.
      return written.subarray(written.length < before ? 0 : before).includes(' Bolt enabled on ');
    };
    return { child, listens };
  } finally {
    closeSync(log);
  }
};

/**
 * Resolves when it answers. Nobody is asked before it listens: another server on its port would count our
 * password as a wrong one, and lock its own service out after three.
 */
export const untilReady = async (
  connection: GraphConnection,
  { child, listens }: LaunchedServer,
  layout: EmbeddedLayout,
  timeoutMs: number,
): Promise<void> => {
  const failure = new Promise<never>((_, reject) => {
    child.once('error', (error) => {
      reject(
        new EmbeddedServerError(
          `Java could not be started (${error.message}): run "node scripts/setup.mjs", which finds or fetches one, or set NEO4J_URI`,
        ),
      );
    });
    child.once('exit', (code) => {
      reject(
        new EmbeddedServerError(
          `Neo4j ended with code ${code ?? '?'} while starting; its words are in ${join(layout.homeDir, 'logs')}`,
        ),
      );
    });
  });
  failure.catch(() => undefined);
  const ready = (async () => {
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (listens() && ((await answers(connection)) || (await replaceFirstPassword(connection))))
        return;
      await sleep(150);
    }
    throw new EmbeddedServerError(
      `Neo4j did not answer within ${timeoutMs / 1000} s; see ${join(layout.homeDir, 'logs')}`,
    );
  })();
  await Promise.race([ready, failure]);
};

/** Whether it answers a question. A server that has found its store broken or its disk full does not. */
export const answers = async (connection: GraphConnection): Promise<boolean> =>
  tryOnce(connection.uri, connection.password, 'neo4j', async (session) => {
    await session.run('RETURN 1');
  });

/** A fresh server has the password `neo4j` and takes nothing but a new one. */
const replaceFirstPassword = async (connection: GraphConnection): Promise<boolean> =>
  tryOnce(connection.uri, 'neo4j', 'system', async (session) => {
    await session.run('ALTER CURRENT USER SET PASSWORD FROM $from TO $to', {
      from: 'neo4j',
      to: connection.password,
    });
  });

const tryOnce = async (
  uri: string,
  password: string,
  database: string,
  work: (session: import('neo4j-driver').Session) => Promise<void>,
): Promise<boolean> => {
  const driver = neo4j.driver(uri, neo4j.auth.basic('neo4j', password), {
    telemetryDisabled: true,
    connectionTimeout: 2_000,
  });
  const session = driver.session({ database });
  try {
    await work(session);
    return true;
  } catch {
    // Not up yet, or another password: the caller asks again.
    return false;
  } finally {
    await session.close();
    await driver.close();
  }
};

/** Nobody else may have the port of a server that is about to be started: it would be taken for it. */
export const mustBeFree = async (port: number): Promise<void> => {
  if ((await freePort(port)) !== port)
    throw new EmbeddedServerError(`port ${port} of the database is taken by another program`);
};

/** The wanted port if nobody has it, else one that the system gives. */
export const freePort = async (wanted: number): Promise<number> => {
  const attempt = (port: number): Promise<number | null> =>
    new Promise((resolve) => {
      const probe = createServer();
      probe.once('error', () => {
        resolve(null);
      });
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => {
          resolve(typeof address === 'object' && address !== null ? address.port : null);
        });
      });
    });
  const port = (await attempt(wanted)) ?? (await attempt(0));
  if (port === null) throw new EmbeddedServerError('No free port on loopback');
  return port;
};
