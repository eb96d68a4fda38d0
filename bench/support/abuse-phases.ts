/** Kinds of abuse, each run against a service for some seconds. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeKey } from '../../src/platform/access/api-key';
import { address, anew, askDear, longText, type Dear } from './dearest';
import { flood, type FloodFigures } from './flood';

export interface Stage {
  readonly url: string;
  readonly seconds: number;
  /** Most expensive first. */
  readonly dear: readonly Dear[];
}

export interface Phase {
  readonly name: string;
  readonly play: (stage: Stage) => Promise<Partial<FloodFigures> & { readonly note?: string }>;
}

const CALLERS = 1_000;
const ADDRESSES = 100_000;
const SLOW_READERS = 500;
const HALF_OPEN = 1_000;

/** A two-byte letter takes six characters of an address, whose maximum is 8,192. */
const longestText = (n: number): string =>
  encodeURIComponent(`${n} ${longText(3_990)}`)
    .slice(0, 7_900)
    .replace(/%.?$/, '');

export const PHASES: readonly Phase[] = [
  { name: 'nothing', play: async ({ seconds }) => sleep(seconds * 1_000).then(() => ({})) },
  {
    name: `${ADDRESSES} addresses, one request each`,
    play: ({ url }) =>
      flood({
        url,
        connections: 64,
        seconds: 300,
        requests: ADDRESSES,
        next: () => ({ path: '/v1/ontology/digest', from: address() }),
      }),
  },
  {
    name: 'a bad key from each of 20,000 addresses',
    play: ({ url, seconds }) =>
      flood({
        url,
        connections: 64,
        seconds: seconds * 3,
        requests: 20_000,
        next: () => ({
          path: '/v1/ontology/digest',
          from: address(),
          headers: {
            'x-api-key': makeKey('partner', randomBytes),
          },
        }),
      }),
  },
  {
    name: 'each address of the API once, for the kept answers',
    play: ({ url, seconds }) => {
      let n = 0;
      return flood({
        url,
        connections: 32,
        seconds,
        next: () => ({
          path: `/v1/ontology/entities?q=${(n += 1).toString(36)}&limit=200`,
          from: address(),
          headers: { 'accept-encoding': n % 2 === 0 ? 'br' : 'gzip' },
        }),
      });
    },
  },
  {
    name: 'a thousand callers within their limits, the dearest ten requests',
    play: ({ url, seconds, dear }) => {
      const next = askDear(dear.slice(0, 10));
      let n = 0;
      return flood({
        url,
        connections: CALLERS,
        seconds: seconds * 2,
        // Sixty per address and hour.
        requests: CALLERS * 60,
        next: () => {
          n += 1;
          const caller = n % CALLERS;
          return { ...next(), from: `172.31.${caller >> 8}.${caller & 255}` };
        },
      });
    },
  },
  {
    name: 'the dearest request, 64 at once',
    play: ({ url, seconds, dear }) => flood({ url, connections: 64, seconds, next: askDear(dear.slice(0, 1)) }),
  },
  {
    name: 'the largest answers, compressed, 64 at once',
    play: ({ url, seconds, dear }) => {
      const next = askDear([...dear].sort((a, b) => b.bytes - a.bytes).slice(0, 5));
      return flood({
        url,
        connections: 64,
        seconds,
        next: () => ({ ...next(), headers: { 'accept-encoding': 'br' } }),
      });
    },
  },
  {
    name: '/v1/ontology/resolve with the longest texts, 64 at once',
    play: ({ url, seconds }) => {
      let n = 0;
      return flood({
        url,
        connections: 64,
        seconds,
        next: () => ({
          path: `/v1/ontology/resolve?text=${longestText((n += 1))}`,
          from: address(),
        }),
      });
    },
  },
  {
    name: '/graph and /paths at their most, 64 at once',
    play: ({ url, seconds }) => {
      const paths = [
        '/v1/ontology/graph?entity=iran&depth=3&as_of=AS_OF',
        '/v1/ontology/paths?from=iran&to=brent&limit=50&as_of=AS_OF',
        '/v1/ontology/graph?entity=united-states&depth=3&as_of=AS_OF',
      ];
      let n = 0;
      return flood({
        url,
        connections: 64,
        seconds,
        next: () => ({ path: anew(paths[(n += 1) % paths.length] ?? ''), from: address() }),
      });
    },
  },
  {
    name: 'exports, 64 at once',
    play: ({ url, seconds }) => {
      const paths = [
        '/api/registry/bundles.jsonl',
        '/api/registry/documents.jsonl',
        '/api/registry/log.jsonl',
        '/api/dataset/records.jsonl',
        '/api/dataset/records.csv',
        '/api/dataset/records.parquet',
        '/markets.csv',
      ];
      let n = 0;
      return flood({
        url,
        connections: 64,
        seconds,
        next: () => ({ path: paths[(n += 1) % paths.length] ?? '', from: address() }),
      });
    },
  },
  {
    name: `${SLOW_READERS} who read 100 bytes a second`,
    play: async ({ url, seconds, dear }) => {
      const large = [...dear]
        .filter(({ path }) => !/\.(jsonl|csv|parquet)/.test(path))
        .sort((a, b) => b.bytes - a.bytes)
        .slice(0, 5);
      const sockets = Array.from({ length: SLOW_READERS }, (_, n) =>
        slowReader(url, anew(large[n % large.length]?.path ?? '/')),
      );
      return holding(sockets, seconds * 2);
    },
  },
  {
    name: `${HALF_OPEN} connections that never end their request`,
    play: async ({ url, seconds }) => {
      const sockets = Array.from({ length: HALF_OPEN }, () => halfOpen(url));
      return holding(sockets, seconds);
    },
  },
  {
    name: 'nothing, afterwards',
    play: async ({ seconds }) => sleep(seconds * 2_000).then(() => ({})),
  },
];

const holding = async (sockets: readonly Socket[], seconds: number): Promise<{ readonly note: string }> => {
  const states: number[] = [];
  for (let n = 0; n < seconds; n += 1) {
    await sleep(1_000);
    states.push(sockets.filter(({ destroyed }) => !destroyed).length);
  }
  for (const socket of sockets) socket.destroy();
  return { note: `open: ${Math.max(...states)} at most, ${states.at(-1) ?? 0} at the end` };
};

const open = (url: string, words: string): Socket => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(words));
  socket.on('error', () => undefined);
  return socket;
};

/** Reads a hundred bytes, pauses a second, and repeats. */
const slowReader = (url: string, path: string): Socket => {
  const socket = open(url, `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address()}\r\n\r\n`);
  socket.pause();
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.read(100);
  }, 1_000);
  socket.on('readable', () => undefined);
  return socket;
};

/** Sends a header now and then, but never completes the request. */
const halfOpen = (url: string): Socket => {
  const socket = open(url, 'GET / HTTP/1.1\r\nHost: x\r\n');
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(`X-Word: ${Math.random()}\r\n`);
  }, 2_000);
  return socket;
};
