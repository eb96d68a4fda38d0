import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../common/make-folder';
import { neo4jConf, type EmbeddedLayout } from './embedded-config';
import {
  answers,
  EmbeddedServerError,
  anyPort,
  isFree,
  launch,
  mustBeFree,
  portTaken,
  untilReady,
} from './embedded-process.service';
import { dropClassArchive, keepClassArchive } from './class-archive.store';
import type { GraphConnection } from './graph-connection';
import { isAlive, isServerOf, terminate, tryLock, withFileLock } from './process-file.store';

const ITERATIONS = 1_024;

/** A line `neo4j:SHA-256,<hash>,<salt>,<iterations>:`, of salt ‖ password; a second faster than `neo4j-admin`. */
const setInitialPassword = (homeDir: string, password: string): void => {
  const folder = join(homeDir, 'data', 'dbms');
  const file = join(folder, 'auth.ini');
  // A server that was started before keeps its users in its store.
  if (existsSync(file) || existsSync(join(homeDir, 'data', 'databases', 'system'))) return;
  const salt = randomBytes(32);
  let hash = sha256(Buffer.concat([salt, Buffer.from(password)]));
  for (let done = 1; done < ITERATIONS; done += 1) hash = sha256(hash);
  mkdirSync(folder, { recursive: true });
  const line = `neo4j:SHA-256,${hash.toString('hex')},${salt.toString('hex')},${ITERATIONS}:`;
  writeFileSync(file, line, { mode: 0o600 });
};

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

/**
 * A separate shell process, because a killed owner can do nothing any more: the database ends when its owner has been
 * gone for twenty seconds and no other process has taken its place in the run file.
 */
const WATCH = `left=10
while kill -0 "$1" 2>/dev/null; do
  sleep 2
  owner=$(sed -n 's/.*"ownerPid":\\([0-9]*\\).*/\\1/p' "$2" 2>/dev/null)
  if kill -0 "\${owner:-none}" 2>/dev/null; then left=10; else left=$((left - 1)); fi
  if [ "$left" -eq 0 ]; then kill "$1" 2>/dev/null; fi
done`;

/** @param pid of the database @param runFile names its owner */
const endWithOwner = (pid: number, runFile: string): void => {
  const watch = spawn('sh', ['-c', WATCH, 'vedette-watch', String(pid), runFile], { detached: true, stdio: 'ignore' });
  // Without a shell, a killed owner leaves its database to the next start.
  watch.on('error', () => undefined);
  watch.unref();
};

export interface EmbeddedOptions extends Omit<EmbeddedLayout, 'homeDir' | 'boltPort' | 'httpPort' | 'readOnly'> {
  readonly instanceDir: string;
  readonly boltPort?: number;
  readonly httpPort?: number;
  /** Interval of health probes; after {@link SILENT_LOOKS} failures in a row the server is killed. */
  readonly lookEveryMs?: number;
  /** Timeout of a probe, and of the server's exit. */
  readonly lookMs?: number;
  readonly onProgress?: (message: string) => void;
}

export interface RunFile {
  readonly pid: number;
  readonly ownerPid: number;
  readonly boltPort: number;
  readonly httpPort: number;
}

const LOOK_EVERY_MS = 15_000;
const LOOK_MS = 10_000;
/** Failed probes in a row after which a running server is restarted. */
const SILENT_LOOKS = 4;
const DEFAULT_BOLT_PORT = 7687;
const DEFAULT_HTTP_PORT = 7474;

/** One server per folder, which later processes join; the owner stops it, and a killed owner's is adopted. */
export class EmbeddedServer {
  private child: ChildProcess | null = null;
  private stopping = false;
  /** Held while this process owns the server, so that it keeps its port across restarts. */
  private releasePort: (() => void) | null = null;

  private constructor(
    private readonly options: EmbeddedOptions,
    private run: RunFile,
    readonly connection: GraphConnection,
    private owned: boolean,
  ) {}

  /** Joins this instance's running server or starts one. `own` takes over the ownership of a running one. */
  static async open(options: EmbeddedOptions, own = true): Promise<EmbeddedServer> {
    const server = await EmbeddedServer.joinOrStart(options, own);
    // Adopted from a killed process, whose port lock was released with it.
    if (server.owned) server.releasePort ??= claimPort(server.run.boltPort);
    return server;
  }

  private static async joinOrStart(options: EmbeddedOptions, own: boolean): Promise<EmbeddedServer> {
    makeFolder(options.instanceDir);
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

  get isOwner(): boolean {
    if (!this.owned) return false;
    const written = readRunFile(this.options.instanceDir);
    // The folder was deleted, so no other process can have adopted the server.
    return written === null || written.ownerPid === process.pid;
  }

  /** The other process that stops the server; null if it is this one. */
  get ownerPid(): number | null {
    return this.isOwner ? null : (readRunFile(this.options.instanceDir)?.ownerPid ?? null);
  }

  get pid(): number {
    return this.run.pid;
  }

  /** Neo4j rejects everything after a full disk until restarted. Reports each restart. */
  supervise(onRestart: (message: string) => void): void {
    const stopLooking = this.endWhenSilent(onRestart);
    void this.ended().then((how) => {
      stopLooking();
      if (this.stopping) return;
      onRestart(`Neo4j ended (${how}); starting it again`);
      void this.restart(onRestart);
    });
  }

  private endWhenSilent(tell: (message: string) => void): () => void {
    const { pid } = this.run;
    const lookMs = this.options.lookMs ?? LOOK_MS;
    let silent = 0;
    const look = async (): Promise<void> => {
      const late = sleep(lookMs, false, { ref: false });
      silent = (await Promise.race([answers(this.connection), late])) ? 0 : silent + 1;
      if (silent < SILENT_LOOKS || this.stopping || !isServerOf(pid, this.options.instanceDir)) return;
      clearInterval(timer);
      tell('Neo4j runs and does not answer; ending it');
      await terminate(pid, lookMs);
    };
    const timer = setInterval(() => void look(), this.options.lookEveryMs ?? LOOK_EVERY_MS).unref();
    return () => {
      clearInterval(timer);
    };
  }

  /** Resolves when the server has exited. An adopted one is not a child process, so it is polled. */
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

  async stop(): Promise<void> {
    this.stopping = true;
    this.releasePort?.();
    if (!this.isOwner) return;
    const folders = layoutOf(this.options, this.run.boltPort, this.run.httpPort);
    if (await terminate(this.run.pid, 60_000)) keepClassArchive(folders);
    else dropClassArchive(folders);
    // Keeps the file if another process has started its own server.
    if (readRunFile(this.options.instanceDir)?.pid === this.run.pid)
      rmSync(runFilePath(this.options.instanceDir), { force: true });
  }

  /** Kills the server at once, because its folder was deleted. */
  async kill(): Promise<void> {
    this.stopping = true;
    this.releasePort?.();
    await terminate(this.run.pid, 0);
  }

  private async restart(onRestart: (message: string) => void): Promise<void> {
    for (let attempt = 0; !this.stopping; attempt += 1) {
      try {
        // A backup holds the lock while the database is stopped: wait for it.
        await withFileLock(join(this.options.instanceDir, 'neo4j.lock'), () => this.launchAgain());
        onRestart('Neo4j answers again');
        this.supervise(onRestart);
        return;
      } catch (error) {
        onRestart(`Neo4j did not restart: ${(error as Error).message}`);
        await sleep(Math.min(30_000, 1_000 * 2 ** attempt));
      }
    }
  }

  private async launchAgain(): Promise<void> {
    // Another process of this folder may have been first: a command, or another service.
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
    await mustBeFree(this.run.boltPort);
    const layout = layoutOf(this.options, this.run.boltPort, this.run.httpPort);
    const launched = launch(layout);
    this.child = launched.child;
    this.run = writeRunFile(this.options.instanceDir, this.child, layout);
    this.owned = true;
    await untilReady(this.connection, launched, layout);
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
    const { port, release } = await claimBoltPort(options.boltPort);
    try {
      const http = port === DEFAULT_BOLT_PORT && (await isFree(DEFAULT_HTTP_PORT));
      const httpPort = options.httpPort ?? (http ? DEFAULT_HTTP_PORT : await anyPort());
      const server = await EmbeddedServer.startOn(options, password, port, httpPort);
      server.releasePort = release;
      return server;
    } catch (error) {
      release();
      throw error;
    }
  }

  private static async startOn(
    options: EmbeddedOptions,
    password: string,
    boltPort: number,
    httpPort: number,
  ): Promise<EmbeddedServer> {
    await mustBeFree(boltPort);
    const layout = layoutOf(options, boltPort, httpPort);
    mkdirSync(join(layout.homeDir, 'conf'), { recursive: true });
    writeFileSync(join(layout.homeDir, 'conf', 'neo4j.conf'), neo4jConf(layout), { mode: 0o600 });
    setInitialPassword(layout.homeDir, password);
    const launched = launch(layout);
    const run = writeRunFile(options.instanceDir, launched.child, layout);
    const connection = connectionOf(layout.boltPort, layout.httpPort, password);
    await untilReady(connection, launched, layout);
    const server = new EmbeddedServer(options, run, connection, true);
    server.child = launched.child;
    return server;
  }
}

/** The requested port, else the default, else any free one; locked against other services while it is ours. */
const claimBoltPort = async (wanted?: number): Promise<{ port: number; release: () => void }> => {
  const release = claimPort(wanted ?? DEFAULT_BOLT_PORT);
  if (wanted !== undefined) {
    if (release === null) throw portTaken(wanted);
    return { port: wanted, release };
  }
  if (release !== null && (await isFree(DEFAULT_BOLT_PORT))) return { port: DEFAULT_BOLT_PORT, release };
  release?.();
  for (;;) {
    const port = await anyPort();
    const other = claimPort(port);
    if (other !== null) return { port, release: other };
  }
};

/** Locks a port against other services of this machine until released; null if another one has it. */
const claimPort = (port: number): (() => void) | null => {
  const path = join(tmpdir(), `vedette-neo4j-${port}.lock`);
  try {
    // The first attempt may only have removed the stale lock of a dead process.
    if (!tryLock(path) && !tryLock(path)) return null;
  } catch {
    // A lock file of another user, possibly stale: the check whether the port is free decides.
    return () => undefined;
  }
  return () => {
    rmSync(path, { force: true });
  };
};

const layoutOf = (options: EmbeddedOptions, boltPort: number, httpPort: number): EmbeddedLayout => ({
  ...options,
  homeDir: join(options.instanceDir, 'neo4j'),
  boltPort,
  httpPort,
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
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
};

const runFilePath = (instanceDir: string): string => join(instanceDir, 'neo4j.json');

export const readRunFile = (instanceDir: string): RunFile | null => {
  const file = runFilePath(instanceDir);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunFile;
  } catch {
    // Truncated by a kill during the write: treated as absent.
    return null;
  }
};

const writeRunFile = (instanceDir: string, child: ChildProcess, layout: EmbeddedLayout): RunFile => {
  const run = { pid: child.pid ?? 0, ownerPid: process.pid, boltPort: layout.boltPort, httpPort: layout.httpPort };
  writeFileSync(runFilePath(instanceDir), JSON.stringify(run), { mode: 0o600 });
  endWithOwner(run.pid, runFilePath(instanceDir));
  return run;
};
