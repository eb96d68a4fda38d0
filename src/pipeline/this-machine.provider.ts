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

/** Signal 0 asks without touching; "not permitted" means that it lives. */
export const processLives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
