import { Injectable, Logger } from '@nestjs/common';
import { follow } from '../platform/common/within-time';
import { LeaseRepository, type Lease } from './lease.repository';

/** `held`: by another process. */
export type Held<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'held' };

/** Long enough for a database stall, short enough for another machine to take over soon. */
const TTL_MS = 30_000;
const RENEW_MS = 8_000;

/**
 * Runs work under a lease: renews it meanwhile, and aborts the work's signal when the lease is lost or cannot be
 * renewed before it expires, so that two holders never work at once.
 */
@Injectable()
export class LeaseKeeper {
  private readonly logger = new Logger(LeaseKeeper.name);

  constructor(private readonly leases: LeaseRepository) {}

  /**
   * @param outer ends the work early
   * @param work returns its value and, as JSON text, a report to store with the lease
   */
  async hold<T>(
    id: string,
    outer: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<{ value: T; report: string | null }>,
  ): Promise<Held<T>> {
    const answer = await this.leases.acquire(id, TTL_MS);
    if (answer.kind === 'held') return answer;
    const ending = new AbortController();
    const stopFollowing = follow(outer, ending);
    const stopRenewing = this.keepRenewing(answer.lease, ending);
    let report: string | null = null;
    try {
      const done = await work(ending.signal);
      report = done.report;
      return { kind: 'done', value: done.value };
    } finally {
      stopFollowing();
      stopRenewing();
      await this.release(answer.lease, report);
    }
  }

  private keepRenewing(lease: Lease, ending: AbortController): () => void {
    let expiresAt = performance.now() + TTL_MS;
    let busy = false;
    const renew = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      // Measured from before the request, since the database may respond late.
      const asked = performance.now();
      try {
        if (await this.leases.renew(lease, TTL_MS)) expiresAt = asked + TTL_MS;
        else ending.abort(new Error(`The lease ${lease.id} went to another process`));
      } catch (error) {
        this.logger.warn(`Lease ${lease.id} not renewed: ${(error as Error).message}`);
      } finally {
        busy = false;
      }
    };
    const timer = setInterval(() => {
      if (performance.now() > expiresAt - RENEW_MS)
        ending.abort(new Error(`The lease ${lease.id} could not be renewed`));
      void renew();
    }, RENEW_MS);
    return () => {
      clearInterval(timer);
    };
  }

  private async release(lease: Lease, report: string | null): Promise<void> {
    try {
      await this.leases.release(lease, report);
    } catch (error) {
      this.logger.warn(`Lease ${lease.id} not released, it expires by itself: ${(error as Error).message}`);
    }
  }
}
