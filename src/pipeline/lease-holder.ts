/**
 * Names the process that holds a lease, so that a later one on the same machine can tell whether it is
 * still alive. `<machine>|<pid>|<nonce>`: the machine includes the PID namespace, since the same number
 * means another process in another container. The nonce tells two lives of one process number apart.
 */
export const holderName = (machine: string, pid: number, nonce: string): string => `${machine}|${pid}|${nonce}`;

/**
 * Whether a holder is known to be dead: same machine, and its process is gone.
 * A holder elsewhere is never known to be dead; its lease must expire.
 *
 * @param isAlive whether a process number of this machine runs
 */
export const isDead = (holder: string, machine: string, ownPid: number, isAlive: (pid: number) => boolean): boolean => {
  const [where, pid] = holder.split('|');
  if (where !== machine || pid === undefined || !/^\d+$/.test(pid)) return false;
  return Number(pid) !== ownPid && !isAlive(Number(pid));
};
