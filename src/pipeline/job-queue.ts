/** Repeats work at an interval: in this process, or shared by all instances of a deployment. */
export interface JobQueue {
  /**
   * Runs `work` at once and then every `everyMs`, never twice at the same time in this process. Of all
   * processes that share the queue one takes each turn; turns that must not overlap hold a lease. `work`
   * does not throw. Resolves without waiting for a queue that cannot be reached: turns begin when it can.
   *
   * @param signal handed to `work`: aborted when the queue closes
   */
  repeat(name: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Begins no more work, tells what is at work to stop, and waits for it. */
  close(): Promise<void>;
}

/** Nest token of the {@link JobQueue}. */
export const JOB_QUEUE = Symbol('JobQueue');
