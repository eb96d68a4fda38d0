import { createHash } from 'node:crypto';
import { MINUTE_MS } from '../../../platform/common/durations';
import { Broken } from '../../../verification/finding';
import type { PublicAnswer, PublicFiles } from './public-files';
import { Unread } from './report';

const TIMEOUT_MS = 60_000;
const BYTES_MAX = 160 * 1024 * 1024;
const TOTAL_BYTES_MAX = 400 * 1024 * 1024;
const TOTAL_MS = 10 * MINUTE_MS;
/** Headers of a browser, so that deployments cannot distinguish verifiers from readers. */
const HEADERS = {
  'accept-encoding': 'identity',
  'accept-language': 'en-US,en;q=0.9',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};
const ATTEMPTS = 3;
const PASSING = [500, 502, 503, 504];
const PASSING_WAIT_SECONDS = 1;

interface DeploymentOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly waitMaxSeconds: number;
  readonly onWait: (seconds: number) => void;
  /** Time limit of the whole verification in ms; ten minutes by default. */
  readonly totalMs?: number;
}

export class Deployment implements PublicFiles {
  requests = 0;
  remaining: number | null = null;
  private bytes = 0;
  private readonly until: number;

  constructor(private readonly options: DeploymentOptions) {
    this.until = Date.now() + (options.totalMs ?? TOTAL_MS);
  }

  async get(path: string): Promise<PublicAnswer> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.request(path);
      this.remaining = remainingOf(response.headers.get('ratelimit'));
      if (response.status === 200) return this.read(path, response);
      await response.body?.cancel();
      if (response.status === 404) throw new Broken(path, 'is not there (HTTP 404)');
      await this.waitOrStop(path, response, attempt);
    }
  }

  /** Waits as long as the deployment asks, or briefly for a gateway error. @throws Unread */
  private async waitOrStop(path: string, response: Response, attempt: number): Promise<void> {
    const { status } = response;
    const asked = retryAfter(response.headers.get('retry-after') ?? '');
    const seconds = asked > 0 ? asked : PASSING.includes(status) ? PASSING_WAIT_SECONDS : NaN;
    const waits = status === 429 || PASSING.includes(status);
    if (!waits || attempt === ATTEMPTS || !(seconds <= this.options.waitMaxSeconds))
      throw new Unread(refusal(path, status, seconds, this.requests));
    this.options.onWait(seconds);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }

  private async request(path: string): Promise<Response> {
    this.requests++;
    const left = this.until - Date.now();
    if (left <= 0)
      throw new Unread(`${path}: all of it takes longer than ${(this.options.totalMs ?? TOTAL_MS) / 1000} s`);
    const headers: Record<string, string> = { ...HEADERS };
    if (this.options.apiKey !== null) headers['x-api-key'] = this.options.apiKey;
    try {
      return await fetch(`${this.options.baseUrl}${path}`, {
        headers,
        signal: AbortSignal.timeout(Math.min(TIMEOUT_MS, left)),
        redirect: 'error',
      });
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      throw new Unread(`${path}: no answer (${cause?.code ?? (error as Error).name})`);
    }
  }

  private async read(path: string, response: Response): Promise<PublicAnswer> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of response.body ?? []) {
        chunks.push(chunk as Uint8Array);
        length += (chunk as Uint8Array).length;
        this.bytes += (chunk as Uint8Array).length;
        if (length > BYTES_MAX || this.bytes > TOTAL_BYTES_MAX)
          throw new Unread(`${path}: more than ${length > BYTES_MAX ? BYTES_MAX : TOTAL_BYTES_MAX} bytes`);
      }
    } catch (error) {
      const slow = (error as Error).name === 'TimeoutError';
      throw error instanceof Unread ? error : new Unread(`${path}: the answer ${slow ? 'takes too long' : 'was cut'}`);
    }
    const bytes = Buffer.concat(chunks);
    insistDigest(path, bytes, response.headers);
    return new Answer(path, bytes, response.headers);
  }
}

/** Decoded on demand: tiles, time stamps and Parquet are binary. */
class Answer implements PublicAnswer {
  private decoded: string | null = null;

  constructor(
    private readonly path: string,
    readonly bytes: Buffer,
    readonly headers: Headers,
  ) {}

  /** @throws Broken if the bytes are not UTF-8 */
  get text(): string {
    return (this.decoded ??= decode(this.path, this.bytes));
  }
}

/** Seconds of a Retry-After header, which has seconds or a date; NaN if invalid. */
const retryAfter = (header: string): number =>
  /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);

const insistDigest = (path: string, bytes: Buffer, headers: Headers): void => {
  const stated = headers.get('repr-digest');
  if (stated === null) return;
  const digest = createHash('sha256').update(bytes).digest('base64');
  if (stated !== `sha-256=:${digest}:`)
    throw new Broken(path, 'the bytes do not have the digest that its Repr-Digest header states');
};

const decode = (path: string, bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Broken(path, 'is not UTF-8');
  }
};

/** `"anonymous";r=41;t=1800` → 41 */
const remainingOf = (header: string | null): number | null => {
  const left = /;\s*r=(\d+)/.exec(header ?? '')?.[1];
  return left === undefined ? null : Number(left);
};

const refusal = (path: string, status: number, seconds: number, requests: number): string => {
  if (status === 401) return `${path}: the API key is refused (HTTP 401)`;
  if (status !== 429) return `${path}: the deployment answers HTTP ${status}`;
  const renews = seconds > 0 ? `it renews in ${seconds} s (--wait ${seconds} waits for it)` : 'try later';
  return `${path}: the request limit is used up after ${requests} requests; ${renews}. A key raises it: --key`;
};
