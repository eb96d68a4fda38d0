/**
 * `npm start` as a person runs it, and every way of ending it: each of three signals to npm, to the script or
 * to the service, an output that nobody reads, a data folder that vanishes, a service that is killed. Whatever
 * it was, no Java is left.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packagePath } from '../../src/common/package-root';
import { isAlive } from '../../src/graph/process-file.store';

// Bounds for a machine that is busy with other tests: a quiet one needs ten seconds and three.
const STARTED_MS = 240_000;
const ENDED_MS = 90_000;
jest.setTimeout(STARTED_MS + ENDED_MS);

interface Started {
  readonly npm: ChildProcess;
  readonly folder: string;
  words(): string;
}

interface Pids {
  readonly npm: number;
  readonly script: number;
  readonly service: number;
  readonly java: number;
}

const started: Started[] = [];

const start = (...args: string[]): Started => {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-stop-'));
  const npm = spawn('npm', ['start', '--', ...args], {
    cwd: packagePath(),
    env: { ...process.env, DATA_DIR: folder, PORT: '0', POLLING: 'false', NEO4J_HEAP_MB: '256' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const one = { npm, folder, words: () => words };
  started.push(one);
  return one;
};

const until = async (what: string, ms: number, check: () => boolean): Promise<void> => {
  const deadline = Date.now() + ms;
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`Not within ${ms / 1000} s: ${what}`);
    await sleep(100);
  }
};

const answering = async (one: Started): Promise<Pids> => {
  await until('it answers', STARTED_MS, () => one.words().includes('Vedette answers at'));
  const { pid, ownerPid } = runFile(one);
  const parentOf = (pid: number): number =>
    Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  return { npm: one.npm.pid ?? 0, script: parentOf(ownerPid), service: ownerPid, java: pid };
};

const allGone = async (pids: Pids, { words }: Started): Promise<void> => {
  const left = (): string[] =>
    (Object.keys(pids) as (keyof Pids)[]).filter((name) => isAlive(pids[name]));
  try {
    await until('all of it has ended', ENDED_MS, () => left().length === 0);
  } catch (error) {
    throw new Error(`${(error as Error).message}; left: ${left().join()}\n${words()}`);
  }
};

const runFile = ({ folder }: Started): { pid: number; ownerPid: number } =>
  JSON.parse(readFileSync(join(folder, 'live', 'neo4j.json'), 'utf8')) as {
    pid: number;
    ownerPid: number;
  };

afterEach(() => {
  for (const one of started.splice(0)) {
    // Only what a failed test has left.
    if (existsSync(join(one.folder, 'live', 'neo4j.json')))
      for (const pid of Object.values(runFile(one))) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    one.npm.kill('SIGKILL');
    rmSync(one.folder, { recursive: true, force: true });
  }
});

describe.each(['npm', 'script', 'service'] as const)('a signal to %s', (target) => {
  it('stops service and database in order, whichever of the three it is', async () => {
    const runs = (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map(async (signal) => {
      const one = start();
      const pids = await answering(one);
      process.kill(pids[target], signal);
      await allGone(pids, one);
      return { signal, inOrder: one.words().includes('Stopped'), left: existsSync(join(one.folder, 'live', 'neo4j.json')) }; // prettier-ignore
    });

    expect(await Promise.all(runs)).toEqual(
      ['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => ({ signal, inOrder: true, left: false })),
    );
  });
});

describe('no Java is left', () => {
  it('when the whole group gets a signal twice, as by `timeout`', async () => {
    const one = start();
    const pids = await answering(one);
    for (const pid of [pids.npm, pids.script, pids.service, pids.service])
      process.kill(pid, 'SIGTERM');
    await allGone(pids, one);

    expect(one.words()).toContain('Stopped');
  });

  it('when nobody reads the output any more', async () => {
    const one = start();
    const pids = await answering(one);
    one.npm.stdout?.destroy();
    one.npm.stderr?.destroy();
    // The next line that it writes meets a closed pipe; stopping one of its servers makes it write one.
    process.kill(pids.java, 'SIGTERM');
    await until('the service has ended', ENDED_MS, () => !isAlive(pids.service));
    await allGone(pids, one);
    expect(existsSync(join(one.folder, 'live', 'neo4j.json'))).toBe(false);
  });

  it('when the service is killed', async () => {
    const one = start();
    const pids = await answering(one);
    process.kill(pids.service, 'SIGKILL');
    await allGone(pids, one);

    expect(one.words()).toContain('The service was killed; stopping its database');
  });

  it('when its data folder vanishes, and a word is said', async () => {
    const one = start();
    const pids = await answering(one);
    const away = `${one.folder}-away`;
    renameSync(one.folder, away);
    rmSync(away, { recursive: true, force: true });
    await allGone(pids, one);

    expect(one.words()).toMatch(/Stopping \(the data folder .*live is gone\)/);
  });
});
