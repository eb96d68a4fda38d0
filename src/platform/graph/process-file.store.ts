/** Processes that outlive their parent: liveness, identity, termination, lock files. */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export const isAlive = (pid: number): boolean => {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Exited but not yet reaped by its parent, which in a container may never happen. */
const isZombie = (pid: number): boolean => {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // No /proc on this system, or the process has just exited: the next check will show it.
    return false;
  }
};

/** Whether `pid` runs and, with /proc, belongs to this folder: pids are reused. */
export const isServerOf = (pid: number, folder: string): boolean => {
  if (!isAlive(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    // No /proc on this system: the pid alone decides.
    return true;
  }
};

/** Sends SIGTERM, then SIGKILL after the grace period. @returns whether the process ended by itself */
export const terminate = async (pid: number, graceMs: number): Promise<boolean> => {
  if (!isAlive(pid)) return true;
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (isAlive(pid) && Date.now() < deadline) await sleep(50);
  if (!isAlive(pid)) return true;
  process.kill(pid, 'SIGKILL');
  while (isAlive(pid) && Date.now() < deadline + 5_000) await sleep(50);
  return false;
};

/** Runs `work` while holding a lock file; a lock of a dead process is taken over. */
export const withFileLock = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + 180_000;
  while (!tryLock(path)) {
    if (Date.now() > deadline) throw new Error(`Another process holds ${path}`);
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
};

export const tryLock = (path: string): boolean => {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(path, 'utf8'));
    if (holder > 0 && !isAlive(holder)) rmSync(path, { force: true });
    return false;
  }
};
