// Programs that the set-up runs: their last words are kept for when they fail, and they end with it.
import { spawn, spawnSync } from 'node:child_process';
import { SetupError } from './console.mjs';

const children = new Set();

/** Ends what runs and then this process, by the signals that end a program. Returns how to take that back. */
export const endOnSignals = () => {
  const handlers = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  const ends = Object.entries(handlers).map(([signal, code]) => {
    const end = () => {
      for (const child of children) child.kill('SIGTERM');
      process.exit(code);
    };
    process.on(signal, end);
    return () => process.off(signal, end);
  });
  return () => {
    for (const takeBack of ends) takeBack();
  };
};

/** Resolves to what the program wrote on stdout; rejects with its last words when it failed. */
export const run = (command, args, { cwd, timeoutMs = 900_000 } = {}) =>
  new Promise((resolve, reject) => {
    // npm and mvn are scripts on Windows, which only a shell starts.
    const shell = process.platform === 'win32' && !command.includes('\\');
    const child = spawn(command, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    let tail = '';
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      tail = (tail + chunk).slice(-4000);
    });
    child.stderr.on('data', (chunk) => {
      tail = (tail + chunk).slice(-4000);
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.on('error', (error) => {
      reject(new SetupError(`${command}: ${error.message}`));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      children.delete(child);
      if (code === 0) resolve(output);
      else reject(new SetupError(`${[command, ...args].join(' ')} failed (code ${code}):\n${tail}`));
    });
  });

/** What a program says of itself, stdout and stderr together, or null where it is not there or fails. */
export const ask = (command, args) => {
  const found = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 30_000,
    shell: process.platform === 'win32' && !command.includes('\\'),
  });
  return found.error !== undefined || found.status !== 0 ? null : `${found.stdout}${found.stderr}`;
};
