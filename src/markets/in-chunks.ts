import { errorMessage } from '../platform/common/error-message';
import { UpstreamError } from '../platform/upstream/upstream-request';

export interface Chunked<R> {
  readonly found: readonly R[];
  /** One sentence, or null. */
  readonly failure: string | null;
  /** Entries not requested in time. */
  readonly unasked: number;
}

interface ChunkOptions {
  readonly size: number;
  /** Concurrent requests. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
}

/** Requests a list in chunks, a few at once, in order. A failed chunk does not affect others. */
export const inChunks = async <T, R>(
  entries: readonly T[],
  { size, atOnce, signal }: ChunkOptions,
  ask: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<Chunked<R>> => {
  const starts = Array.from({ length: Math.ceil(entries.length / size) }, (_, index) => index * size);
  const queue = [...starts];
  const found = new Map<number, readonly R[]>();
  const failed: string[] = [];
  let unasked = 0;
  const work = async (): Promise<void> => {
    for (let start = queue.shift(); start !== undefined; start = queue.shift()) {
      const some = entries.slice(start, start + size);
      try {
        signal.throwIfAborted();
        found.set(start, await ask(some));
      } catch (error) {
        if (signal.aborted || isAborted(error)) unasked += some.length;
        else failed.push(errorMessage(error));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const [first] = failed;
  const share = starts.length > 1 ? `${failed.length} of ${starts.length} requests failed, first: ` : '';
  return {
    found: starts.flatMap((start) => found.get(start) ?? []),
    failure: first === undefined ? null : `${share}${first}`,
    unasked,
  };
};

const isAborted = (error: unknown): boolean => error instanceof UpstreamError && error.code === 'aborted';
