import { setTimeout as sleep } from 'node:timers/promises';

const READERS = 4;
const PAUSE_MS = 60;
const GIVE_UP_MS = 30_000;

const PATHS = [
  '/v1/ontology/events?limit=20',
  '/v1/ontology/entities?limit=20',
  '/v1/ontology/alerts',
  '/v1/ontology/digest',
  '/v1/ontology/relationships?limit=20',
  '/v1/markets?limit=20',
  '/v1/sources',
  '/api/receipts?limit=20',
  '/api/registry/index.json',
  '/api/registry/checkpoint',
  '/api/track-record.json',
  '/',
];

/** Answers of one kind: how many, and the slowest. */
export interface Tally {
  readonly count: number;
  readonly slowestMs: number;
}

/**
 * Readers of one service, all the while. An answer is right (200), honest (503 with Retry-After),
 * missing (nobody listens) or wrong (anything else), and how long readers went without is kept.
 */
export class Readers {
  /** By status, `no answer`, or `503 without Retry-After`. */
  readonly answers = new Map<string, Tally>();
  /** Remaining requests of an address by answer of this hour; a repeated number means an uncounted request. */
  readonly left: number[] = [];
  /** Off while instances cannot count together. */
  countsTogether = true;
  /** Milliseconds of the longest time without a single right answer since {@link mark}. */
  longestGapMs = 0;
  /** By kind and address, the first answer's words. */
  private readonly unexcused = new Map<string, string>();
  private during = 'the start';
  private lastRight = performance.now();
  private reading = true;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly baseUrl: () => string) {}

  start(): void {
    this.lastRight = performance.now();
    this.running = Promise.all(
      Array.from({ length: READERS }, async (_, reader) => {
        for (let n = reader; this.reading; n += 1) {
          await this.read(PATHS[n % PATHS.length] ?? '');
          await sleep(PAUSE_MS);
        }
      }),
    );
  }

  async stop(): Promise<void> {
    this.reading = false;
    await this.running;
  }

  /** Starts a new measurement of the longest gap. @param during name of the phase that begins */
  mark(during: string): void {
    this.during = during;
    this.longestGapMs = 0;
    this.lastRight = performance.now();
  }

  total(): number {
    return [...this.answers.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Answers that were not right, the honest ones among them. */
  failures(): number {
    return this.total() - (this.answers.get('200')?.count ?? 0);
  }

  /** Answers that no fault excuses, with the first words of each. */
  wrong(): string[] {
    return [...this.unexcused].map(([what, words]) => `${what}: ${words}`);
  }

  private blame(what: string, words: string): void {
    this.unexcused.set(what, `${words} (during ${this.during})`);
  }

  private async read(path: string): Promise<void> {
    const begun = performance.now();
    const kind = await fetch(`${this.baseUrl()}${path}`, {
      signal: AbortSignal.timeout(GIVE_UP_MS),
    })
      .then(
        async (answer) => {
          const body = await answer.text();
          if (answer.status !== 200 && answer.status !== 503)
            this.blame(`${answer.status} ${path}`, body.slice(0, 300));
          const left = answer.headers.get('x-ratelimit-remaining');
          if (this.countsTogether && left !== null && !path.endsWith('/')) this.left.push(Number(left));
          return answer.status === 503 && answer.headers.get('retry-after') === null
            ? '503 without Retry-After'
            : String(answer.status);
        },
        (error: unknown) => ((error as Error).name === 'TimeoutError' ? 'no answer in 30 s' : 'no answer'),
      )
      .catch(() => 'no answer');
    const now = performance.now();
    const { count, slowestMs } = this.answers.get(kind) ?? { count: 0, slowestMs: 0 };
    this.answers.set(kind, { count: count + 1, slowestMs: Math.max(slowestMs, now - begun) });
    if (['503 without Retry-After', 'no answer in 30 s'].includes(kind)) this.blame(`${kind} ${path}`, '');
    if (kind === '200') this.lastRight = now;
    else this.longestGapMs = Math.max(this.longestGapMs, now - this.lastRight);
  }
}
