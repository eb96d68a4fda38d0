/**
 * `npm start` as a person runs it, and every way of ending it: each of three signals to npm, to the script or
 * to the service, an output that nobody reads, a data folder that vanishes, a kill. Whatever it was, no process
 * and no lock is left, and the next start finds a folder in order. Here a signal to npm and a killed service;
 * `npm run test:faults` sends all to all, and plays the rest.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { isAlive } from '../../src/platform/graph/process-file.store';
import { killsOf } from '../support/chance';
import { until } from '../support/until';

// Bounds for a machine that is busy with other tests: a quiet one needs seven seconds and two.
const STARTED_MS = 240_000;
const ENDED_MS = 90_000;
jest.setTimeout(2 * STARTED_MS + 3 * ENDED_MS);

const ANSWERS = 'Vedette answers at';
/** They run one after the other in the same folder, so each starts on the remains of the one before. */
const folder = mkdtempSync(join(tmpdir(), 'vedette-stop-'));
const instance = join(folder, 'live');

interface Started {
  readonly shell: ChildProcess;
  words(): string;
}

interface Pids {
  readonly npm: number;
  readonly script: number;
  readonly service: number;
  readonly java: number;
}

let started: Started | null = null;

/** @param command for a shell, which a single command replaces */
const start = (command = 'exec npm start'): Started => {
  const shell = spawn('sh', ['-c', command], {
    cwd: packagePath(),
    env: { ...process.env, DATA_DIR: folder, PORT: '0', POLLING: 'false', NEO4J_HEAP_MB: '256' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()));
  started = { shell, words: () => words };
  return started;
};

interface RunFile {
  readonly pid: number;
  readonly ownerPid: number;
}

const runFile = (): RunFile | null => {
  try {
    return JSON.parse(readFileSync(join(instance, 'neo4j.json'), 'utf8')) as RunFile;
  } catch {
    return null;
  }
};

const parentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);

const answering = async (one: Started): Promise<Pids> => {
  await until(
    'it answers',
    () => {
      if (one.shell.exitCode !== null) throw new Error(`It ended while starting:\n${one.words()}`);
      return one.words().includes(ANSWERS);
    },
    { withinMs: STARTED_MS },
  );
  const { pid, ownerPid } = runFile() ?? { pid: 0, ownerPid: 0 };
  const script = parentOf(ownerPid);
  return { npm: one.shell.pid ?? 0, script, service: ownerPid, java: pid };
};

/** None of the processes runs, and no file claims that one does. */
const allGone = async (pids: Partial<Pids>, { words }: Started): Promise<void> => {
  const left = (): string[] => Object.entries(pids).flatMap(([name, pid]) => (pid > 0 && isAlive(pid) ? [name] : []));
  try {
    await until('all have ended', () => left().length === 0, { withinMs: ENDED_MS });
  } catch {
    throw new Error(`Left after ${ENDED_MS / 1000} s: ${left().join()}\n${words()}`);
  }
  const locks = (): string[] =>
    existsSync(instance) ? readdirSync(instance).filter((name) => /^neo4j\.(json|lock)/.test(name)) : [];
  // The start script, which outlives the database, takes the run file of a killed service away.
  await until('no run file is left', () => locks().length === 0, { withinMs: 10_000 });
};

afterEach(() => {
  // Only remains of a failed test.
  for (const pid of Object.values(runFile() ?? {})) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  started?.shell.kill('SIGKILL');
  started = null;
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const FULL = killsOf(2) === 2;
const TARGETS = ['npm', 'script', 'service'] as const;
const SIGNALS = ['SIGHUP', 'SIGTERM', 'SIGINT'] as const;
const ALL = TARGETS.flatMap((target) => SIGNALS.map((signal) => [signal, target] as const));
const PLAYED = FULL ? ALL : [['SIGHUP', 'npm'] as const];

it.each(PLAYED)('%s to the %s stops service and database in order', async (signal, target) => {
  const one = start();
  const pids = await answering(one);
  process.kill(pids[target], signal);
  await allGone(pids, one);

  await until('its last word is read', () => one.words().includes('Stopped'));
});

if (FULL)
  it('stops when each of them gets a signal, the service twice, as from `timeout` and a terminal', async () => {
    const one = start();
    const pids = await answering(one);
    for (const pid of [pids.npm, pids.script, pids.service, pids.service]) process.kill(pid, 'SIGTERM');
    await allGone(pids, one);

    expect(one.words()).toContain('Stopped');
  });

it.each(FULL ? TARGETS : (['service'] as const))('leaves nothing when the %s is killed', async (target) => {
  const one = start();
  const pids = await answering(one);
  process.kill(pids[target], 'SIGKILL');
  await allGone(pids, one);
});

if (FULL) {
  it('ends with the reader of its output', async () => {
    // npm's own words are more than three lines.
    const one = start('npm start | head -n 3');
    const ended = new Promise((resolve) => one.shell.once('exit', resolve));
    const seen: RunFile[] = [];
    await until('it ends by itself', () => {
      const run = runFile();
      if (run !== null) seen.push(run);
      return one.shell.exitCode !== null;
    });
    await ended;
    await allGone({ service: seen.at(-1)?.ownerPid ?? 0, java: seen.at(-1)?.pid ?? 0 }, one);
  });

  it('ends with a word when its data folder vanishes, and starts again', async () => {
    const one = start();
    const pids = await answering(one);
    const away = `${folder}-away`;
    renameSync(folder, away);
    rmSync(away, { recursive: true, force: true });
    await allGone(pids, one);

    expect(one.words()).toMatch(/Stopping \(the data folder .*live is gone\)/);

    const again = start();
    const next = await answering(again);
    process.kill(next.script, 'SIGTERM');
    await allGone(next, again);
  });
}
