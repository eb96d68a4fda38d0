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

/** Rejected chunks that are requested again in halves; the others fail as a whole. */
const SPLITS_MAX = 16;

/**
 * Requests a list in chunks, a few at once, in order. A failed chunk does not affect others; one that is too large, or
 * that the upstream rejects, is requested in halves, so that one entry does not fail the rest.
 */
export const inChunks = async <T, R>(
  entries: readonly T[],
  { size, atOnce, signal }: ChunkOptions,
  ask: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<Chunked<R>> => {
  const queue = Array.from({ length: Math.ceil(entries.length / size) }, (_, index) => ({
    start: index * size,
    end: Math.min((index + 1) * size, entries.length),
  }));
  const found = new Map<number, readonly R[]>();
  const failed: string[] = [];
  let requests = queue.length;
  let splits = 0;
  let unasked = 0;
  const work = async (): Promise<void> => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      const { start, end } = part;
      try {
        signal.throwIfAborted();
        found.set(start, await ask(entries.slice(start, end)));
      } catch (error) {
        if (signal.aborted || isAborted(error)) unasked += end - start;
        else if (end - start > 1 && splits < SPLITS_MAX && isOfItsEntries(error)) {
          const middle = Math.ceil((start + end) / 2);
          queue.unshift({ start, end: middle }, { start: middle, end });
          splits += 1;
          requests += 1;
        } else failed.push(errorMessage(error));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const [first] = failed;
  const share = requests > 1 ? `${failed.length} of ${requests} requests failed, first: ` : '';
  return {
    found: [...found].sort(([a], [b]) => a - b).flatMap(([, some]) => some),
    failure: first === undefined ? null : `${share}${first}`,
    unasked,
  };
};

const isAborted = (error: unknown): boolean => error instanceof UpstreamError && error.code === 'aborted';

const OF_ITS_ENTRIES = new Set([400, 404, 413, 414, 422]);

const isOfItsEntries = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.code === 'too-large' || OF_ITS_ENTRIES.has(error.details.status ?? 0));
