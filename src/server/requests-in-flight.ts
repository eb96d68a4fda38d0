import type { KeptAnswer } from '../platform/http/kept-answer';

export class RequestInFlight {
  private readonly waiting: ((answer: KeptAnswer | null) => void)[] = [];

  constructor(
    /** Opaque version of the state that the response is computed from. */
    readonly state: string,
    private readonly onSettled: (request: RequestInFlight) => void,
  ) {}

  wait(): Promise<KeptAnswer | null> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Passes the response to all waiting requests; null when it cannot be shared. */
  settle(answer: KeptAnswer | null): void {
    this.onSettled(this);
    for (const resolve of this.waiting.splice(0)) resolve(answer);
  }
}

/** Requests in progress by address; further ones wait for the first. Only successful responses are shared. */
export class RequestsInFlight {
  private readonly byUrl = new Map<string, RequestInFlight>();

  /** The response in progress in this state, or for the first request an entry, which must always be settled. */
  join(url: string, state: string): RequestInFlight | Promise<KeptAnswer | null> {
    const current = this.byUrl.get(url);
    if (current?.state === state) return current.wait();
    const first = new RequestInFlight(state, (settled) => {
      if (this.byUrl.get(url) === settled) this.byUrl.delete(url);
    });
    this.byUrl.set(url, first);
    return first;
  }
}
