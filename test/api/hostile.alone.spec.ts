/**
 * Hundreds of bad requests, made from what the OpenAPI document says can be asked: every parameter with
 * every kind of nonsense, every word of a path, wrong methods, broken encodings, forged headers. Each is
 * answered in our shape and none breaks anything; no secret that was sent or configured comes back or
 * is logged.
 */
import type { Writable } from 'node:stream';
import { ApiKeyService } from '../../src/platform/access/api-key.service';
import { OpenApiDocument } from '../../src/platform/http/openapi-document.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { rawRequest, type RawAnswer } from '../support/raw-request';

jest.setTimeout(300_000);

const SECRET = 'seeded-secret-8341-never-printed';

/** Values that no parameter but free text may take. */
const NONSENSE: readonly [string, string][] = [
  ['an empty value', ''],
  ['a NUL', '%00'],
  ['a negative number', '-1'],
  ['a number beyond every limit', '99999999999999999999'],
  ['not a number', 'NaN'],
  ['an object', '%7B%22%24ne%22%3A1%7D'],
  ['a Cypher injection', "x'%20OR%201%3D1%20WITH%201%20AS%20x%20MATCH%20(n)%20DETACH%20DELETE%20n%2F%2F"],
  ['a script', '%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
  ['a path', '..%2F..%2F..%2Fetc%2Fpasswd'],
  ['a template', '%24%7Bjndi%3Aldap%3A%2F%2Fa%2Fb%7D'],
  ['a line break', 'a%0D%0ASet-Cookie%3A%20a%3Db'],
  ['a lone surrogate', '%ED%A0%80'],
  ['direction overrides', '%E2%80%AE%E2%81%A6abc'],
  ['a very long value', 'a'.repeat(3_000)],
  ['two values', 'a&NAME=b'],
];

interface Case {
  readonly name: string;
  readonly path: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly enum?: unknown; readonly format?: string; readonly type?: string };
}

/** One address of every operation, with examples for the words of its path. */
const examplePath = (path: string): string =>
  path
    .replace('{exchange}', 'polymarket')
    .replace('{date}', '2026-05-07')
    .replace('{sha256}', 'a'.repeat(64))
    .replace('{first}', '1')
    .replace('{second}', '2')
    .replace(/\{\w+\}/g, 'nothing-has-this-id');

const casesOf = (document: OpenApiDocument['document']): Case[] =>
  Object.entries(document.paths).flatMap(([path, item]) => {
    const parameters = (item.get?.parameters ?? []) as unknown as Parameter[];
    const base = examplePath(path);
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const query = inQuery.flatMap(({ name }) =>
      NONSENSE.map(([kind, value]) => ({
        name: `${path} ${name}: ${kind}`,
        path: `${base}?${encodeURIComponent(name)}=${value.replace('NAME', encodeURIComponent(name))}`,
      })),
    );
    const words = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([whole, word]) =>
      NONSENSE.filter(([, value]) => value !== '' && !value.includes('&')).map(([kind, value]) => ({
        name: `${path} ${String(word)}: ${kind}`,
        path: examplePath(path.replace(whole, value)),
      })),
    );
    const unknown = /^\/(v1|api)\//.test(path)
      ? [{ name: `${path} with an unknown parameter`, path: `${base}?no_such_parameter=1` }]
      : [];
    return [...query, ...words, ...unknown];
  });

/** Whether an answer to nonsense is acceptable. */
const isSound = ({ status, headers, body }: RawAnswer): boolean => {
  const type = String(headers['content-type'] ?? '');
  if (status >= 500) return false;
  if (status >= 400) {
    const problem = JSON.parse(body) as { type?: unknown; status?: unknown };
    return type.startsWith('application/problem+json') && problem.status === status;
  }
  return status === 200 || status === 308;
};

describe('hostile requests', () => {
  let app: TestApp;
  let cases: Case[];
  const logged: string[] = [];
  let nodesBefore: unknown;
  const streams: [Writable, Writable['write']][] = [];

  /** Nodes of the graph, the keys of this test left out. */
  const countNodes = async (): Promise<unknown> => {
    const query = 'MATCH (n) WHERE NOT n:ApiKey RETURN count(n) AS nodes';
    return (await app.graph.graph.statement(query, 'READ'))[0]?.['nodes'];
  };

  beforeAll(async () => {
    for (const stream of [process.stdout, process.stderr]) {
      const write = stream.write.bind(stream);
      streams.push([stream, write as Writable['write']]);
      stream.write = (chunk: unknown, ...rest: never[]) => {
        logged.push(String(chunk));
        return (write as (...all: unknown[]) => boolean)(chunk, ...rest);
      };
    }
    app = await startTestApp({
      environment: {
        logLevel: 'trace',
        anthropicApiKey: SECRET,
        webArchiveSecretKey: `${SECRET}-archive`,
      },
    });
    nodesBefore = await countNodes();
    cases = casesOf(app.app.get(OpenApiDocument, { strict: false }).document);
  });
  afterAll(async () => {
    for (const [stream, write] of streams) stream.write = write as never;
    await app.close();
  });

  /** Each is asked once. */
  const asked = new Map<string, Promise<RawAnswer>>();
  const answerTo = (path: string): Promise<RawAnswer> => {
    const answer = asked.get(path) ?? rawRequest(app.baseUrl, path);
    asked.set(path, answer);
    return answer;
  };

  it('are answered with a 4xx in our shape, or as a text that is only searched for', async () => {
    const unsound: string[] = [];
    let refused = 0;
    for (const { name, path } of cases) {
      const answer = await answerTo(path);
      if (answer.status >= 400) refused += 1;
      if (!isSound(answer)) unsound.push(`${name} → ${answer.status}`);
      if (answer.headers['set-cookie'] !== undefined) unsound.push(`${name} sets a cookie`);
    }

    expect(unsound).toEqual([]);
    expect(refused).toBeGreaterThan(500);
  });

  it('refuse nonsense wherever a parameter is not free text', async () => {
    const document = app.app.get(OpenApiDocument, { strict: false }).document;
    const strict = Object.entries(document.paths).flatMap(([path, item]) =>
      ((item.get?.parameters ?? []) as unknown as Parameter[])
        .filter(
          ({ in: place, name, schema }) =>
            place === 'query' &&
            (name === 'cursor' ||
              schema?.enum !== undefined ||
              ['integer', 'number', 'boolean'].includes(schema?.type ?? '') ||
              schema?.format === 'date-time'),
        )
        .map(({ name }) => [path, name] as const),
    );
    const accepted: string[] = [];
    for (const [path, name] of strict)
      for (const [kind, value] of NONSENSE) {
        const answer = await answerTo(`${examplePath(path)}?${name}=${value.replace('NAME', name)}`);
        if (answer.status < 400) accepted.push(`${path} ${name}: ${kind}`);
      }

    expect(strict.length).toBeGreaterThan(10);
    expect(accepted).toEqual([]);
  });

  it.each([
    ['a forwarded host', ['x-forwarded-host', 'evil.example'], 200],
    ['a rewritten address', ['x-original-url', '/metrics', 'x-rewrite-url', '/metrics'], 200],
    ['another method', ['x-http-method-override', 'DELETE'], 200],
    ['an odd type', ['accept', 'application/x-nothing'], 200],
    ['a range', ['range', 'bytes=0-99999999999999'], 200],
    ['a hundred tags', ['if-none-match', Array(100).fill('"a"').join(',')], 200],
    ['an encoding that does not exist', ['accept-encoding', 'zip, br;q=9, *;q=x'], 200],
  ])('with %s are answered as if nothing was sent', async (_name, headers, status) => {
    const answer = await rawRequest(app.baseUrl, '/v1/ontology/entities?limit=1', { headers });

    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.headers) + answer.body).not.toContain('evil.example');
  });

  it('with two hosts are refused', async () => {
    const answer = await rawRequest(app.baseUrl, '/v1/ontology/entities?limit=1', {
      headers: ['host', 'b.example'],
    });

    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400 });
  });

  it('change nothing by another method, on no address that there is', async () => {
    const document = app.app.get(OpenApiDocument, { strict: false }).document;
    const statuses = new Map<number, number>();
    for (const path of Object.keys(document.paths))
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const { status } = await rawRequest(app.baseUrl, examplePath(path), { method });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }

    expect([...statuses.keys()]).toEqual([405]);
    expect(statuses.get(405)).toBeGreaterThan(100);
  });

  it('are logged by their route, never by their content', () => {
    const output = logged.join('');

    expect(output).toContain('"route":"/v1/ontology/events"');
    for (const sent of ['jndi', 'DETACH', 'alert(1)', 'etc/passwd', 'aaaaaaaaaa', '%00', '\u202e'])
      expect([sent, output.includes(sent)]).toEqual([sent, false]);
  });

  it('never make the service show or log a secret', async () => {
    const { key } = await app.app.get(ApiKeyService, { strict: false }).issue('analyst', 'x');
    await rawRequest(app.baseUrl, `/v1/ontology/entities?q=${key}`, {
      headers: ['x-api-key', key],
    });
    await rawRequest(app.baseUrl, `/v1/${SECRET}?token=${SECRET}`, {
      headers: ['authorization', `Bearer ${SECRET}`, 'cookie', SECRET, 'x-api-key', `${key}x`],
    });
    const metrics = await rawRequest(app.baseUrl, '/metrics');

    const output = logged.join('') + metrics.body;
    expect(output).toContain('"route":"/v1/ontology/entities"');
    expect(output).not.toContain(SECRET);
    expect(output).not.toContain(key);
  });

  it('leave the service and its graph as they were', async () => {
    const health = await app.get('/health/ready');

    expect(health.status).toBe(200);
    expect(await countNodes()).toBe(nodesBefore);
  });
});
