import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, isFree, untilReady } from '../../src/platform/graph/embedded-process.service';
import { readRunFile, type EmbeddedServer } from '../../src/platform/graph/embedded-server.service';
import { isAlive } from '../../src/platform/graph/process-file.store';
import { libDir, openEmbedded } from '../support/neo4j-process';
import { runsTypeScript } from '../support/typescript-process';
import { until } from '../support/until';

jest.setTimeout(300_000);

describe('an embedded Neo4j', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-test-embedded-'));
  const other = mkdtempSync(join(tmpdir(), 'vedette-test-embedded-'));
  // Letters that Java finds only in a locale of UTF-8, whatever that of the service is.
  const jars = mkdtempSync(join(tmpdir(), 'vedette-test-gläser-'));
  const locale = process.env['LC_ALL'];
  const told: string[] = [];
  let server: EmbeddedServer;
  const open = () => openEmbedded(folder, { libDir: jars, lookEveryMs: 500, lookMs: 1_500 });

  beforeAll(async () => {
    process.env['LC_ALL'] = 'POSIX';
    for (const name of readdirSync(libDir).filter((file) => file.endsWith('.jar')))
      symlinkSync(join(libDir, name), join(jars, name));
    server = await open();
    server.supervise((message) => told.push(message));
  });

  afterAll(async () => {
    await server.stop();
    if (locale === undefined) delete process.env['LC_ALL'];
    else process.env['LC_ALL'] = locale;
    for (const dir of [folder, other, jars]) rmSync(dir, { recursive: true, force: true });
  });

  it('has its own password before it listens, and never the one of all fresh servers', async () => {
    const { uri } = server.connection;
    const line = readFileSync(join(folder, 'neo4j', 'data', 'dbms', 'auth.ini'), 'utf8');

    expect(line).toMatch(/^neo4j:SHA-256,[0-9a-f]{64},[0-9a-f]{64},1024:$/);
    expect(await answers({ ...server.connection, uri, password: 'neo4j' })).toBe(false);
    expect(await answers(server.connection)).toBe(true);
  });

  it('is for the eyes of its owner', () => {
    for (const name of ['neo4j.json', 'neo4j.password', 'neo4j/conf/neo4j.conf', 'neo4j/data/dbms/auth.ini'])
      expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  });

  it('is not started on a port that another program has', async () => {
    const { boltPort } = readRunFile(folder) ?? { boltPort: 0 };

    await expect(openEmbedded(other, { boltPort })).rejects.toThrow(
      `port ${boltPort} of the database is taken by another program`,
    );
  });

  it('keeps its port from others while it is away', async () => {
    const { boltPort } = readRunFile(folder) ?? { boltPort: 0 };
    const before = server.pid;
    const lock = join(folder, 'neo4j.lock');
    // A held lock keeps the server down for long enough to observe it.
    writeFileSync(lock, String(process.pid));
    process.kill(before, 'SIGKILL');
    await until('the port is free', () => isFree(boltPort));

    await expect(openEmbedded(other, { boltPort })).rejects.toThrow(`port ${boltPort} of the database is taken`);

    rmSync(lock);
    await until('it answers again', () => told.includes('Neo4j answers again'));
    expect(server.pid).not.toBe(before);
    told.length = 0;
  });

  it('that cannot start prints its own reason', async () => {
    const { httpPort } = readRunFile(folder) ?? { httpPort: 0 };

    await expect(openEmbedded(other, { httpPort })).rejects.toThrow(
      /^Neo4j ended with code 1 while starting \(.*start.*\); its words are in .*logs$/i,
    );
  });

  it('is asked for nothing by one that has lost the port to it, and locks nobody out', async () => {
    const { connection } = server;
    const layout = { libDir, homeDir: other, boltPort: 0, httpPort: 0, heapMb: 1, pageCacheMb: 1 };
    const loser = {
      child: spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 2000)']),
      listens: () => false,
    };

    await expect(untilReady({ ...connection, password: 'of another' }, loser, layout)).rejects.toThrow(
      'while starting',
    );

    expect(await answers(connection)).toBe(true);
  });

  it('that runs and answers nobody is ended and started again', async () => {
    const { pid } = server;
    process.kill(pid, 'SIGSTOP');

    await until('it answers again', () => told.includes('Neo4j answers again'));

    expect(told[0]).toBe('Neo4j runs and does not answer; ending it');
    expect(server.pid).not.toBe(pid);
  });

  it('archives its classes at its end, from which the next one starts', async () => {
    await server.stop();
    expect(readdirSync(jars).filter((name) => !name.endsWith('.jar'))).toEqual(['classes.jsa']);

    server = await open();

    expect(await answers(server.connection)).toBe(true);
    const mapped = `/proc/${server.pid}/maps`;
    if (existsSync(mapped)) expect(readFileSync(mapped, 'utf8')).toContain('classes.jsa');
    expect(readdirSync(join(folder, 'neo4j'))).not.toContain('classes.jsa');
  });

  it('ends by itself when the command that started it is killed, in whatever step', async () => {
    for (const hasAnswered of [false, true]) {
      const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-orphan-'));
      const dir = join(dataDir, 'live');
      const child = spawn(process.execPath, runsTypeScript('src/delivery/cli/main.ts', 'database'), {
        env: {
          PATH: process.env['PATH'],
          ...(process.env['JAVA_HOME'] === undefined ? {} : { JAVA_HOME: process.env['JAVA_HOME'] }),
          DATA_DIR: dataDir,
          NEO4J_HEAP_MB: '256',
          NEO4J_PAGE_CACHE_MB: '64',
        },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      if (hasAnswered) await once(child, 'message');
      else await until('Java runs', () => readRunFile(dir) !== null, { everyMs: 50, withinMs: 60_000 });
      const { pid } = readRunFile(dir) ?? { pid: 0 };
      child.kill('SIGKILL');

      expect(pid).toBeGreaterThan(0);
      await until('the database has ended', () => !isAlive(pid), { withinMs: 90_000 });
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
