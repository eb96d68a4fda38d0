import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Answers one request of one upstream host. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A local server in place of every upstream, as `UPSTREAM_REPLAY_URL` expects it: the host of a
 * request decides how it is answered.
 */
export class UpstreamWorld {
  readonly requests: {
    method: string;
    host: string;
    path: string;
    headers: IncomingMessage['headers'];
    body: string;
  }[] = [];
  private readonly hosts = new Map<string, Behaviour>();
  private readonly server = createServer((request, response) => {
    const [, , host = '', ...path] = (request.url ?? '').split('/');
    const { method = 'GET', headers } = request;
    const asked = { method, host, path: `/${path.join('/')}`, headers, body: '' };
    this.requests.push(asked);
    request.on('data', (chunk: Buffer) => {
      asked.body += chunk.toString('utf8');
    });
    const behaviour = this.hosts.get(host);
    if (behaviour === undefined) response.writeHead(404).end();
    else behaviour(request, response);
  });

  static async open(): Promise<UpstreamWorld> {
    const world = new UpstreamWorld();
    await new Promise<void>((resolve) => world.server.listen(0, '127.0.0.1', resolve));
    return world;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  answer(host: string, behaviour: Behaviour): void {
    this.hosts.set(host, behaviour);
  }

  askedOf(host: string): number {
    return this.requests.filter((request) => request.host === host).length;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export interface Story {
  readonly guid?: string;
  readonly title: string;
  readonly link: string;
  readonly text?: string;
  /** UTC ms. */
  readonly at?: number;
}

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** An RSS 2.0 document. */
export const rss = (stories: readonly Story[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Test</title>${stories
    .map(
      ({ guid, title, link, text, at }) =>
        `<item>${guid === undefined ? '' : `<guid isPermaLink="false">${escape(guid)}</guid>`}` +
        `<title>${escape(title)}</title><link>${escape(link)}</link>` +
        (text === undefined ? '' : `<description>${escape(text)}</description>`) +
        (at === undefined ? '' : `<pubDate>${new Date(at).toUTCString()}</pubDate>`) +
        '</item>',
    )
    .join('')}</channel></rss>`;

export const serving =
  (body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/rss+xml', ...headers }).end(body);
  };

export const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(code, headers).end('no');
  };

export const redirect = (to: string): Behaviour => status(302, { Location: to });

/** Promises more than it sends, then hangs up. */
export const cut: Behaviour = (_, response) => {
  response.writeHead(200, { 'Content-Length': '100000' });
  response.write(rss([]).slice(0, 60));
  setTimeout(() => response.destroy(), 10);
};

/** 200 MB of feed, as fast as it is read. */
export const huge: Behaviour = (_, response) => {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  let left = 200;
  const write = (): void => {
    while (left > 0) {
      left -= 1;
      if (!response.write(chunk)) {
        response.once('drain', write);
        return;
      }
    }
    response.end();
  };
  response.writeHead(200);
  response.write('<rss><channel>');
  write();
};

/** Accepts the request and never answers. */
export const hang: Behaviour = () => undefined;

/** One byte now and then, for ever. */
export const drip: Behaviour = (_, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => {
    clearInterval(timer);
  });
};

/** A small gzip of a very large body. */
export const gzipBomb: Behaviour = serving(gzipSync(Buffer.alloc(100 * 1024 * 1024)), {
  'Content-Encoding': 'gzip',
});

export const doubleGzip: Behaviour = serving(
  gzipSync(gzipSync(rss([{ title: 'Iran', link: 'https://a.example.com/x' }]))),
  { 'Content-Encoding': 'gzip, gzip' },
);

/** Entities that double thirty times over. */
export const entityBomb: Behaviour = serving(
  `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY e0 "boom">${Array.from(
    { length: 30 },
    (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`,
  ).join('')}]><rss version="2.0"><channel><item><title>&e30;</title></item></channel></rss>`,
);

/** Elements nested deeper than any feed. */
export const deepNest: Behaviour = serving(`<rss>${'<a>'.repeat(200_000)}`);

export const htmlPage: Behaviour = serving(
  '<!doctype html><html><head><title>Sign in</title></head><body><p>Please sign in</p></body></html>',
  { 'Content-Type': 'text/html' },
);
