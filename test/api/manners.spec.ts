import { startTestApp, type TestApp } from '../support/app-harness';
import { rawRequest } from '../support/raw-request';

jest.setTimeout(60_000);

const PATH = '/v1/ontology/entities';
const KNOWN_AND_UNKNOWN = [PATH, '/api/registry/index.json', '/', '/health/live', '/nowhere'];

describe('manners', () => {
  let app: TestApp;
  let demo: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
    demo = await startTestApp({ environment: { demo: true } });
  });
  afterAll(async () => {
    await app.close();
    await demo.close();
  });

  describe('methods', () => {
    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'])(
      'refuses %s on every path, known or not, with Allow',
      async (method) => {
        for (const path of KNOWN_AND_UNKNOWN) {
          const answer = await rawRequest(app.baseUrl, path, { method });
          expect([path, answer.status, answer.headers['allow']]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
          expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
        }
      },
    );

    it('does not read a body that comes with a refused method', async () => {
      const answer = await rawRequest(app.baseUrl, PATH, {
        method: 'POST',
        headers: ['content-type', 'application/json', 'content-length', '9'],
        body: '{"a": bad',
      });

      expect([answer.status, answer.headers['connection']]).toEqual([405, 'close']);
    });

    it('answers HEAD like GET, without the body', async () => {
      const [get, head] = [
        await rawRequest(app.baseUrl, PATH),
        await rawRequest(app.baseUrl, PATH, { method: 'HEAD' }),
      ];

      expect(head.status).toBe(200);
      expect(head.body).toBe('');
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    });

    it('ignores a body that comes with GET', async () => {
      const answer = await rawRequest(app.baseUrl, PATH, {
        headers: ['content-type', 'application/json', 'content-length', '3'],
        body: '{"a',
      });

      expect(answer.status).toBe(200);
    });
  });

  describe('CORS', () => {
    it('lets any page read every answer and its headers', async () => {
      for (const path of KNOWN_AND_UNKNOWN) {
        const { headers } = await app.get(path, { origin: 'https://a.example' });
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-expose-headers')).toContain('RateLimit');
        expect(headers.get('access-control-allow-credentials')).toBeNull();
      }
    });

    it('answers a preflight on any path', async () => {
      const answer = await rawRequest(app.baseUrl, '/nowhere', {
        method: 'OPTIONS',
        headers: ['origin', 'https://a.example', 'access-control-request-method', 'GET'],
      });

      expect(answer.status).toBe(204);
      expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
      expect(answer.headers['access-control-allow-headers']).toContain('X-API-Key');
      // The headers with which Neo4j Browser loads the guide.
      expect(answer.headers['access-control-allow-headers']).toMatch(/Cache-Control.*Pragma/);
    });
  });

  describe('caching', () => {
    it('has a tag, and 304 without a body for a client that has it', async () => {
      const first = await app.get(PATH);
      const etag = first.headers.get('etag') ?? '';

      const again = await app.get(PATH, { 'if-none-match': `"other", ${etag}` });
      const changed = await app.get(PATH, { 'if-none-match': '"other"' });

      expect(etag).toMatch(/^W\/"[\w-]+"$/);
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(changed.status).toBe(200);
    });

    it('states the lifetime of every successful answer, and of no error', async () => {
      expect((await app.get(PATH)).headers.get('cache-control')).toMatch(/^public, /);
      for (const path of [`${PATH}?limit=0`, '/v1/nothing', '/nothing'])
        expect((await app.get(path)).headers.get('cache-control')).toBe('no-store');
    });
  });

  it('compresses larger bodies, with the same bytes', async () => {
    const plain = await rawRequest(app.baseUrl, '/openapi.json');
    const sent = await fetch(`${app.baseUrl}/openapi.json`, {
      headers: { 'accept-encoding': 'br' },
    });

    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(sent.headers.get('content-encoding')).toBe('br');
    expect(sent.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(JSON.parse(await sent.text())).toEqual(JSON.parse(plain.body));
  });

  describe('pages', () => {
    it('run nothing from elsewhere and are framed nowhere', async () => {
      const { headers } = await app.get('/problems/rate-limited');
      const policy = headers.get('content-security-policy') ?? '';

      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toContain('connect-src');
      expect(policy).not.toContain('unsafe');
      expect(policy).not.toContain('http');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });
  });

  describe('the demo', () => {
    it('marks everything that it serves as synthetic, and the real service nothing', async () => {
      for (const path of [...KNOWN_AND_UNKNOWN, '/v1/%zz', '/docs', '/openapi.json']) {
        expect((await demo.get(path)).headers.get('x-vedette-synthetic')).toBe('true');
        expect((await app.get(path)).headers.get('x-vedette-synthetic')).toBeNull();
      }
    });
  });

  it('has a distinct id for every request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await app.get(PATH)).headers.get('x-request-id')),
    );

    expect(new Set(ids).size).toBe(20);
  });
});
