import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { UnreadableError } from '../../platform/common/foreign-json';
import { packagePath } from '../../platform/common/package-root';
import type { FeedHints, FeedResult } from './parse-feed';

/** Message to a thread. The language detector is a function and cannot be sent: languages are detected later. */
export interface ParseTask {
  readonly bytes: Uint8Array;
  readonly hints: Omit<FeedHints, 'detectLanguage'>;
}

export interface ParseReply {
  readonly result: FeedResult;
}

/** The requesting source, and a signal that cancels. */
interface ParseTurn {
  readonly source: string;
  readonly signal: AbortSignal;
}

interface ParserLimits {
  readonly deadlineMs: number;
  readonly threads: number;
}

/** A fetched document for which the parser had no time. */
export class NotReadError extends Error {
  constructor() {
    super('Not read: busy');
  }
}

interface Job extends ParseTask {
  readonly source: string;
  readonly resolve: (result: FeedResult) => void;
  readonly reject: (error: Error) => void;
}

const THREADS = 2;
const DEADLINE_MS = 3_000;
/** Timeout of a thread's start. */
const START_MS = 30_000;
const HEAP_MB = 192;

/**
 * Parses feeds in worker threads with a deadline and a heap limit, so that a hostile document fails alone. A thread
 * that exceeds them is terminated and replaced, and the source is parsed last until it succeeds. Time in the queue does
 * not count.
 */
@Injectable()
export class FeedParserPool implements OnApplicationShutdown {
  private readonly queue: Job[] = [];
  private readonly overran = new Set<string>();
  private readonly idle: ParserThread[] = [];
  private readonly threads = new Set<ParserThread>();

  constructor(private readonly limits: ParserLimits = { deadlineMs: DEADLINE_MS, threads: THREADS }) {}

  /**
   * @throws UnreadableError when the parser ran out of time or memory
   * @throws NotReadError when the turn ended before a thread was free
   */
  async parse(bytes: Uint8Array, hints: ParseTask['hints'], turn?: ParseTurn): Promise<FeedResult> {
    let leave = (): void => undefined;
    try {
      return await new Promise<FeedResult>((resolve, reject) => {
        const job: Job = { bytes, hints, source: turn?.source ?? '', resolve, reject };
        leave = () => {
          const place = this.queue.indexOf(job);
          if (place < 0) return;
          this.queue.splice(place, 1);
          reject(new NotReadError());
        };
        turn?.signal.addEventListener('abort', leave);
        this.queue.push(job);
        this.assign();
      });
    } finally {
      turn?.signal.removeEventListener('abort', leave);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const threads = [...this.threads];
    this.threads.clear();
    this.idle.length = 0;
    await Promise.all(threads.map((thread) => thread.end()));
  }

  private assign(): void {
    while (this.queue.length > 0) {
      const thread = this.idle.pop() ?? this.start();
      if (thread === null) return;
      const honest = this.queue.findIndex(({ source }) => !this.overran.has(source));
      const [job] = this.queue.splice(Math.max(0, honest), 1);
      if (job !== undefined) void this.attend(thread, job);
    }
  }

  private start(): ParserThread | null {
    if (this.threads.size >= this.limits.threads) return null;
    const thread = new ParserThread();
    this.threads.add(thread);
    return thread;
  }

  private async attend(thread: ParserThread, job: Job): Promise<void> {
    try {
      job.resolve(await thread.parse(job, this.limits.deadlineMs));
      this.overran.delete(job.source);
      if (this.threads.has(thread)) this.idle.push(thread);
    } catch (error) {
      if (job.source !== '') this.overran.add(job.source);
      this.threads.delete(thread);
      await thread.end();
      job.reject(error as Error);
    }
    this.assign();
  }
}

/** Parses one document at a time. */
class ParserThread {
  private readonly worker: Worker;
  private readonly ready: Promise<void>;

  constructor() {
    const extension = extname(__filename);
    this.worker = new Worker(join(__dirname, `parse-feed.worker${extension}`), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // In tests, a thread needs the TypeScript compiler, which Jest loads in the main thread only.
      execArgv: extension === '.ts' ? ['--require', packagePath('test', 'support', 'typescript-hook.cjs')] : [],
    });
    this.ready = this.next(START_MS).then(() => undefined);
    // The first parse awaits it again; this prevents an unhandled rejection.
    this.ready.catch(() => undefined);
  }

  async parse({ bytes, hints }: ParseTask, deadlineMs: number): Promise<FeedResult> {
    this.worker.ref();
    await this.ready;
    const reply = this.next(deadlineMs);
    this.worker.postMessage({ bytes, hints } satisfies ParseTask);
    const { result } = (await reply) as ParseReply;
    // An idle thread must not keep the process alive.
    this.worker.unref();
    return result;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  /** The next message, or an error on timeout or death of the thread. */
  private next(timeoutMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        clearImmediate(overdue);
        this.worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        act();
      };
      const onMessage = (message: unknown): void => {
        settle(() => {
          resolve(message);
        });
      };
      const fail = (reason: string, cause?: unknown): void => {
        settle(() => {
          reject(new UnreadableError(reason, { cause }));
        });
      };
      const onError = (error: unknown): void => {
        fail('The document cannot be parsed within the memory allowed', error);
      };
      const onExit = (): void => {
        fail('The parser ended before it answered');
      };
      let overdue: NodeJS.Immediate | undefined;
      const timer = setTimeout(() => {
        // A queued reply is read first: this process may have been late, not the thread.
        overdue = setImmediate(() => {
          fail(`The document cannot be parsed within ${timeoutMs / 1000} s`);
        });
      }, timeoutMs);
      this.worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  }
}
