import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j from 'neo4j-driver';
import { packagePath } from '../common/package-root';
import { serverArguments, type EmbeddedLayout } from './embedded-config';
import type { GraphConnection } from './graph-connection';

export class EmbeddedServerError extends Error {}

/** The Java fetched at set-up (only if no other fits), else that of JAVA_HOME, else from the path. */
export const javaCommand = (): string => {
  const program = process.platform === 'win32' ? 'java.exe' : 'java';
  const fetched = packagePath('.vedette', 'java', 'bin', program);
  if (existsSync(fetched)) return fetched;
  const home = process.env['JAVA_HOME'];
  return home === undefined || home === '' ? 'java' : join(home, 'bin', program);
};

/** Its environment: without a UTF-8 locale, Java cannot open files with non-ASCII paths. */
export const javaEnvironment = (): NodeJS.ProcessEnv => {
  const { LC_ALL: all, LC_CTYPE: letters, LANG: language } = process.env;
  const locale = [all, letters, language].find((one) => one !== undefined && one !== '') ?? '';
  return /utf-?8/i.test(locale) ? process.env : { ...process.env, LC_ALL: 'C.UTF-8' };
};

interface LaunchedServer {
  readonly child: ChildProcess;
  /** Whether it has opened its port: until then, another process may be answering there. */
  readonly listens: () => boolean;
}

const wordsOf = ({ homeDir }: EmbeddedLayout): string => join(homeDir, 'logs', 'neo4j.log');

export const launch = (layout: EmbeddedLayout): LaunchedServer => {
  mkdirSync(join(layout.homeDir, 'logs'), { recursive: true });
  const words = wordsOf(layout);
  const before = existsSync(words) ? statSync(words).size : 0;
  const log = openSync(join(layout.homeDir, 'logs', 'console.log'), 'a');
  try {
    // Detached, so that Ctrl-C reaches only Vedette, which then stops the database in order.
    const child = spawn(javaCommand(), serverArguments(layout), {
      detached: true,
      env: javaEnvironment(),
      stdio: ['ignore', log, log],
    });
    child.unref();
    const listens = (): boolean => {
      if (!existsSync(words)) return false;
      const written = readFileSync(words);
      // Shorter than before: the file was started anew.
      return written.subarray(written.length < before ? 0 : before).includes(' Bolt enabled on ');
    };
    return { child, listens };
  } finally {
    closeSync(log);
  }
};

const BOOT_MS = 120_000;

/** No connection is tried before it listens: another server there would lock its service out over our password. */
export const untilReady = async (
  connection: GraphConnection,
  { child, listens }: LaunchedServer,
  layout: EmbeddedLayout,
): Promise<void> => {
  const gone = new AbortController();
  const failure = new Promise<never>((_, reject) => {
    const fail = (error: EmbeddedServerError): void => {
      gone.abort();
      reject(error);
    };
    child.once('error', (error) => {
      fail(
        new EmbeddedServerError(
          `Java could not be started (${error.message}): run "node scripts/setup.mjs", which finds or fetches one, or set NEO4J_URI`,
        ),
      );
    });
    child.once('exit', (code) => {
      fail(
        new EmbeddedServerError(
          `Neo4j ended with code ${code ?? '?'} while starting${lastError(wordsOf(layout))}; its words are in ${join(layout.homeDir, 'logs')}`,
        ),
      );
    });
  });
  failure.catch(() => undefined);
  const ready = (async () => {
    const deadline = Date.now() + BOOT_MS;
    while (!gone.signal.aborted && Date.now() < deadline) {
      if (listens() && (await answers(connection))) return;
      await sleep(150);
    }
    throw new EmbeddedServerError(
      `Neo4j did not answer within ${BOOT_MS / 1000} s; see ${join(layout.homeDir, 'logs')}`,
    );
  })();
  await Promise.race([ready, failure]);
};

/** Whether it answers a query. A server with a broken store or a full disk does not. */
export const answers = async ({ uri, password }: GraphConnection): Promise<boolean> => {
  const driver = neo4j.driver(uri, neo4j.auth.basic('neo4j', password), {
    telemetryDisabled: true,
    connectionTimeout: 2_000,
  });
  try {
    // Not `executeQuery`, which retries for half a minute: all callers retry themselves.
    await driver.session({ database: 'neo4j' }).run('RETURN 1');
    return true;
  } catch {
    // Not up yet, or another password: the caller retries.
    return false;
  } finally {
    await driver.close();
  }
};

/** @throws if the port of a server about to start is taken: the other process would be mistaken for it. */
export const mustBeFree = async (port: number): Promise<void> => {
  if (!(await isFree(port))) throw portTaken(port);
};

export const portTaken = (port: number): EmbeddedServerError =>
  new EmbeddedServerError(`port ${port} of the database is taken by another program`);

/** Outside the ephemeral ranges of all systems: those could be taken by an outgoing connection meanwhile. */
export const anyPort = async (): Promise<number> => {
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const port = randomInt(12_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedServerError('No free port on loopback: end some of the programs that listen');
};

const PORT_TRIES = 100;

export const isFree = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });

const lastError = (words: string): string => {
  if (!existsSync(words)) return '';
  const lines = readFileSync(words, 'utf8').split('\n');
  const line = lines.findLast((one) => / ERROR /.test(one));
  return line === undefined ? '' : ` (${line.replace(/^.* ERROR\s+/, '').slice(0, 300)})`;
};
