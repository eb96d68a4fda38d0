// `npm start [-- --demo] [-- --port N]`: sets up what is missing, then serves, and sees to it that neither the
// service nor its database outlives whoever asked for them.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say, SetupError } from './setup/console.mjs';
import { ask } from './setup/processes.mjs';
import { root, runScript, setUp } from './setup.mjs';

/** What a tick reads is garbage a moment later: with this room for the young the demo's past takes 77 s of a core, else 85. */
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

/** The parent of a process: between npm and this script there may be a shell. 0 where it cannot be told. */
const parentOf = (pid) => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]);
  } catch {
    return Number(ask('ps', ['-o', 'ppid=', '-p', String(pid)]) ?? 0);
  }
};

/** Stops the database of a service that was killed before it could. */
const stopDatabase = async (instanceDir, servicePid) => {
  const file = join(instanceDir, 'neo4j.json');
  const read = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      // No database of its own, or stopped in order.
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
  // Another service may have started its own meanwhile: its file stays.
  if (read()?.pid === run.pid) rmSync(file, { force: true });
};

// The service stops when nobody reads its output; this script then has to outlive it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

runScript(async () => {
  const args = process.argv.slice(2);
  const swallowed = ['demo', 'port'].find((name) => process.env[`npm_config_${name}`] && !args.includes(`--${name}`));
  if (swallowed !== undefined)
    throw new SetupError(
      `npm took --${swallowed} for an option of its own. Type: npm start -- --${swallowed} ${args.join(' ')}`,
    );
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  // The demo has its own database and never touches a server that is named for the real one.
  const demo = args.includes('--demo') || process.env.VEDETTE_DEMO === 'true';
  await setUp({ neo4j: !process.env.NEO4J_URI || demo, development: false });
  // The channel tells the service when this process has ended, however that was.
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
  // npm hands on two of the three signals, and none when it is killed itself.
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
