/** A reader within the limits that sends sequential requests and measures latency. */
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Result of one request. */
export interface Wait {
  readonly path: string;
  readonly ms: number;
  /** Status or error code. */
  readonly result: string;
}

const PAUSE_MS = 150;
const GIVE_UP_MS = 30_000;
/** Below the limits per address of pages and API. */
const REQUESTS_PER_ADDRESS = 40;

const PATHS = [
  '/',
  '/v1/ontology/digest',
  '/v1/ontology/events?limit=20&entity=iran',
  '/v1/markets?limit=20',
  '/markets',
  '/api/registry/checkpoint',
  '/v1/ontology/resolve?text=Iran%20and%20Israel%20trade%20fire',
  '/api/track-record.json',
  '/entities/iran',
  '/v1/ontology/entities?q=hormuz',
];

/** Its own process, so that the load does not delay it. */
export const serveHonestReader = (): void => {
  process.once('disconnect', () => process.exit());
  process.once('message', (url) => {
    void (async () => {
      for (let n = 0; ; n += 1) {
        process.send?.(await ask(String(url), PATHS[n % PATHS.length] ?? '/', n));
        await sleep(PAUSE_MS);
      }
    })();
  });
};

const ask = (url: string, path: string, n: number): Promise<Wait> =>
  new Promise((resolve) => {
    const begun = performance.now();
    const end = (result: string): void => {
      resolve({ path, ms: performance.now() - begun, result });
    };
    const from = Math.floor(n / REQUESTS_PER_ADDRESS);
    const headers = { 'x-forwarded-for': `100.64.${from >> 8}.${from & 255}` };
    const request = get(`${url}${path}`, { headers, agent: false, timeout: GIVE_UP_MS }, (response) => {
      response.resume();
      response.on('end', () => {
        end(String(response.statusCode));
      });
      response.on('error', (error: NodeJS.ErrnoException) => {
        end(error.code ?? error.name);
      });
    });
    request.on('timeout', () => request.destroy(new Error('timeout')));
    request.on('close', () => {
      end('closed');
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      end(error.code ?? error.message);
    });
  });
