import type { KeptAnswer } from '../platform/http/kept-answer';

/** A request whose answer is being made, and the requests that wait for the same answer. */
export class RequestInFlight {
  private readonly waiting: ((answer: KeptAnswer | null) => void)[] = [];

  constructor(
    /** A word for the state that the answer is made from. */
    readonly state: string,
    private readonly onSettled: (request: RequestInFlight) => void,
  ) {}

  wait(): Promise<KeptAnswer | null> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Gives the answer to every request that waits; null where it cannot be shared. */
  settle(answer: KeptAnswer | null): void {
    this.onSettled(this);
    for (const resolve of this.waiting.splice(0)) resolve(answer);
  }
}

/**
 * Answers that are being made, by address: a second request for one of them waits for it instead of
 * having it made again. Only good answers are shared; after any other each waiting request makes its own.
 */
export class RequestsInFlight {
  private readonly byUrl = new Map<string, RequestInFlight>();

  /**
   * The answer that is being made, or, for the first to ask, the request to which the others attach and
   * which must be settled in every case. An answer made from an earlier state is not waited for.
   */
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
