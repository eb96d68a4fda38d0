import { AnswerCache } from '../../src/common/answer-cache.service';
import { Metrics } from '../../src/common/metrics.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { rawRequest } from '../support/raw-request';

jest.setTimeout(60_000);

const PATH = '/v1/ontology/entities?limit=1';

describe('answers that only change with a tick', () => {
  let app: TestApp;
  let cache: AnswerCache;

  beforeAll(async () => {
    app = await startTestApp({ environment: { answerCacheSeconds: 30, anonymousPerHour: 60 } });
    cache = app.app.get(AnswerCache, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    cache.advance();
  });

  const hits = async (): Promise<number> => {
    const { values } = await app.app.get(Metrics, { strict: false }).cachedAnswers.get();
    return values.find(({ labels }) => labels.result === 'hit')?.value ?? 0;
  };

  it('are made once and then given as they were, headers and all', async () => {
    const before = await hits();

    const made = await rawRequest(app.baseUrl, PATH);
    const kept = await rawRequest(app.baseUrl, PATH);

    expect((await hits()) - before).toBe(1);
    expect([kept.status, kept.body]).toEqual([200, made.body]);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'link'])
      expect([name, kept.headers[name]]).toEqual([name, made.headers[name]]);
    expect(kept.headers['cache-control']).toBe('public, max-age=60');
  });

  it('keep the headers that an image to embed needs', async () => {
    const path = '/api/badge/track-record.svg';
    const made = await rawRequest(app.baseUrl, path);
    const kept = await rawRequest(app.baseUrl, path);

    expect(kept.body).toBe(made.body);
    for (const { headers } of [made, kept])
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=300',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      });
  });

  it('are made anew after the state has advanced', async () => {
    await rawRequest(app.baseUrl, PATH);
    const before = await hits();

    cache.advance();
    await rawRequest(app.baseUrl, PATH);

    expect(await hits()).toBe(before);
  });

  it('cost a request and tell where the caller stands', async () => {
    const [first, second] = [
      await rawRequest(app.baseUrl, PATH),
      await rawRequest(app.baseUrl, PATH),
    ];
    const left = [first, second].map(({ headers }) => Number(headers['x-ratelimit-remaining']));

    expect((left[0] ?? 0) - (left[1] ?? 0)).toBe(1);
  });

  it('are 304 to a client that has them, and empty to HEAD', async () => {
    const made = await rawRequest(app.baseUrl, PATH);

    const unchanged = await rawRequest(app.baseUrl, PATH, {
      headers: ['if-none-match', String(made.headers['etag'])],
    });
    const head = await rawRequest(app.baseUrl, PATH, { method: 'HEAD' });

    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(made.headers['content-length']);
  });

  it('travel compressed to whom takes it, with the same content', async () => {
    const path = '/v1/ontology/relationships?limit=500';
    const made = await rawRequest(app.baseUrl, path);
    const answers = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) => app.get(path, { 'accept-encoding': encoding })),
    );

    for (const answer of answers) expect(await answer.text()).toBe(made.body);
  });

  it('are never an error', async () => {
    const path = '/v1/ontology/entities/atlantis';
    const before = await hits();

    const statuses = [await app.get(path), await app.get(path)].map((answer) => answer.status);

    expect(statuses).toEqual([404, 404]);
    expect(await hits()).toBe(before);
  });
});
