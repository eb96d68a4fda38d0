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
