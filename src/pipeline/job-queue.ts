/** Repeats work at an interval: in this process, or shared by all instances of a deployment. */
export interface JobQueue {
  /**
   * Runs `work` at once and then every `everyMs`. Never twice at the same time, within the reach of the
   * queue: this process, or every process that shares the Redis. A run that is due while the last one
   * still works is left out. `work` does not throw.
   *
   * @param signal handed to `work`: aborted when the queue closes
   */
  repeat(
    name: string,
    everyMs: number,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Begins no more work, tells what is at work to stop, and waits for it. */
  close(): Promise<void>;
}

/** Nest token of the {@link JobQueue}. */
export const JOB_QUEUE = Symbol('JobQueue');
