/** Requests at the maximum rate of the connections, each from a chosen address. */
import { Agent, get } from 'node:http';
import { rounded } from './quantiles';

export interface Asked {
  readonly path: string;
  /** Client address set by the proxy. */
  readonly from: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FloodFigures {
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly megabytes: number;
  /** By status or error code. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface FloodOrder {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly requests?: number;
  readonly next: () => Asked;
}

export const flood = async (order: FloodOrder): Promise<FloodFigures> => {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
  const waits: number[] = [];
  const statuses: Record<string, number> = {};
  let bytes = 0;
  let left = order.requests ?? Infinity;
  const begun = performance.now();
  const until = begun + order.seconds * 1_000;
  const one = async (): Promise<void> => {
    while (performance.now() < until && left-- > 0) {
      const sent = performance.now();
      const { status, length } = await ask(order.url, order.next(), agent);
      waits.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
      bytes += length;
    }
  };
  await Promise.all(Array.from({ length: order.connections }, one));
  agent.destroy();
  const { p50, p95 } = halves(waits);
  return {
    answers: waits.length,
    perSecond: Math.round((waits.length / (performance.now() - begun)) * 1_000),
    p50Ms: p50,
    p95Ms: p95,
    megabytes: Math.round(bytes / (1 << 20)),
    statuses,
  };
};

/** Median and 95th percentile, rounded to hundredths; null if empty. */
export const halves = (times: readonly number[]): { p50: number; p95: number } => {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    p50: rounded(sorted[Math.floor(sorted.length / 2)] ?? 0),
    p95: rounded(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0),
  };
};

const ask = (
  url: string,
  { path, from, headers = {} }: Asked,
  agent: Agent,
): Promise<{ status: string; length: number }> =>
  new Promise((resolve) => {
    let length = 0;
    const request = get(
      `${url}${path}`,
      { agent, headers: { 'x-forwarded-for': from, ...headers }, timeout: 60_000 },
      (response) => {
        response.on('data', (chunk: Buffer) => (length += chunk.length));
        response.on('end', () => {
          resolve({ status: String(response.statusCode), length });
        });
        response.on('error', (error: NodeJS.ErrnoException) => {
          resolve({ status: error.code ?? error.name, length });
        });
      },
    );
    request.on('timeout', () => request.destroy(new Error('timeout')));
    // Time limit of every request.
    const late = setTimeout(() => request.destroy(new Error('late')), 90_000);
    request.on('close', () => {
      clearTimeout(late);
      resolve({ status: 'closed', length });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      resolve({ status: error.code ?? error.message, length });
    });
  });
