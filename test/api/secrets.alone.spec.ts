/**
 * The whole application with a marked value in every secret setting, upstreams and a model that send back
 * whatever they are sent, a tick over all sources, and a reader of everything that can be asked: no marker is
 * in any page, answer, header, error, measurement, log line or file that is public.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { ENVIRONMENT, VARIABLES, type Environment } from '../../src/platform/config/environment';
import { instanceDir } from '../../src/platform/config/instance-dir';
import type { Variable } from '../../src/platform/config/variable';
import { TickService } from '../../src/pipeline/tick.service';
import { OpenApiDocument } from '../../src/platform/http/openapi-document.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { NOON } from '../support/item-builder';

jest.setTimeout(300_000);

/** A value for each secret, unlike every other text; the signing key and the database's password keep their form. */
const marked = Object.entries(VARIABLES).flatMap(([name, variable]: [string, Variable<unknown>]) => {
  if (!variable.secret || name === 'neo4jPassword') return [];
  const word = createHash('sha256').update(name).digest('hex');
  return [[name, name === 'registrySigningKey' ? word : `marked-${name}-${word.slice(0, 20)}`]];
}) as [keyof Environment, string][];

/** A secret as it could come out: as it is, and in the ways in which texts are written elsewhere. */
const spellings = marked.flatMap(([name, value]) =>
  [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    Buffer.from(value).toString('base64url'),
    Buffer.from(value).toString('hex'),
  ].map((spelling) => [name, spelling] as const),
);

describe('secrets', () => {
  let app: TestApp;
  let password = '';
  const written: string[] = [];
  const streams: [Writable, Writable['write']][] = [];
  const echoed: string[] = [];
  const upstream = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const all = `${request.url ?? ''} ${JSON.stringify(request.headers)} ${body}`;
      echoed.push(all);
      response.writeHead(statusOf(request), all.slice(0, 50).replace(/[^ -~]/g, ''), {
        'content-type': 'application/json',
        'x-echo': encodeURIComponent(all).slice(0, 4_000),
      });
      response.end(JSON.stringify({ error: { type: 'authentication_error', message: all } }));
    });
  });
  const statusOf = ({ url = '' }: IncomingMessage): number => [401, 403, 400, 500, 404][url.length % 5] ?? 401;

  beforeAll(async () => {
    for (const stream of [process.stdout, process.stderr]) {
      const write = stream.write.bind(stream);
      streams.push([stream, write as Writable['write']]);
      stream.write = (chunk: unknown, ...rest: never[]) => {
        written.push(String(chunk));
        return (write as (...all: unknown[]) => boolean)(chunk, ...rest);
      };
    }
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    app = await startTestApp({
      environment: {
        ...Object.fromEntries(marked),
        logLevel: 'trace',
        metaculusPermitted: true,
        upstreamReplayUrl: url,
        anthropicBaseUrl: url,
        openaiBaseUrl: `${url}/v1`,
        geminiBaseUrl: url,
        modelShadows: ['gpt', 'gemini'],
        tickBudgetSeconds: 20,
        modelMinScore: 0,
      },
      prepare: async ({ graph, connection }) => {
        ({ password } = connection);
        await graph.statement(
          `MERGE (e:Entity {id: 'iran'}) SET e.name = 'Iran', e.type = 'country' CREATE (m:Market {exchange: 'kalshi', ticker: 'A', question: 'Will it?', status: 'open',
           resolves_at: '2099-09-01T00:00:00.000000Z', yes_bid: 0.4, yes_ask: 0.42, bid_size: 1000, ask_size: 1000, yes_price: 0.41, quoted_at: timestamp(), theater: 'iran',
           confluence_score: 0.9, tracked_since: ${NOON}})-[:ABOUT]->(e)`,
        );
      },
    });
    await app.app.get(TickService, { strict: false }).run();
  });
  afterAll(async () => {
    for (const [stream, write] of streams) stream.write = write as never;
    await app.close();
    upstream.closeAllConnections();
    upstream.close();
  });

  const leaks = (text: string): string[] => [
    ...spellings.filter(([, spelling]) => text.includes(spelling)).map(([name]) => name),
    ...(password.length > 5 && text.includes(password) ? ['neo4jPassword'] : []),
  ];

  it('were sent to where they belong, or nothing is shown here', () => {
    const all = echoed.join('\n');
    const sent = marked.filter(([, value]) => all.includes(value)).map(([name]) => name);

    expect(marked.length).toBeGreaterThanOrEqual(8);
    expect(sent).toEqual(expect.arrayContaining(['anthropicApiKey', 'xBearerToken', 'metaculusToken']));
  });

  it('are in no page, answer, header or error', async () => {
    const { document } = app.app.get(OpenApiDocument, { strict: false });
    const operations = Object.entries(document.paths)
      .filter(([, { get }]) => get !== undefined)
      .map(([path]) =>
        path
          .replace(/\{exchange\}/, 'kalshi')
          .replace(/\{ticker\}/, 'A')
          .replace(/\{id\}/, 'iran')
          .replace(/\{\w+\}/g, 'a'),
      );
    const map = await (await app.get('/sitemap.xml')).text();
    const pages = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc ?? '').pathname);
    const [[, secret] = ['', '']] = marked;
    const others = [
      ...['/', '/markets', '/sources', '/log', '/search?q=iran', '/docs', '/docs/events', '/verify'],
      ...['/metrics', '/health/ready', '/health/live', '/openapi.json', '/llms.txt', '/nothing'],
      ...['/v1/ontology/events?limit=x', '/v1/ontology/resolve', '/api/%zz', '/problems'],
    ];
    const asked = [...new Set([...operations, ...pages, ...others])];
    const found: string[] = [];
    for (const path of asked)
      for (const headers of [{}, { accept: 'text/html' }, { 'x-api-key': secret }] as Record<string, string>[]) {
        const answer = await app.get(path, headers);
        const text = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
        for (const name of leaks(text)) found.push(`${name} in ${path}`);
      }

    expect(asked.length).toBeGreaterThan(60);
    expect(found).toEqual([]);
  });

  it('are in no line that was logged', () => {
    const output = written.join('');

    expect(output).toContain('"route":"/v1/sources"');
    expect(leaks(output)).toEqual([]);
  });

  it('are in no public file on disk, and in no value of the graph', async () => {
    const folder = instanceDir(app.app.get<Environment>(ENVIRONMENT));
    const files = (readdirSync(folder, { recursive: true }) as string[])
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
    const values = await app.graph.graph.statement(
      'MATCH (n) UNWIND keys(n) AS name RETURN DISTINCT n[name] AS value',
      'READ',
    );

    expect(files.filter((path) => leaks(readFileSync(path, 'latin1')).length > 0)).toEqual([]);
    expect(values.flatMap(({ value }) => leaks(JSON.stringify(value)))).toEqual([]);
  });
});
