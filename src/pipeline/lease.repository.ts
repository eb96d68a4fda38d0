import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';
import { isAlive } from '../platform/graph/process-file.store';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

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

/** The machine and PID namespace of this process. */
export const thisMachine = (): string => {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Outside Linux there is no such link; the host name is enough.
    return hostname();
  }
};

export interface Lease {
  readonly id: string;
  /** Fencing token: increases with each holder; an older one cannot renew or release. */
  readonly token: number;
}

type LeaseAnswer =
  | { readonly kind: 'acquired'; readonly lease: Lease }
  /** Held by another process. */
  | { readonly kind: 'held'; readonly holder: string };

interface AcquireRow {
  readonly acquired: boolean;
  readonly token: number;
  readonly holder: string;
}

/** Leases in the graph, one holder each. Expiry uses the database's clock, so that machines agree. */
@Injectable()
export class LeaseRepository {
  private readonly machine = thisMachine();

  constructor(private readonly graph: GraphService) {}

  async acquire(id: string, ttlMs: number): Promise<LeaseAnswer> {
    const holder = holderName(this.machine, process.pid, randomUUID());
    const first = await this.tryAcquire(id, holder, ttlMs, []);
    if (first.acquired || first.holder === holder) return { kind: 'acquired', lease: { id, token: first.token } };
    // After a kill, the next process on the same machine need not wait for the expiry.
    if (!isDead(first.holder, this.machine, process.pid, isAlive)) return { kind: 'held', holder: first.holder };
    const second = await this.tryAcquire(id, holder, ttlMs, [first.holder]);
    return second.acquired
      ? { kind: 'acquired', lease: { id, token: second.token } }
      : { kind: 'held', holder: second.holder };
  }

  /** Whether the lease is still ours, extended by `ttlMs`. */
  async renew(lease: Lease, ttlMs: number): Promise<boolean> {
    const rows = await this.graph.write<{ token: number }>('pipeline/renew-lease', {
      id: lease.id,
      token: lease.token,
      ttl: ttlMs,
    });
    return rows.length > 0;
  }

  async release(lease: Lease, report: string | null): Promise<void> {
    await this.graph.write('pipeline/release-lease', { id: lease.id, token: lease.token, report });
  }

  /** JSON text of the last holder's report, or null. */
  async lastReport(id: string): Promise<string | null> {
    const [row] = await this.graph.read<{ report: string | null }>('pipeline/get-lease', { id });
    return row?.report ?? null;
  }

  private async tryAcquire(id: string, holder: string, ttlMs: number, dead: readonly string[]): Promise<AcquireRow> {
    const [row] = await this.graph.write<AcquireRow>('pipeline/acquire-lease', { id, holder, dead, ttl: ttlMs });
    if (row === undefined) throw new Error('The lease query answered no row');
    return row;
  }
}
