import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j from 'neo4j-driver';
import { neo4jConf, serverArguments, type EmbeddedLayout } from './embedded-config';
import type { GraphConnection } from './graph-connection';
import { isAlive, isServerOf, terminate, withFileLock } from './process-file.store';

export interface EmbeddedOptions {
  readonly libDir: string;
  /** Folder of this instance; one database each. */
  readonly instanceDir: string;
  readonly heapMb: number;
  readonly pageCacheMb: number;
  readonly boltPort?: number;
  readonly httpPort?: number;
  readonly quickStop?: boolean;
  readonly bootTimeoutMs?: number;
  /** Told what is going on, for the progress of the start. */
  readonly onProgress?: (message: string) => void;
}

/** What is written beside the database while it runs. */
export interface RunFile {
  readonly pid: number;
  readonly ownerPid: number;
  readonly boltPort: number;
  readonly httpPort: number;
}

/** Neo4j could not be started; the message says what to do. */
export class EmbeddedServerError extends Error {}

const DEFAULT_BOLT_PORT = 7687;
const DEFAULT_HTTP_PORT = 7474;

/**
 * The Neo4j that Vedette brings along: its jars on the local Java, a child process on loopback with a
 * generated password. One database folder has one server: whoever comes later joins it. The process
 * that owns it stops it; a server whose owner was killed is adopted by the next one to come.
 */
export class EmbeddedServer {
  private child: ChildProcess | null = null;
  private stopping = false;

  private constructor(
    private readonly options: EmbeddedOptions,
    private run: RunFile,
    readonly connection: GraphConnection,
    private owned: boolean,
  ) {}

  /** Joins the running server of this instance, or starts one. `own` takes over one that runs. */
  static async open(options: EmbeddedOptions, own = true): Promise<EmbeddedServer> {
    mkdirSync(options.instanceDir, { recursive: true, mode: 0o700 });
    return withFileLock(join(options.instanceDir, 'neo4j.lock'), async () => {
      const password = passwordOf(options.instanceDir);
      const running = readRunFile(options.instanceDir);
      if (running !== null && isServerOf(running.pid, options.instanceDir)) {
        const joined = await EmbeddedServer.join(options, running, password, own);
        if (joined !== null) return joined;
        options.onProgress?.('a Neo4j of this folder does not answer: stopping it');
        await terminate(running.pid, 15_000);
      }
      return EmbeddedServer.start(options, password);
    });
  }

  /** Whether this process stops the server when it goes. */
  get isOwner(): boolean {
    return this.owned && readRunFile(this.options.instanceDir)?.ownerPid === process.pid;
  }

  get pid(): number {
    return this.run.pid;
  }

  /** Starts the server again whenever it ends by itself; told about each time. */
  supervise(onRestart: (message: string) => void): void {
    void this.ended().then((how) => {
      if (this.stopping) return;
      onRestart(`Neo4j ended (${how}); starting it again`);
      void this.restart(onRestart);
    });
  }

  /** Resolves when the server is gone. One that was adopted is no child of ours: it is looked for. */
  private async ended(): Promise<string> {
    const { child } = this;
    if (child === null) {
      while (!this.stopping && isServerOf(this.run.pid, this.options.instanceDir))
        await sleep(500, undefined, { ref: false });
      return 'another process had started it';
    }
    if (child.exitCode === null && child.signalCode === null)
      await new Promise<void>((resolve) => {
        child.once('exit', () => {
          resolve();
        });
      });
    return child.signalCode ?? `exit code ${child.exitCode ?? '?'}`;
  }

  /** Stops the server if this process owns it. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (!this.isOwner) return;
    await terminate(this.run.pid, 30_000);
    // Another process may have started its own server meanwhile: its file stays.
    if (readRunFile(this.options.instanceDir)?.pid === this.run.pid)
      rmSync(runFilePath(this.options.instanceDir), { force: true });
  }

  private async restart(onRestart: (message: string) => void): Promise<void> {
    for (let attempt = 0; !this.stopping; attempt += 1) {
      try {
        // A backup holds the lock while it needs the database stopped: wait for it.
        await withFileLock(join(this.options.instanceDir, 'neo4j.lock'), () => this.launchAgain());
        onRestart('Neo4j answers again');
        this.supervise(onRestart);
        return;
      } catch (error) {
        onRestart(`Neo4j did not come back: ${(error as Error).message}`);
        await sleep(Math.min(30_000, 1_000 * 2 ** attempt));
      }
    }
  }

  private async launchAgain(): Promise<void> {
    // Whoever else uses this folder may have been first: a command, or another service.
    const running = readRunFile(this.options.instanceDir);
    if (running !== null && isServerOf(running.pid, this.options.instanceDir)) {
      if (running.boltPort !== this.run.boltPort)
        throw new EmbeddedServerError('another process has started it on another port');
      const { password } = this.connection;
      const joined = await EmbeddedServer.join(this.options, running, password, true);
      if (joined === null) throw new EmbeddedServerError('one that runs does not answer');
      [this.child, this.run, this.owned] = [null, joined.run, joined.owned];
      return;
    }
    const layout = layoutOf(this.options, this.run.boltPort, this.run.httpPort);
    this.child = launch(layout);
    this.run = writeRunFile(this.options.instanceDir, this.child, layout);
    this.owned = true;
    await untilReady(this.connection, this.child, layout, this.options.bootTimeoutMs ?? 120_000);
  }

  private static async join(
    options: EmbeddedOptions,
    running: RunFile,
    password: string,
    own: boolean,
  ): Promise<EmbeddedServer | null> {
    const connection = connectionOf(running.boltPort, running.httpPort, password);
    const deadline = Date.now() + 60_000;
    while (isAlive(running.pid) && Date.now() < deadline) {
      if (await answers(connection)) {
        const adopt = own && !isAlive(running.ownerPid);
        const run = adopt ? { ...running, ownerPid: process.pid } : running;
        if (adopt) writeFileSync(runFilePath(options.instanceDir), JSON.stringify(run));
        return new EmbeddedServer(options, run, connection, adopt);
      }
      await sleep(250);
    }
    return null;
  }

  private static async start(options: EmbeddedOptions, password: string): Promise<EmbeddedServer> {
    const layout = layoutOf(
      options,
      options.boltPort ?? (await freePort(DEFAULT_BOLT_PORT)),
      options.httpPort ?? (await freePort(DEFAULT_HTTP_PORT)),
    );
    mkdirSync(join(layout.homeDir, 'conf'), { recursive: true });
    writeFileSync(join(layout.homeDir, 'conf', 'neo4j.conf'), neo4jConf(layout), { mode: 0o600 });
    const child = launch(layout);
    const run = writeRunFile(options.instanceDir, child, layout);
    const connection = connectionOf(layout.boltPort, layout.httpPort, password);
    await untilReady(connection, child, layout, options.bootTimeoutMs ?? 120_000);
    const server = new EmbeddedServer(options, run, connection, true);
    server.child = child;
    return server;
  }
}

const layoutOf = (
  options: EmbeddedOptions,
  boltPort: number,
  httpPort: number,
): EmbeddedLayout => ({
  libDir: options.libDir,
  homeDir: join(options.instanceDir, 'neo4j'),
  boltPort,
  httpPort,
  heapMb: options.heapMb,
  pageCacheMb: options.pageCacheMb,
  quickStop: options.quickStop ?? false,
});

const connectionOf = (boltPort: number, httpPort: number, password: string): GraphConnection => ({
  uri: `bolt://127.0.0.1:${boltPort}`,
  username: 'neo4j',
  password,
  database: 'neo4j',
  browserUrl: `http://127.0.0.1:${httpPort}/browser/?dbms=bolt://neo4j@127.0.0.1:${boltPort}&db=neo4j`,
});

const passwordOf = (instanceDir: string): string => {
  const file = join(instanceDir, 'neo4j.password');
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
};

const runFilePath = (instanceDir: string): string => join(instanceDir, 'neo4j.json');

/** What is known of the server of a folder, running or not; null where nothing is. */
export const readRunFile = (instanceDir: string): RunFile | null => {
  const file = runFilePath(instanceDir);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunFile;
  } catch {
    // Cut short by a kill while it was written: as good as absent.
    return null;
  }
};

const writeRunFile = (
  instanceDir: string,
  child: ChildProcess,
  layout: EmbeddedLayout,
): RunFile => {
  const run = {
    pid: child.pid ?? 0,
    ownerPid: process.pid,
    boltPort: layout.boltPort,
    httpPort: layout.httpPort,
  };
  writeFileSync(runFilePath(instanceDir), JSON.stringify(run));
  return run;
};

/** The Java to run: that of JAVA_HOME, else the one on the path. */
export const javaCommand = (): string =>
  process.env['JAVA_HOME'] === undefined ? 'java' : join(process.env['JAVA_HOME'], 'bin', 'java');

const launch = (layout: EmbeddedLayout): ChildProcess => {
  mkdirSync(join(layout.homeDir, 'logs'), { recursive: true });
  const log = openSync(join(layout.homeDir, 'logs', 'console.log'), 'a');
  try {
    // Detached: a Ctrl-C in the terminal reaches Vedette, which then stops the database in order.
    const child = spawn(javaCommand(), serverArguments(layout), {
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
};

const untilReady = async (
  connection: GraphConnection,
  child: ChildProcess,
  layout: EmbeddedLayout,
  timeoutMs: number,
): Promise<void> => {
  const failure = new Promise<never>((_, reject) => {
    child.once('error', (error) => {
      reject(
        new EmbeddedServerError(
          `Java could not be started (${error.message}): install a Java 17 or 21 runtime, or set NEO4J_URI`,
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
      if (await answers(connection)) return;
      if (await replaceFirstPassword(connection)) return;
      await sleep(150);
    }
    throw new EmbeddedServerError(
      `Neo4j did not answer within ${timeoutMs / 1000} s; see ${join(layout.homeDir, 'logs')}`,
    );
  })();
  await Promise.race([ready, failure]);
};

const answers = async (connection: GraphConnection): Promise<boolean> =>
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

/** The wanted port if nobody has it, else one that the system gives. */
const freePort = async (wanted: number): Promise<number> => {
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
