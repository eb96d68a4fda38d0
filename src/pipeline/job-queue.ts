/** Repeats work at an interval, in this process or shared by all instances of a deployment. */
export interface JobQueue {
  /**
   * Runs `work` at once and then every `everyMs`, never concurrently in this process. One of all processes that share
   * the queue takes each turn; use a lease where turns must not overlap. `work` does not throw. Resolves without
   * waiting for an unreachable queue: turns begin when it is reachable.
   *
   * @param signal passed to `work`: aborted when the queue closes
   */
  repeat(name: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Starts no more work, aborts running work, and waits for it. */
  close(): Promise<void>;
}

export const JOB_QUEUE = Symbol('JobQueue');
