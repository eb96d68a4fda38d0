/**
 * Names the process that holds a lease, so that a later one on the same machine can tell whether it is
 * still alive. `<machine>|<pid>|<nonce>`: the machine includes the PID namespace, since the same number
 * means another process in another container. The nonce tells two lives of one process number apart.
 */
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The machine and PID namespace of this process. */
export const thisMachine = (): string => {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // No such link outside Linux: the host name alone tells machines apart there.
    return hostname();
  }
};

export const holderName = (machine: string, pid: number, nonce: string): string =>
  `${machine}|${pid}|${nonce}`;

/**
 * Whether a holder is known to be dead: same machine, and its process is gone (or its number is ours now).
 * A holder elsewhere is never known to be dead; its lease must expire.
 *
 * @param isAlive whether a process number of this machine runs
 */
export const isDead = (
  holder: string,
  machine: string,
  ownPid: number,
  isAlive: (pid: number) => boolean,
): boolean => {
  const [where, pid] = holder.split('|');
  if (where !== machine || pid === undefined || !/^\d+$/.test(pid)) return false;
  return Number(pid) !== ownPid && !isAlive(Number(pid));
};

/** Signal 0 asks without touching; "not permitted" means that it lives. */
export const processLives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
