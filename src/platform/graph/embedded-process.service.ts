/** The Java process of the embedded server: starting it, waiting for it, asking whether it answers. */
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

/** Its environment: in a locale without UTF-8 Java finds no file whose path has other letters than those of ASCII. */
export const javaEnvironment = (): NodeJS.ProcessEnv => {
  const { LC_ALL: all, LC_CTYPE: letters, LANG: language } = process.env;
  const locale = [all, letters, language].find((one) => one !== undefined && one !== '') ?? '';
  return /utf-?8/i.test(locale) ? process.env : { ...process.env, LC_ALL: 'C.UTF-8' };
};

interface LaunchedServer {
  readonly child: ChildProcess;
  /** Whether it has opened its port itself: until then, whatever answers there is another process. */
  readonly listens: () => boolean;
}

const wordsOf = ({ homeDir }: EmbeddedLayout): string => join(homeDir, 'logs', 'neo4j.log');

export const launch = (layout: EmbeddedLayout): LaunchedServer => {
  mkdirSync(join(layout.homeDir, 'logs'), { recursive: true });
  const words = wordsOf(layout);
  const before = existsSync(words) ? statSync(words).size : 0;
  const log = openSync(join(layout.homeDir, 'logs', 'console.log'), 'a');
  try {
    // Detached: a Ctrl-C in the terminal reaches Vedette, which then stops the database in order.
    const child = spawn(javaCommand(), serverArguments(layout), {
      detached: true,
      env: javaEnvironment(),
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
    const deadline = Date.now() + timeoutMs;
    while (!gone.signal.aborted && Date.now() < deadline) {
      if (listens() && (await answers(connection))) return;
      await sleep(150);
    }
    throw new EmbeddedServerError(
      `Neo4j did not answer within ${timeoutMs / 1000} s; see ${join(layout.homeDir, 'logs')}`,
    );
  })();
  await Promise.race([ready, failure]);
};

/** Whether it answers a question. A server that has found its store broken or its disk full does not. */
export const answers = async ({ uri, password }: GraphConnection): Promise<boolean> => {
  const driver = neo4j.driver(uri, neo4j.auth.basic('neo4j', password), {
    telemetryDisabled: true,
    connectionTimeout: 2_000,
  });
  try {
    // Not `executeQuery`, which goes on trying for half a minute: every caller asks again itself.
    await driver.session({ database: 'neo4j' }).run('RETURN 1');
    return true;
  } catch {
    // Not up yet, or another password: the caller asks again.
    return false;
  } finally {
    await driver.close();
  }
};

/** Nobody else may have the port of a server that is about to be started: it would be taken for it. */
export const mustBeFree = async (port: number): Promise<void> => {
  if (!(await isFree(port))) throw portTaken(port);
};

export const portTaken = (port: number): EmbeddedServerError =>
  new EmbeddedServerError(`port ${port} of the database is taken by another program`);

/**
 * A port of loopback that nobody has, of those that no system gives to outgoing connections: one of them
 * could have it in the seconds before the server that it is meant for.
 */
export const anyPort = async (): Promise<number> => {
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const port = randomInt(12_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedServerError('No free port on loopback: end some of the programs that listen');
};

const PORT_TRIES = 100;

/** Whether nobody listens on it. */
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

/** What the server itself says went wrong, of the end of what it wrote; empty where it says nothing. */
const lastError = (words: string): string => {
  if (!existsSync(words)) return '';
  const lines = readFileSync(words, 'utf8').split('\n');
  const line = lines.findLast((one) => / ERROR /.test(one));
  return line === undefined ? '' : ` (${line.replace(/^.* ERROR\s+/, '').slice(0, 300)})`;
};
