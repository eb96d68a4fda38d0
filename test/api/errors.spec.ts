import { startTestApp, type TestApp } from '../support/app-harness';
import { rawBytes, rawRequest } from '../support/raw-request';

jest.setTimeout(60_000);

const PATH = '/v1/ontology/entities';

describe('errors', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each([
    ['an unknown parameter', `${PATH}?tpye=country`, 'tpye', /is not known.*type/],
    ['a parameter given twice', `${PATH}?type=country&type=place`, 'type', /once/],
    ['a bad word of a closed list', `${PATH}?type=planet`, 'type', /country/],
    ['a limit of nothing', `${PATH}?limit=0`, 'limit', /1 to 500/],
    ['a limit beyond the most', `${PATH}?limit=501`, 'limit', /1 to 500/],
    ['a limit with a sign', `${PATH}?limit=%2B5`, 'limit', /whole number/],
    ['a limit with an exponent', `${PATH}?limit=1e2`, 'limit', /whole number/],
    ['an empty limit', `${PATH}?limit=`, 'limit', /whole number/],
    ['a NUL', `${PATH}?q=a%00b`, 'q', /NUL/],
    ['the name of a prototype', `${PATH}?__proto__=1`, '__proto__', /not known/],
    ['a nested name', `${PATH}?limit[]=5`, 'limit[]', /not known/],
    ['a parameter where none is taken', '/api/registry/index.json?x=1', 'x', /no parameters/],
  ])('names %s', async (_name, path, field, message) => {
    const answer = await app.get(path);
    const body = (await answer.json()) as { errors: { field: string; message: string }[] };

    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(body).toMatchObject({
      type: expect.stringMatching(/\/problems\/bad-parameter$/),
      title: 'A parameter is not valid',
      status: 400,
      instance: path.split('?')[0],
    });
    expect(body.errors).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  it('names everything that is wrong at once', async () => {
    const { errors } = (await (await app.get(`${PATH}?limit=x&type=y&z=1`)).json()) as {
      errors: { field: string }[];
    };

    expect(errors.map((error) => error.field).sort()).toEqual(['limit', 'type', 'z']);
  });

  it('refuses a cursor that was tampered with', async () => {
    const answer = await app.get('/v1/ontology/events?cursor=WzEsMl0abcdef');

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ type: expect.stringMatching(/bad-cursor$/) });
  });

  it.each([
    ['an unknown path', '/v1/nothing', 404, 'no-such-path'],
    ['an unknown path outside the API', '/nothing.php', 404, 'no-such-path'],
    ['an unknown id', '/v1/ontology/entities/atlantis', 404, 'not-found'],
    ['a broken percent-encoding', '/v1/%zz', 400, 'bad-request'],
    ['a truncated UTF-8 sequence', '/v1/%e2%82', 400, 'bad-request'],
    ['an overlong word', `/v1/ontology/entities/${'a'.repeat(501)}`, 414, 'uri-too-long'],
    ['an overlong address', `${PATH}?q=${'a'.repeat(9_000)}`, 414, 'uri-too-long'],
    ['a NUL in the path', '/v1/ontology/entities/a%00b', 400, 'bad-parameter'],
  ])('answers %s', async (_name, path, status, type) => {
    const answer = await rawRequest(app.baseUrl, path);

    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(answer.body)).toMatchObject({
      type: expect.stringMatching(new RegExp(`/problems/${type}$`)),
      status,
    });
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
  ])('answers %s in the same shape and hangs up', async (_name, bytes, statusLine) => {
    const text = await rawBytes(app.baseUrl, bytes);

    expect(text).toMatch(statusLine);
    expect(text).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toHaveProperty('type');
  });

  it('explains every type that it answers with at the address of the type', async () => {
    const { type } = (await (await app.get('/v1/nothing')).json()) as { type: string };

    const page = await app.get(new URL(type).pathname);

    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Nothing is at this path');
  });

  it('answers 503 with Retry-After while the database is away, without details', async () => {
    const away = await startTestApp({
      connection: {
        uri: 'bolt://127.0.0.1:9',
        username: 'neo4j',
        password: 'seeded-secret-8341',
        database: 'neo4j',
        browserUrl: null,
      },
    });

    const answers = [await away.get(PATH), await away.get('/health/ready')];
    const alive = await away.get('/health/live');
    await away.close();

    for (const answer of answers) {
      const text = await answer.text();
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(text).not.toMatch(/127\.0\.0\.1:9|bolt|neo4j|seeded/i);
    }
    expect(alive.status).toBe(200);
  });
});
