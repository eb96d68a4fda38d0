// `npm start [-- --demo] [-- --port N]`: sets up missing parts, serves, and ensures that neither the service nor its
// database outlives the caller.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say, SetupError } from './setup/console.mjs';
import { ask } from './setup/processes.mjs';
import { root, runScript, setUp } from './setup.mjs';

/** Most data of a tick is short-lived: with this young generation the demo's past takes 77 s of a core, else 85. */
const FLAGS = ['--max-semi-space-size=64'];
const PARENT_LOOK_MS = 300;
const DATABASE_MS = 20_000;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The parent of a process, because a shell may be between npm and this script. 0 if unknown. */
const parentOf = (pid) => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]);
  } catch {
    return Number(ask('ps', ['-o', 'ppid=', '-p', String(pid)]) ?? 0);
  }
};

const stopDatabase = async (instanceDir, servicePid) => {
  const file = join(instanceDir, 'neo4j.json');
  const read = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      // It has no database, or stopped normally.
      return null;
    }
  };
  const run = read();
  if (run === null || run.ownerPid !== servicePid) return;
  if (isAlive(run.pid)) {
    say('The service was killed; stopping its database');
    process.kill(run.pid, 'SIGTERM');
    for (const until = Date.now() + DATABASE_MS; isAlive(run.pid) && Date.now() < until;) await sleep(100);
    if (isAlive(run.pid)) process.kill(run.pid, 'SIGKILL');
  }
  // Keeps the file if another service has started its own database.
  if (read()?.pid === run.pid) rmSync(file, { force: true });
};

// The service stops when its output is closed; this script must outlive it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

runScript(async () => {
  const args = process.argv.slice(2);
  const swallowed = ['demo', 'port'].find((name) => process.env[`npm_config_${name}`] && !args.includes(`--${name}`));
  if (swallowed !== undefined)
    throw new SetupError(
      `npm read --${swallowed} as its own option. Type: npm start -- --${swallowed} ${args.join(' ')}`,
    );
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  // The demo has its own database and ignores servers configured for the real service.
  const demo = args.includes('--demo') || process.env.VEDETTE_DEMO === 'true';
  await setUp({ neo4j: !process.env.NEO4J_URI || demo, development: false });
  // The IPC channel notifies the service when this process ends for any reason.
  const child = spawn(
    process.execPath,
    [...FLAGS, join(root, 'dist', 'delivery', 'cli', 'main.js'), 'serve', ...args],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
  let instanceDir = null;
  child.on('message', (message) => {
    ({ instanceDir } = message);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm forwards two of the three signals, and none when it is killed.
  const ancestors = [process.ppid, parentOf(process.ppid)].filter((pid) => pid > 1);
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => {
      if (!ancestors.every(isAlive)) child.kill('SIGTERM');
    }, PARENT_LOOK_MS).unref();
  const [code, signal] = await new Promise((resolve) => {
    child.on('exit', (...how) => resolve(how));
  });
  if (instanceDir !== null) await stopDatabase(instanceDir, child.pid);
  process.exit(code ?? (signal === null ? 1 : 0));
});
