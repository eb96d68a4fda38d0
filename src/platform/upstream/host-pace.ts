import { isPublicLink } from './address-guard';

/**
 * The server of an address, for its pace and breaker: the host, or at a local address, where one server may stand for
 * several upstreams, the host with the first segment of the path.
 */
export const serverOf = (url: URL): string =>
  isPublicLink(url.href) ? url.host : `${url.host}/${url.pathname.split('/')[1] ?? ''}`;

/** Spaces requests to a host. Each caller takes the host's next free slot, in order, and gets the time to wait. */
export class HostPace {
  private readonly free = new Map<string, number>();

  /** @param now monotonic milliseconds @returns milliseconds to wait before sending */
  take(host: string, intervalMs: number, now: number): number {
    const slot = Math.max(now, this.free.get(host) ?? 0);
    this.free.set(host, slot + intervalMs);
    if (this.free.size > 1000) this.forget(now);
    return slot - now;
  }

  private forget(now: number): void {
    for (const [host, free] of this.free) if (free <= now) this.free.delete(host);
  }
}
