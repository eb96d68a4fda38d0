import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ApiKeyService } from '../../src/platform/access/api-key.service';
import { ManualClock } from '../support/manual-clock';
import { ImportService } from '../../src/import/import.service';
import { TOOLS } from '../../src/delivery/mcp/tools';
import { SeedService } from '../../src/ontology/seed.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { importedWorld } from '../support/imported-world';
import { runsTypeScript } from '../support/typescript-process';

/** Half past an hour: 1,800 seconds are left of the window. */
const NOW = Date.UTC(2026, 7, 1, 12, 30) * 1000;

interface Answered {
  readonly data: unknown;
  readonly url: string;
  readonly page: string | null;
  readonly next_cursor: string | null;
}

jest.setTimeout(120_000);

describe('the Model Context Protocol', () => {
  let test: TestApp;
  const clients: Client[] = [];
  const connect = async (
    options: { readonly mode?: 'auto' | 'legacy'; readonly key?: string } = {},
  ): Promise<Client> => {
    const { mode = 'auto', key } = options;
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
    const address = new URL(`${test.baseUrl}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    clients.push(client);
    return client;
  };
  const call = async (
    client: Client,
    name: string,
    given: Record<string, unknown> = {},
  ): Promise<{ readonly failed: boolean; readonly text: string; readonly answer: Answered }> => {
    const result = await client.callTool({ name, arguments: given });
    const [first] = result.content;
    return {
      failed: result.isError === true,
      text: first?.type === 'text' ? first.text : '',
      answer: result.structuredContent as Answered,
    };
  };
  const left = async (): Promise<number> => {
    const answer = await test.get('/v1/status');
    return Number(answer.headers.get('x-ratelimit-remaining'));
  };

  beforeAll(async () => {
    test = await startTestApp({
      clock: new ManualClock(NOW),
      environment: { anonymousPerHour: 10_000 },
    });
    await test.app.get(SeedService).load();
    const world = importedWorld({ markets: 5, perMarket: 1 });
    const imports = test.app.get(ImportService);
    await imports.import('predictions', world.predictions, 'import:world');
    await imports.import('trades', world.trades, 'import:world');
    await imports.import('settlements', world.settlements, 'import:world');
  }, 180_000);
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  afterAll(() => test.close());

  it.each(['auto', 'legacy'] as const)('answers a session of the official client (%s)', async (mode) => {
    const client = await connect({ mode });

    expect(client.getServerVersion()).toMatchObject({ name: 'vedette' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    // The client checks each result against the schema of the tool.
    const { answer, text } = await call(client, 'path', { from: 'iran', to: 'hezbollah' });
    expect(answer.data).toMatchObject([{ length: 1 }]);
    expect(text).toContain('Iran – Hezbollah');
    expect(text).toContain(answer.url);
  });

  it('reads null as absent', async () => {
    const ask = async (method: string, params: unknown): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${test.baseUrl}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      const text = await answer.text();
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Record<string, unknown>;
    };

    expect(await ask('tools/list', null)).toHaveProperty('result.tools');
    expect(await ask('tools/list', { cursor: null })).toHaveProperty('result.tools');
    expect(await ask('tools/call', { name: 'digest', arguments: null })).toHaveProperty('result.structuredContent');
    const call = { name: 'entity', arguments: { id: 'iran', as_of: null } };
    expect(await ask('tools/call', call)).toHaveProperty('result.structuredContent.data.id', 'iran');
  });

  it('returns the answer and address of the API for every simple tool', async () => {
    const client = await connect();
    const asked: [string, Record<string, unknown>][] = [
      ['digest', {}],
      ['search_events', { entity: ['iran', 'israel'] }],
      ['resolve_text', { text: 'Talks in Iran & Israel' }],
      ['entity', { id: 'iran' }],
      ['find_markets', {}],
      ['alerts', {}],
      ['predictions', {}],
      ['track_record', {}],
      ['sources', { limit: 3 }],
    ];

    for (const [name, given] of asked) {
      const { failed, text, answer } = await call(client, name, given);
      expect([name, failed, text === '']).toEqual([name, false, false]);
      const { pathname, search } = new URL(answer.url);
      const direct = (await (await test.get(`${pathname}${search}`)).json()) as object;
      expect([name, Object.keys(answer.data as object)]).toEqual([name, Object.keys(direct)]);
    }
    const { answer } = await call(client, 'sources', { limit: 3 });
    expect(answer.data).toHaveLength(3);
    const second = await call(client, 'sources', { limit: 3, cursor: answer.next_cursor });
    expect((second.answer.data as { id: string }[])[0]?.id).not.toBe((answer.data as { id: string }[])[0]?.id);
  });

  it('reads resources and writes out prompts', async () => {
    const client = await connect();

    const { contents } = await client.readResource({ uri: 'vedette://entity/iran' });
    const [entity] = contents;
    expect(entity !== undefined && 'text' in entity ? JSON.parse(entity.text) : null).toMatchObject({ id: 'iran' });
    await expect(client.readResource({ uri: 'vedette://entity/nobody' })).rejects.toThrow(/not found/i);
    const { prompts } = await client.listPrompts();
    expect(prompts).toHaveLength(3);
    const { messages } = await client.getPrompt({
      name: 'why_did_this_market_move',
      arguments: { exchange: 'kalshi', ticker: 'KX-1' },
    });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining('kalshi/KX-1') });
  });

  it('reports a bad call as a tool error', async () => {
    const client = await connect();

    const unknown = await call(client, 'entity', { id: '../../metrics' });
    expect(unknown.failed).toBe(true);
    expect(JSON.parse(unknown.text)).toMatchObject({ error: 'not-found', retry_in_seconds: null });
    expect((await call(client, 'entity')).text).toContain('id');
    expect((await call(client, 'search_events', { nonsense: 1 })).failed).toBe(true);
    const bad = await call(client, 'search_events', { cursor: 'altered' });
    expect(JSON.parse(bad.text)).toMatchObject({ error: 'bad-cursor', status: 400 });
  });

  it('costs one request a call, and nothing of that budget otherwise', async () => {
    const client = await connect();
    const before = await left();
    await client.listTools();
    await call(client, 'entity', { id: 'iran' });
    await client.readResource({ uri: 'vedette://entity/israel' });

    expect(await left()).toBe(before - 3);
  });

  it('counts against the key that comes along, and refuses a wrong one', async () => {
    const { key } = await test.app.get(ApiKeyService).issue('analyst', 'agent');
    const client = await connect({ key });
    const before = await left();
    await call(client, 'entity', { id: 'iran' });
    expect(await left()).toBe(before - 1);

    const stranger = await connect({ key: `${key.slice(0, -2)}zz` });
    const { failed, text } = await call(stranger, 'entity', { id: 'iran' });
    expect([failed, JSON.parse(text)]).toMatchObject([true, { error: 'bad-key', status: 401 }]);
  });

  it('serves the same over stdin and stdout', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const args = runsTypeScript('src/delivery/cli/main.ts', 'mcp', test.baseUrl);
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    clients.push(client);

    expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
    const { answer } = await call(client, 'entity', { id: 'iran' });
    expect(answer).toMatchObject({
      data: { id: 'iran' },
      page: `${test.baseUrl}/entities/iran`,
    });
  });

  it('refuses other hosts, origins, methods, batches and long messages', async () => {
    const post = (headers: Record<string, string>, body: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(test.baseUrl);
        const asking = request(
          {
            hostname,
            port,
            path: '/mcp',
            method: 'POST',
            headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
          },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode ?? 0);
          },
        );
        asking.on('error', reject);
        asking.end(body);
      });
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

    expect(await post({}, list)).toBe(200);
    expect(await post({ origin: 'http://localhost:6274' }, list)).toBe(200);
    expect(await post({ host: 'rebound.example' }, list)).toBe(403);
    expect(await post({ host: '[::' }, list)).toBe(403);
    expect(await post({ origin: 'https://elsewhere.example' }, list)).toBe(403);
    expect(await post({}, `[${list},${list}]`)).toBe(400);
    expect(await post({}, '{')).toBe(400);
    expect(await post({}, `${list}${' '.repeat(70_000)}`)).toBe(413);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(`${test.baseUrl}/mcp`, { method });
      expect([method, answer.status]).toEqual([method, 405]);
    }
    expect((await fetch(`${test.baseUrl}/v1/status`, { method: 'POST' })).status).toBe(405);
  });

  it('refuses a call beyond the budget, with the time to return', async () => {
    const short = await startTestApp({
      clock: new ManualClock(NOW),
      environment: { anonymousPerHour: 2 },
    });
    try {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${short.baseUrl}/mcp`)));
      const results = [];
      for (let count = 0; count < 3; count++)
        results.push(await client.callTool({ name: 'resolve_text', arguments: { text: 'Iran' } }));
      await client.close();

      expect(results.map(({ isError }) => isError === true)).toEqual([false, false, true]);
      const [refusal] = results[2]?.content ?? [];
      expect(refusal?.type === 'text' ? JSON.parse(refusal.text) : null).toMatchObject({
        error: 'rate-limited',
        status: 429,
        retry_in_seconds: 1800,
      });
    } finally {
      await short.close();
    }
  });
});
