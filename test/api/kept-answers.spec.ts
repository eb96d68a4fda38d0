import { AnswerCache } from '../../src/platform/http/answer-cache.service';
import { Metrics } from '../../src/platform/common/metrics.service';
import { GraphService } from '../../src/platform/graph/graph.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { rawRequest } from '../support/raw-request';
import { until } from '../support/until';

jest.setTimeout(60_000);

const PATH = '/v1/ontology/entities?limit=1';

describe('answers that only change with a tick', () => {
  let app: TestApp;
  let cache: AnswerCache;

  beforeAll(async () => {
    app = await startTestApp({ environment: { answerCacheSeconds: 30, anonymousPerHour: 200 } });
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

  it('cost a request and state the remaining budget', async () => {
    const [first, second] = [await rawRequest(app.baseUrl, PATH), await rawRequest(app.baseUrl, PATH)];
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

  it('count, are measured and have an id like every other', async () => {
    await rawRequest(app.baseUrl, PATH);
    const requests = app.app.get(Metrics, { strict: false }).requests;
    const answered = async (): Promise<number> =>
      (await requests.get()).values.find(
        ({ labels }) => labels.route === '/v1/ontology/entities' && labels.status === 200,
      )?.value ?? 0;
    const before = await answered();

    const kept = [await rawRequest(app.baseUrl, PATH), await rawRequest(app.baseUrl, PATH)];

    expect((await answered()) - before).toBe(2);
    expect(kept[0]?.headers['x-request-id']).not.toBe(kept[1]?.headers['x-request-id']);
    expect(kept[0]?.headers['access-control-allow-origin']).toBe('*');
    expect(kept[0]?.headers['x-content-type-options']).toBe('nosniff');
  });

  it('are refused to a caller who has used up its budget, and to a wrong key', async () => {
    const small = await startTestApp({
      environment: { answerCacheSeconds: 30, anonymousPerHour: 3 },
    });
    const answers = [];
    for (let index = 0; index < 4; index++) answers.push(await rawRequest(small.baseUrl, PATH));
    const other = await rawRequest(small.baseUrl, PATH, { headers: ['x-api-key', 'nonsense'] });
    await small.close();

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0']);
    expect(JSON.parse(answers[3]?.body ?? '')).toMatchObject({
      type: expect.stringMatching(/\/problems\/rate-limited$/),
    });
    expect(other.status).toBe(401);
  });

  it('cost a unit of their own area: a page is not a request of the API', async () => {
    const policies = [];
    for (const path of ['/about', '/about', PATH, PATH])
      policies.push((await rawRequest(app.baseUrl, path)).headers['ratelimit-policy']);

    expect(policies.map((policy) => String(policy).split(';')[0])).toEqual([
      '"pages"',
      '"pages"',
      '"anonymous"',
      '"anonymous"',
    ]);
  });

  it('are computed once for all concurrent callers, and shared', async () => {
    const path = '/v1/ontology/relationships?limit=500';
    const queries = app.app.get(Metrics, { strict: false }).querySeconds;
    const asked = async (): Promise<number> =>
      (await queries.get()).values
        .filter(({ metricName }) => metricName === 'vedette_graph_query_seconds_count')
        .reduce((sum, { value }) => sum + value, 0);
    const none = await asked();
    await app.get(path);
    const forOne = (await asked()) - none;
    cache.advance();
    const before = await asked();

    const answers = await Promise.all(Array.from({ length: 20 }, () => rawRequest(app.baseUrl, path)));

    expect((await asked()) - before).toBe(forOne);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(20);
    expect(new Set(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).size).toBe(20);
  });

  it('fail each for itself when they cannot be made', async () => {
    const path = '/v1/ontology/entities/atlantis';

    const answers = await Promise.all(Array.from({ length: 8 }, () => rawRequest(app.baseUrl, path)));

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
  });

  it('of the track record hold until the service itself writes anything at all', async () => {
    const path = '/api/track-record.json';
    const made = await rawRequest(app.baseUrl, path);
    const before = await hits();

    const kept = await rawRequest(app.baseUrl, path);
    await app.app.get(GraphService, { strict: false }).statement('CREATE (:Probe)');
    const anew = await rawRequest(app.baseUrl, path);

    expect(made.headers['cache-control']).toBe('public, no-cache');
    expect(kept.body).toBe(made.body);
    expect(anew.body).not.toBe(made.body);
    expect((await hits()) - before).toBe(1);
  });

  it('of the track record include writes of another process a moment later', async () => {
    const path = '/api/track-record.json';
    const made = await rawRequest(app.baseUrl, path);
    await app.graph.graph.statement('CREATE (:Probe)');

    let anew = made;
    await until('the answer has changed', async () => {
      anew = await rawRequest(app.baseUrl, path);
      return anew.body !== made.body;
    });

    expect(anew.status).toBe(200);
  });

  it('are never an error', async () => {
    const path = '/v1/ontology/entities/atlantis';
    const before = await hits();

    const statuses = [await app.get(path), await app.get(path)].map((answer) => answer.status);

    expect(statuses).toEqual([404, 404]);
    expect(await hits()).toBe(before);
  });
});
