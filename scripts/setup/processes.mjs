// Child processes of the set-up: their last output is kept for errors, and they end with it.
import { spawn, spawnSync } from 'node:child_process';
import { SetupError } from './console.mjs';

const children = new Set();

/** Ends the child processes and then this process on termination signals. Returns a function that undoes this. */
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

/** Resolves to the program's stdout; rejects with its last output on failure. */
export const run = (command, args, { cwd, timeoutMs = 900_000 } = {}) =>
  new Promise((resolve, reject) => {
    // npm and mvn are scripts on Windows, which need a shell.
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

/** A program's stdout and stderr, or null if it is missing or fails. */
export const ask = (command, args) => {
  const found = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 30_000,
    shell: process.platform === 'win32' && !command.includes('\\'),
  });
  return found.error !== undefined || found.status !== 0 ? null : `${found.stdout}${found.stderr}`;
};
