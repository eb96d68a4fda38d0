import { Injectable, Logger } from '@nestjs/common';
import { LeaseRepository, type Lease } from './lease.repository';

export type Held<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** Another holder has the lease; it expires in `leftMs` unless renewed. */
  | { readonly kind: 'held'; readonly leftMs: number };

/** Long enough for a stall of the database, short enough that another machine soon takes over. */
const TTL_MS = 30_000;
const RENEW_MS = 8_000;

/**
 * Runs work under a lease: renews it while the work goes on, and aborts the work's signal as soon as the
 * lease is lost or cannot be renewed before it expires, so that two never work at the same time.
 */
@Injectable()
export class LeaseKeeper {
  private readonly logger = new Logger(LeaseKeeper.name);

  constructor(private readonly leases: LeaseRepository) {}

  /**
   * @param outer ends the work early
   * @param work gives its value and, as JSON text, what to keep of it beside the lease
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
      // Counted from before the question: the database may have answered late.
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

/**
 * Ends `own` when `outer` ends, until what is returned is called. A signal remembers, for as long as it
 * lives, every one that `AbortSignal.any` has derived from it: the one that outlives all ticks is not to be
 * handed to what derives hundreds in each.
 */
const follow = (outer: AbortSignal | undefined, own: AbortController): (() => void) => {
  if (outer === undefined) return () => undefined;
  const end = (): void => {
    own.abort(outer.reason);
  };
  if (outer.aborted) end();
  else outer.addEventListener('abort', end);
  return () => {
    outer.removeEventListener('abort', end);
  };
};
