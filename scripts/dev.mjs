// `npm run dev [-- --demo]`: the service as `npm start` runs it, built and started again whenever something
// under src/, cypher/ or seed/ changes. The database is a process of its own, and runs on meanwhile.
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { compileFile } from './build.mjs';
import { say } from './setup/console.mjs';
import { root, runScript, setUp } from './setup.mjs';

const FOLDERS = ['src', 'cypher', 'seed'];
/** An editor writes a file in several steps. */
const SETTLE_MS = 200;
const STOP_MS = 15_000;

const args = process.argv.slice(2);
const demo = args.includes('--demo');

const vedette = (command, options = {}) =>
  spawn(process.execPath, ['--enable-source-maps', join(root, 'dist', 'delivery', 'cli', 'main.js'), ...command], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    ...options,
  });

const ended = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', resolve);
  });

/** In order, else at once: a service that hangs must not keep the next one waiting. */
const end = async (child) => {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended(child);
  clearTimeout(late);
};

/** In a group of its own: Ctrl-C in a terminal reaches the service first. */
const startDatabase = async () => {
  const database = vedette(['database', ...(demo ? ['--demo'] : [])], { detached: true });
  const ready = new Promise((resolve) => database.once('message', resolve));
  await Promise.race([ready, ended(database)]);
  return database;
};

const isSource = (file) => /(?<!\.spec)\.ts$/.test(file);

runScript(async () => {
  const embedded = demo || !process.env.NEO4J_URI;
  await setUp({ neo4j: embedded });
  const database = embedded ? await startDatabase() : null;
  let service = vedette(['serve', ...args]);
  let changed = new Set();
  let work = Promise.resolve();
  let timer;

  const again = async () => {
    const files = [...changed];
    changed = new Set();
    try {
      for (const file of files.filter((name) => isSource(name) && existsSync(name))) await compileFile(file);
    } catch (error) {
      say(`Not built, and left as it was: ${error.message}`);
      return;
    }
    say(`Starting again: ${files.map((file) => file.slice(root.length + 1)).join(', ')}`);
    await end(service);
    service = vedette(['serve', ...args]);
  };

  const watchers = FOLDERS.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name === null || !/\.(?:ts|js|css|cypher|json|yaml|txt|md)$/.test(name) || /\.spec\.ts$/.test(name)) return;
      changed.add(join(root, folder, name));
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(again);
      }, SETTLE_MS);
    }),
  );

  const stop = async () => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
    await work;
    await end(service);
    if (database !== null) await end(database);
    process.exit();
  };
  let stopping = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      stopping ??= stop();
    });
});
