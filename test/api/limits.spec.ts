import { ApiKeyService } from '../../src/platform/access/api-key.service';
import { ManualClock } from '../support/manual-clock';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app-harness';
import { startFakeRedis, type FakeRedis } from '../support/fake-redis';
import { rawRequest } from '../support/raw-request';

/** Half past an hour: 1,800 seconds are left of the window. */
const HALF_PAST = Date.UTC(2026, 4, 7, 12, 30) * 1000;
const HOUR_MICROS = 3_600_000_000;

const mixedPaths = [
  '/v1/ontology/entities',
  '/v1/ontology/entities?limit=nonsense',
  '/v1/no-such-thing',
  '/api/registry/index.json',
  '/api',
  '/%761/encoded',
];

jest.setTimeout(60_000);

describe('limits', () => {
  const clock = new ManualClock(HALF_PAST);
  const start = (environment: TestAppOptions['environment'] = {}): Promise<TestApp> =>
    startTestApp({ clock, environment: { anonymousPerHour: 60, pagesPerMinute: 600, ...environment } });
  /** Without a trusted proxy, and behind one. */
  let app: TestApp;
  let behind: TestApp;
  const statusesOf = async (app: TestApp, count: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++)
      statuses.push((await app.get(mixedPaths[index % mixedPaths.length] ?? '/v1')).status);
    return statuses;
  };

  beforeAll(async () => {
    app = await start({ analystPerHour: 2 });
    behind = await start({ trustedProxies: 1 });
  });
  // Every test has an hour of its own.
  beforeEach(() => {
    clock.set(HALF_PAST + (Math.floor((clock.nowMicros() - HALF_PAST) / HOUR_MICROS) + 1) * HOUR_MICROS);
  });
  afterAll(async () => {
    await app.close();
    await behind.close();
  });

  it('refuse the 61st request of an address over mixed and unknown paths, with the time to return', async () => {
    const statuses = await statusesOf(app, 60);
    const refused = await app.get('/v1/ontology/entities');

    expect(statuses).not.toContain(429);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1800');
    expect(refused.headers.get('ratelimit-policy')).toBe('"anonymous";q=60;w=3600');
    expect(refused.headers.get('ratelimit')).toBe('"anonymous";r=0;t=1800');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('60');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(refused.headers.get('x-ratelimit-reset')).toBe('1800');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.json()).toMatchObject({
      type: expect.stringMatching(/\/problems\/rate-limited$/),
      status: 429,
      detail: expect.stringContaining('A key, which the operator of this service gives out, allows more.') as string,
      instance: '/v1/ontology/entities',
    });
  });

  it('count down on every answer: good, bad, unknown, of a refused method and unchanged', async () => {
    const first = await app.get('/v1/ontology/entities');
    const etag = first.headers.get('etag') ?? '';
    const answers = [
      first,
      await app.get('/v1/ontology/entities?limit=0'),
      await app.get('/v1/nothing'),
      await fetch(`${app.baseUrl}/v1/ontology/entities`, { method: 'DELETE' }),
      await app.get('/v1/ontology/entities', { 'if-none-match': etag }),
      await app.get('/api/%zz'),
    ];

    expect(answers.map((answer) => answer.status)).toEqual([200, 400, 404, 405, 304, 400]);
    expect(answers.map((answer) => answer.headers.get('x-ratelimit-remaining'))).toEqual([
      '59',
      '58',
      '57',
      '56',
      '55',
      '54',
    ]);
  });

  it('begin anew with the next hour', async () => {
    await statusesOf(app, 61);

    clock.advance(HOUR_MICROS / 2);
    const answer = await app.get('/v1/ontology/entities');

    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('59');
    expect(answer.headers.get('x-ratelimit-reset')).toBe('3600');
  });

  it('take no notice of forwarding headers while no proxy is trusted', async () => {
    await statusesOf(app, 60);

    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'client-ip', 'true-client-ip']) {
      const value = name === 'forwarded' ? 'for=198.51.100.7' : '198.51.100.7';
      expect((await app.get('/v1/x', { [name]: value })).status).toBe(429);
    }
  });

  it('believe the last word of X-Forwarded-For behind one proxy, and none before it', async () => {
    const ask = async (forwarded: string): Promise<string | null> =>
      (await behind.get('/v1/x', { 'x-forwarded-for': forwarded })).headers.get('x-ratelimit-remaining');

    expect(await ask('198.51.100.1')).toBe('59');
    expect(await ask('203.0.113.200, 198.51.100.1')).toBe('58');
    expect(await ask('203.0.113.201, 198.51.100.1')).toBe('57');
    expect(await ask('198.51.100.2')).toBe('59');
  });

  it('count the addresses of one IPv6 subscriber together', async () => {
    const ask = async (address: string): Promise<string | null> =>
      (await behind.get('/v1/x', { 'x-forwarded-for': address })).headers.get('x-ratelimit-remaining');

    expect(await ask('2001:db8:1:2::1')).toBe('59');
    expect(await ask('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('58');
    expect(await ask('2001:db8:1:3::1')).toBe('59');
    expect(await ask('::ffff:192.0.2.1')).toBe('59');
    expect(await ask('192.0.2.1')).toBe('58');
  });

  it('have a separate budget for pages and documents, and none for health', async () => {
    const few = await start({ pagesPerMinute: 3 });
    await statusesOf(few, 61);

    const pages = [];
    for (let index = 0; index < 4; index++) pages.push(await few.get('/robots.txt'));
    const health = await few.get('/health/live');
    const metrics = await few.get('/metrics');
    await few.close();

    expect(pages.map((page) => page.status)).toEqual([200, 200, 200, 429]);
    expect(pages[0]?.headers.get('ratelimit-policy')).toBe('"pages";q=3;w=60');
    expect([health.status, metrics.status]).toEqual([200, 200]);
    expect(health.headers.get('ratelimit')).toBeNull();
  });

  it('let a key continue where its address may not, with the budget of its tier', async () => {
    const { key } = await app.app.get(ApiKeyService, { strict: false }).issue('analyst', 'test');
    await statusesOf(app, 61);

    const answers = [];
    for (let index = 0; index < 3; index++) answers.push(await app.get('/v1/ontology/entities', { 'x-api-key': key }));

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 429]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"analyst";q=2;w=3600');
  });

  it('do not charge a preflight to the anonymous budget: it cannot carry the key', async () => {
    await statusesOf(app, 60);

    const preflight = await rawRequest(app.baseUrl, '/v1/ontology/entities', {
      method: 'OPTIONS',
      headers: ['origin', 'https://a.example', 'access-control-request-method', 'GET'],
    });
    const plain = await rawRequest(app.baseUrl, '/v1/ontology/entities', { method: 'OPTIONS' });

    expect([preflight.status, plain.status]).toEqual([204, 429]);
    expect(preflight.headers['ratelimit-policy']).toBe('"pages";q=600;w=60');
  });

  describe('in Redis', () => {
    let redis: FakeRedis;

    beforeEach(async () => {
      redis = await startFakeRedis();
    });
    afterEach(() => redis.stop());

    it('are one for two instances', async () => {
      const one = await start({ redisUrl: redis.url });
      const two = await start({ redisUrl: redis.url });

      await statusesOf(one, 40);
      await statusesOf(two, 20);
      const refused = [await one.get('/v1/x'), await two.get('/v1/x')];
      await Promise.all([one.close(), two.close()]);

      expect(refused.map((answer) => answer.status)).toEqual([429, 429]);
    });

    it('hold for one instance while Redis is away, and no request fails', async () => {
      const one = await start({ redisUrl: redis.url });
      await one.get('/v1/x');
      await redis.stop();

      const statuses = await statusesOf(one, 60);
      const refused = await one.get('/v1/x');
      await one.close();

      expect(statuses.filter((status) => status >= 500 || status === 429)).toEqual([]);
      expect(refused.status).toBe(429);
    });
  });
});
