import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ManualClock } from '../../../test/support/manual-clock';
import { UpstreamClient, type UpstreamOptions } from './upstream.client';

describe('UpstreamClient', () => {
  const clock = new ManualClock(Date.UTC(2026, 4, 7) * 1000);
  let server: Server;
  let port: number;
  let requests: IncomingMessage[];
  let answer: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });

  beforeEach(() => {
    requests = [];
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const base = (): string => `http://127.0.0.1:${port}`;
  const client = (options: Partial<UpstreamOptions> = {}): UpstreamClient =>
    new UpstreamClient(
      {
        replayUrl: null,
        privateHosts: [`127.0.0.1:${port}`],
        userAgent: 'test',
        intervalMs: 600_000,
        random: () => 0,
        ...options,
      },
      clock,
    );
  const get = (path: string, more: object = {}) => client().get({ url: `${base()}${path}`, retries: 0, ...more });

  it('returns the whole decoded body, its final address and its validators', async () => {
    answer = (_, response) => {
      response.writeHead(200, {
        'Content-Encoding': 'gzip',
        ETag: '"v1"',
        'Last-Modified': 'Thu, 07 May 2026 00:00:00 GMT',
        Date: 'Thu, 07 May 2026 00:00:03 GMT',
      });
      response.end(gzipSync('hello'));
    };

    const response = await get('/feed');

    expect(response).toMatchObject({
      status: 200,
      notModified: false,
      finalUrl: `${base()}/feed`,
      validators: { etag: '"v1"', lastModified: 'Thu, 07 May 2026 00:00:00 GMT' },
    });
    expect(response.body.toString()).toBe('hello');
  });

  it('asks conditionally, and keeps the validators when nothing changed', async () => {
    answer = (request, response) => {
      response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 200).end();
    };

    const response = await get('/feed', { conditional: { etag: '"v1"', lastModified: null } });

    expect(response).toMatchObject({ notModified: true, validators: { etag: '"v1"' } });
    expect(response.body).toHaveLength(0);
  });

  describe('addresses', () => {
    it.each([
      'http://127.0.0.1/',
      'http://localhost:80/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      'ftp://example.org/',
    ])('never asks %s', async (url) => {
      await expect(client({ privateHosts: [] }).get({ url })).rejects.toMatchObject({
        code: 'refused',
      });
    });

    it('asks a private address that the configuration names for this request', async () => {
      answer = (_, response) => response.end('in');

      const response = await client({ privateHosts: [] }).get({
        url: `${base()}/x`,
        allowPrivate: true,
      });

      expect(response.status).toBe(200);
    });

    it('refuses a redirect from there to another private address', async () => {
      answer = (_, response) => response.writeHead(302, { Location: `http://127.0.0.2:${port}/` }).end();

      await expect(get('/')).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringMatching(/^Redirect refused: /),
      });
      expect(requests).toHaveLength(1);
    });
  });

  describe('redirects', () => {
    it('follows three, relative ones too, and returns the final address', async () => {
      answer = ({ url = '' }, response) => {
        const hop = Number(url.slice(1));
        if (hop < 3) response.writeHead(302, { Location: `${hop + 1}` }).end();
        else response.end('end');
      };

      expect((await get('/0')).finalUrl).toBe(`${base()}/3`);
    });

    it('stops at the fourth', async () => {
      answer = (_, response) => response.writeHead(301, { Location: '/again' }).end();

      await expect(get('/')).rejects.toMatchObject({ code: 'too-many-redirects' });
      expect(requests).toHaveLength(4);
    });

    it('follows none with a key, and the key goes nowhere else', async () => {
      answer = (_, response) => response.writeHead(302, { Location: '/other' }).end();

      await expect(get('/', { secretHeaders: { Authorization: 'Bearer sesame' } })).rejects.toMatchObject({
        code: 'refused',
        message: expect.not.stringContaining('sesame'),
      });
      expect(requests).toHaveLength(1);
    });
  });

  describe('limits', () => {
    it('refuses a body of more bytes than asked for', async () => {
      answer = (_, response) => response.end(Buffer.alloc(5_000));

      await expect(get('/', { maxBytes: 4_999 })).rejects.toMatchObject({ code: 'too-large' });
      expect((await get('/', { maxBytes: 5_000 })).body).toHaveLength(5_000);
    });

    it('counts the bytes after decompression', async () => {
      answer = (_, response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));

      await expect(get('/', { maxBytes: 100_000 })).rejects.toMatchObject({ code: 'too-large' });
    });

    it('discards a truncated body', async () => {
      answer = (_, response) => {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('<rss>');
        setTimeout(() => response.destroy(), 20);
      };

      await expect(get('/')).rejects.toMatchObject({ code: 'network' });
    });

    it('discards a truncated gzip', async () => {
      answer = (_, response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('hello'.repeat(1000)).subarray(0, 30));

      await expect(get('/')).rejects.toMatchObject({ code: 'encoding' });
    });

    it('ends a drip at the total time, however lively it is', async () => {
      answer = (_, response) => {
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => {
          clearInterval(timer);
        });
      };

      await expect(get('/', { totalTimeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' });
    });

    it('has an idle timeout, unless the request allows more time', async () => {
      answer = (_, response) => {
        setTimeout(() => response.end('done'), 400);
      };
      const impatient = client({ silenceMs: 100 });
      const asked = { url: `${base()}/`, retries: 0 };

      await expect(impatient.get(asked)).rejects.toMatchObject({ code: 'timeout' });
      const { body } = await impatient.get({ ...asked, totalTimeoutMs: 10_000 });
      expect(body.toString()).toBe('done');
    });

    it('ends when the caller aborts', async () => {
      const controller = new AbortController();
      answer = () => {
        controller.abort();
      };

      await expect(get('/', { signal: controller.signal })).rejects.toMatchObject({
        code: 'aborted',
      });
    });
  });

  describe('retries', () => {
    const failing = (times: number, status: number, headers = {}): RequestListener => {
      let left = times;
      return (_, response) => {
        left -= 1;
        if (left >= 0) response.writeHead(status, headers).end();
        else response.end('at last');
      };
    };

    it.each([429, 500, 502, 503, 504])('asks again after %d', async (status) => {
      answer = failing(1, status);

      expect((await get('/', { retries: 1 })).body.toString()).toBe('at last');
      expect(requests).toHaveLength(2);
    });

    it.each([400, 401, 403, 404, 410, 501])('does not ask again after %d', async (status) => {
      answer = failing(9, status);

      await expect(get('/', { retries: 2 })).rejects.toMatchObject({
        code: 'status',
        message: `HTTP ${status} from 127.0.0.1:${port}`,
        details: { status },
      });
      expect(requests).toHaveLength(1);
    });

    it('asks again after a broken connection', async () => {
      let first = true;
      answer = (request, response) => {
        if (first) request.socket.destroy();
        else response.end('ok');
        first = false;
      };

      expect((await get('/', { retries: 1 })).body.toString()).toBe('ok');
    });

    it('reports a Retry-After that names a date as the pause until then', async () => {
      const inTwoHours = new Date(clock.nowMicros() / 1000 + 7_200_000).toUTCString();
      answer = failing(1, 429, { 'Retry-After': inTwoHours });

      await expect(get('/')).rejects.toMatchObject({
        details: { status: 429, retryAfterMs: 7_200_000 },
      });
    });

    it('does not wait for a Retry-After beyond its time, and reports it', async () => {
      answer = failing(1, 429, { 'Retry-After': '3600' });

      await expect(get('/', { retries: 2 })).rejects.toMatchObject({
        details: { status: 429, retryAfterMs: 3_600_000 },
      });
      expect(requests).toHaveLength(1);
    });

    it('never repeats a POST', async () => {
      answer = failing(1, 503);

      await expect(client().post({ url: `${base()}/`, form: { a: 'b' }, retries: 2 })).rejects.toMatchObject({
        code: 'status',
      });
      expect(requests).toHaveLength(1);
    });
  });

  describe('breaker', () => {
    it('stops asking after five failures in a row, and tries again later', async () => {
      const upstream = client();
      const ask = (): Promise<unknown> =>
        upstream.get({ url: `${base()}/`, retries: 0, breaker: 'exchange', hostIntervalMs: 0 });
      answer = (_, response) => response.writeHead(500).end();
      for (let n = 0; n < 5; n += 1) await expect(ask()).rejects.toMatchObject({ code: 'status' });

      await expect(ask()).rejects.toMatchObject({ code: 'breaker-open' });
      expect(requests).toHaveLength(5);
      const [paused] = upstream.paused();
      expect(paused?.name).toBe('exchange');
      expect((paused?.until ?? 0) - clock.nowMicros() / 1_000).toBeGreaterThan(0);

      clock.advance(60_000_000);
      expect(upstream.paused()).toEqual([]);
      answer = (_, response) => response.end('back');
      await expect(ask()).resolves.toMatchObject({ status: 200 });
      await expect(ask()).resolves.toMatchObject({ status: 200 });
    });

    it('counts ten requests that fail together as one failure', async () => {
      const upstream = client();
      const ask = (): Promise<unknown> =>
        upstream.get({ url: `${base()}/`, retries: 0, breaker: 'exchange', hostIntervalMs: 0 });
      answer = (_, response) => setTimeout(() => response.writeHead(503).end(), 50);
      await Promise.allSettled(Array.from({ length: 10 }, ask));

      expect(upstream.paused()).toEqual([]);
      answer = (_, response) => response.end('back');
      await expect(ask()).resolves.toMatchObject({ status: 200 });
    });

    it('asks none that waits its turn while an earlier one is refused until a time', async () => {
      const upstream = client();
      const ask = (): Promise<unknown> =>
        upstream.get({ url: `${base()}/`, breaker: 'exchange', hostIntervalMs: 100, onRefusal: 'later' });
      const reset = Math.floor(clock.nowMicros() / 1e6) + 300;
      answer = (_, response) => response.writeHead(429, { 'x-rate-limit-reset': String(reset) }).end();
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, ask));

      expect(requests.length).toBeLessThanOrEqual(2);
      expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
      expect(upstream.paused()).toMatchObject([{ name: 'exchange', until: reset * 1000 }]);
    });

    it('does not ask again in the tick in which it is refused without a time', async () => {
      const upstream = client();
      const ask = (): Promise<unknown> =>
        upstream.get({ url: `${base()}/`, breaker: 'host', hostIntervalMs: 0, onRefusal: 'later' });
      answer = (_, response) => response.writeHead(429).end();
      await expect(ask()).rejects.toMatchObject({ details: { status: 429 } });
      await expect(ask()).rejects.toMatchObject({ code: 'breaker-open' });
      clock.advance(60_000_000);
      await expect(ask()).rejects.toMatchObject({ code: 'breaker-open' });
      expect(requests).toHaveLength(1);

      clock.advance(540_000_000);
      await expect(ask()).rejects.toMatchObject({ details: { status: 429 } });
    });
  });

  describe('replay', () => {
    const replaying = (): UpstreamClient => client({ replayUrl: base(), privateHosts: [] });

    it('sends every request to the local server, named by scheme and host', async () => {
      answer = (request, response) => response.end(request.url);

      const response = await replaying().get({ url: 'https://example.org/rss?a=1' });

      expect(response.body.toString()).toBe('/https/example.org/rss?a=1');
      expect(response.finalUrl).toBe('https://example.org/rss?a=1');
    });

    it('holds redirects to the same rules as the live world', async () => {
      answer = (_, response) => response.writeHead(302, { Location: `${base()}/x` }).end();

      await expect(replaying().get({ url: 'https://example.org/' })).rejects.toMatchObject({
        code: 'refused',
      });
    });
  });

  it('keeps the pace of the hosts that a local server replaces, if configured', async () => {
    answer = (_, response) => response.end('hello');
    const timeOf = async (one: UpstreamClient, hostIntervalMs: number): Promise<number> => {
      const begun = performance.now();
      await Promise.all([1, 2, 3, 4].map(() => one.get({ url: 'https://clob.example.org/books', hostIntervalMs })));
      return performance.now() - begun;
    };
    expect(await timeOf(client({ replayUrl: base(), replayPaced: true }), 80)).toBeGreaterThan(235);
    expect(await timeOf(client({ replayUrl: base() }), 80_000)).toBeLessThan(10_000);
  });

  it('keeps the upstream’s own words of a refusal, without the key that it was sent', async () => {
    answer = (_, response) => response.writeHead(401).end('{"detail":"Bad key k-3f8"}');
    await expect(get('/a', { secretHeaders: { Authorization: 'Token k-3f8' } })).rejects.toThrow(
      `HTTP 401 from 127.0.0.1:${port}: Bad key ***`,
    );
  });

  it('learns how far the clock is off from the Date headers of several hosts', async () => {
    clock.set(Date.UTC(2026, 4, 7, 0, 1, 0) * 1000);
    const servers = [0, 1, 2].map(() =>
      createServer((_, response) => {
        response.writeHead(200, { Date: 'Thu, 07 May 2026 00:00:00 GMT', Age: '10' }).end();
      }),
    );
    await Promise.all(servers.map((each) => new Promise<void>((done) => each.listen(0, '127.0.0.1', done))));
    const hosts = servers.map((each) => `127.0.0.1:${(each.address() as AddressInfo).port}`);
    const upstream = client({ privateHosts: hosts });

    for (const host of hosts) await upstream.get({ url: `http://${host}/` });

    // 60 s by our clock, 10 s by theirs and the age of the cached answer. A little less, because our clock is frozen
    // here while real time passes.
    expect(upstream.skewMicros()).toBeGreaterThan(48_000_000);
    expect(upstream.skewMicros()).toBeLessThanOrEqual(49_500_000);
    for (const each of servers) each.close();
  });
});
