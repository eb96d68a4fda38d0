import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { UnreadableError } from '../../platform/common/foreign-json';
import { packagePath } from '../../platform/common/package-root';
import type { FeedHints, FeedResult } from './parse-feed';

/** What a thread is given. A detector is a function and cannot travel: language is settled later. */
export interface ParseTask {
  readonly bytes: Uint8Array;
  readonly hints: Omit<FeedHints, 'detectLanguage'>;
}

export interface ParseReply {
  readonly result: FeedResult;
}

/** Who asks, and until when it is worth while. */
interface ParseTurn {
  readonly source: string;
  readonly signal: AbortSignal;
}

/** How long one document may take, and how many are parsed at a time. */
interface ParserLimits {
  readonly deadlineMs: number;
  readonly threads: number;
}

/** A document that came, and that we had no time to read. */
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
/** A thread that does not come up in this time will not. */
const START_MS = 30_000;
const HEAP_MB = 192;

/**
 * Parses feeds in worker threads, each document within a deadline and a heap of its own: whatever a
 * document does to the parser, the service goes on and only that document fails. A thread that overran
 * is ended and replaced, and who made it overrun is parsed last until it did not: a document is timed from when a thread
 * has it, so that nobody is blamed for the queue.
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
   * @throws NotReadError when the turn was over before a thread was free
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

/** One worker thread, which parses one document at a time. */
class ParserThread {
  private readonly worker: Worker;
  private readonly ready: Promise<void>;

  constructor() {
    const extension = extname(__filename);
    this.worker = new Worker(join(__dirname, `parse-feed.worker${extension}`), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // From the sources (tests), a thread needs the compiler that Jest brings to the main thread only.
      execArgv: extension === '.ts' ? ['--require', packagePath('test', 'support', 'typescript-hook.cjs')] : [],
    });
    this.ready = this.next(START_MS).then(() => undefined);
    // Observed again by the first parse; this keeps an early death from being an unhandled rejection.
    this.ready.catch(() => undefined);
  }

  async parse({ bytes, hints }: ParseTask, deadlineMs: number): Promise<FeedResult> {
    this.worker.ref();
    await this.ready;
    const reply = this.next(deadlineMs);
    this.worker.postMessage({ bytes, hints } satisfies ParseTask);
    const { result } = (await reply) as ParseReply;
    // An idle thread must not keep the process from ending.
    this.worker.unref();
    return result;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  /** The next message, or an error when the time is over or the thread died. */
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
        // A reply that lies ready is read first: this process may have been late, not the thread.
        overdue = setImmediate(() => {
          fail(`The document cannot be parsed within ${timeoutMs / 1000} s`);
        });
      }, timeoutMs);
      this.worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  }
}
