import { createHash } from 'node:crypto';
import type { PublicAnswer, PublicFiles } from './public-files';
import { Broken, Unfinished } from './report';

const TIMEOUT_MS = 30_000;
const BYTES_MAX = 256 * 1024 * 1024;
const WAIT_MAX_SECONDS = 90;
const ATTEMPTS = 3;

/** The public side of one deployment, as anybody reads it: plain GET, nothing of the service's code. */
export class Deployment implements PublicFiles {
  /** Requests made so far. */
  requests = 0;

  constructor(
    /** Without a closing slash. */
    readonly baseUrl: string,
    private readonly apiKey: string | null,
    private readonly onWait: (seconds: number) => void,
  ) {}

  /** The body of a public file. @throws Broken when there is none, Unfinished when nobody answers */
  async get(path: string): Promise<PublicAnswer> {
    const answer = await this.find(path);
    if (answer === null) throw new Broken(path, 'is not there (HTTP 404)');
    return answer;
  }

  /** The same, or null when the deployment has no such file. */
  async find(path: string): Promise<PublicAnswer | null> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.request(path);
      if (response.status === 200) return this.read(path, response);
      if (response.status === 404) return null;
      const seconds = Number(response.headers.get('retry-after') ?? '0');
      const passing = response.status === 429 || response.status === 503;
      if (!passing) throw new Broken(path, `answers HTTP ${response.status}`);
      if (attempt === ATTEMPTS || !(seconds > 0 && seconds <= WAIT_MAX_SECONDS)) {
        throw new Unfinished(refusal(path, response.status, seconds, this.requests));
      }
      this.onWait(seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  private async request(path: string): Promise<Response> {
    this.requests++;
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (this.apiKey !== null) headers['x-api-key'] = this.apiKey;
    try {
      return await fetch(`${this.baseUrl}${path}`, {
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      throw new Unfinished(`${path}: no answer (${cause?.code ?? (error as Error).name})`);
    }
  }

  private async read(path: string, response: Response): Promise<PublicAnswer> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of response.body ?? []) {
        chunks.push(chunk as Uint8Array);
        length += (chunk as Uint8Array).length;
        if (length > BYTES_MAX) throw new Unfinished(`${path}: more than ${BYTES_MAX} bytes`);
      }
    } catch (error) {
      throw error instanceof Unfinished ? error : new Unfinished(`${path}: the answer was cut`);
    }
    const bytes = Buffer.concat(chunks);
    const digest = createHash('sha256').update(bytes).digest();
    const stated = response.headers.get('repr-digest');
    if (stated !== null && stated !== `sha-256=:${digest.toString('base64')}:`) {
      throw new Broken(path, 'the bytes do not have the digest that its Repr-Digest header states');
    }
    return { text: decode(path, bytes), headers: response.headers };
  }
}

const decode = (path: string, bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Broken(path, 'is not UTF-8');
  }
};

const refusal = (path: string, status: number, seconds: number, requests: number): string =>
  status === 429
    ? `${path}: the request limit is used up after ${requests} requests; it renews in ${seconds} s. A key raises it: --key.`
    : `${path}: the service is not available (HTTP ${status})`;
