import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The machine and PID namespace of this process. */
export const thisMachine = (): string => {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Outside Linux there is no such link; the host name is enough.
    return hostname();
  }
};
