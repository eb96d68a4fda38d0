/**
 * Name of a lease holder, `<machine>|<pid>|<nonce>`, so that a later process on the same machine can tell whether it is
 * alive. The machine includes the PID namespace, since a number may be reused in another container. The nonce
 * distinguishes processes with the same number.
 */
export const holderName = (machine: string, pid: number, nonce: string): string => `${machine}|${pid}|${nonce}`;

/**
 * Whether a holder is dead: same machine, and its process does not exist. Leases of other machines must expire.
 *
 * @param isAlive whether a process number of this machine runs
 */
export const isDead = (holder: string, machine: string, ownPid: number, isAlive: (pid: number) => boolean): boolean => {
  const [where, pid] = holder.split('|');
  if (where !== machine || pid === undefined || !/^\d+$/.test(pid)) return false;
  return Number(pid) !== ownPid && !isAlive(Number(pid));
};
