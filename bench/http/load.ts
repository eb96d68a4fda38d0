/**
 * HTTP load from its own process. The client is minimal (a request as bytes, a response counted by length), so that it
 * is not the bottleneck.
 */
import { connect } from 'node:net';
import { quantiles } from '../support/quantiles';

export interface LoadOrder {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections: number;
  /** A different address for each request, by its `since`. */
  readonly anew: boolean;
}

export interface LoadFigures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses other than 200 and 304. */
  readonly failures: number;
}

/** Keeps `connections` requests in progress for some seconds. */
export const load = async (order: LoadOrder): Promise<LoadFigures> => {
  const { host, hostname, port, pathname, search } = new URL(order.url);
  const lines = Object.entries({ host, ...order.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const always = request(pathname + search);
  let asked = 0;
  const next = (): Buffer =>
    order.anew ? request(`${pathname}${search}&since=${new Date((asked += 1) * 1000).toISOString()}`) : always;
  const latencies: number[] = [];
  let failures = 0;
  const began = performance.now();
  const until = began + order.seconds * 1000;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(next()));
      socket.setNoDelay(true);
      socket.once('error', reject);
      let missing = 0;
      let sent = performance.now();
      socket.on('data', (chunk) => {
        if (missing === 0) {
          const { status, length } = readHead(chunk);
          if (status !== 200 && status !== 304) failures += 1;
          missing = length;
        }
        missing -= chunk.length;
        if (missing > 0) return;
        const now = performance.now();
        latencies.push(now - sent);
        sent = now;
        if (now < until) socket.write(next());
        else socket.end(resolve);
      });
    });
  const rest = stayAwake();
  await Promise.all(Array.from({ length: order.connections }, one));
  rest();
  const seconds = (performance.now() - began) / 1000;
  return {
    requestsPerSecond: Math.round(latencies.length / seconds),
    ...quantiles(latencies),
    failures,
  };
};

/**
 * Keeps this process awake between responses. Waking a sleeping process costs the server time in its send call, and the
 * slower server would pay more often.
 */
const stayAwake = (): (() => void) => {
  let awake = true;
  const turn = (): void => {
    if (awake) setImmediate(turn);
  };
  turn();
  return () => {
    awake = false;
  };
};

/** Status, and total bytes of head and body. Heads here are short and arrive complete. */
const readHead = (chunk: Buffer): { status: number; length: number } => {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const body = /\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? '0';
  return { status: Number(head.slice(9, 12)), length: end + 4 + Number(body) };
};
