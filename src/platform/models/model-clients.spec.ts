import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answered, refusalOf } from '../../demo/strict-models';
import { answerSchema } from '../../forecasting/answer-schema';
import { readEnvironment } from '../config/environment';
import { ClaudeModel } from './claude.client';
import { GeminiModel } from './gemini.client';
import { GptModel } from './gpt.client';
import type { LanguageModel, Prompt } from './language-model';
import { modelFailure } from './model-failure';

const answer = { reasoning: 'A reasoning of some length.', probability_yes: 0.3, confidence: 0.8, direction: 'NO' };
const prompt: Prompt = {
  id: 'forecast-1',
  system: 'Be careful.',
  user: 'BEGIN INPUT {} END INPUT',
  schema: answerSchema(1),
};

const NOW = Date.UTC(2026, 10, 28);

type Reply = (
  path: string,
  body: string,
) => { status: number; body: object; headers?: Readonly<Record<string, string>> };

/** Rejects invalid requests like the real APIs. */
const strict: Reply = (path, body) =>
  refusalOf(path, body) ?? { status: 200, body: answered(path, body, JSON.stringify(answer), 'id', 0) };

/** Modifies the strict reply. */
const changed =
  (change: (body: Record<string, unknown>) => void): Reply =>
  (path, body) => {
    const reply = strict(path, body);
    change(reply.body as Record<string, unknown>);
    return reply;
  };

const failing =
  (status: number, error: object, headers: Readonly<Record<string, string>> = {}): Reply =>
  () => ({ status, body: { type: 'error', error }, headers });

/** Sends until the client disconnects. */
const pourInto = (response: ServerResponse): void => {
  const chunk = Buffer.alloc(65_536, ' ');
  const pour = (): void => {
    if (response.destroyed) return;
    if (response.write(chunk)) setImmediate(pour);
    else response.once('drain', pour);
  };
  pour();
};

describe('the clients of the three providers', () => {
  let server: Server;
  let base: string;
  let reply: Reply | 'endless' = strict;
  const asked: { url: string; body: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const path = (request.url ?? '').replace(/\?.*$/, '');
        asked.push({ url: path, body });
        if (reply === 'endless') {
          response.writeHead(200, { 'content-type': 'application/json' });
          pourInto(response);
          return;
        }
        const { status, body: said, headers = {} } = reply(path, body);
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(said));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    reply = strict;
    asked.length = 0;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const models = (settings: Record<string, string> = {}): LanguageModel[] => {
    const environment = readEnvironment({
      ANTHROPIC_API_KEY: 'secret-a',
      ANTHROPIC_BASE_URL: base,
      OPENAI_API_KEY: 'secret-o',
      OPENAI_BASE_URL: base,
      GEMINI_API_KEY: 'secret-g',
      GEMINI_BASE_URL: base,
      MODEL_TIMEOUT_SECONDS: '5',
      ...settings,
    });
    return [new ClaudeModel(environment), new GptModel(environment), new GeminiModel(environment)];
  };
  const ask = (index: number, one: Prompt = prompt, settings: Record<string, string> = {}) =>
    models(settings)[index]!.ask(one, AbortSignal.timeout(60_000));
  const failureOf = async (index: number) =>
    modelFailure(await ask(index).catch((error: unknown) => error), models()[index]!.setting, NOW);

  it.each([
    [0, {}],
    [0, { ANTHROPIC_MODEL: 'claude-haiku-4-5' }],
    [1, {}],
    [2, {}],
  ])('asks provider %i with %j for an answer in the given structure', async (index, settings) => {
    const said = await ask(index, { ...prompt, schema: answerSchema(3) }, settings);

    expect(JSON.parse(said.answer as string)).toEqual(answer);
    expect(said.unusable).toBeNull();
    expect(said.modelName).toBe(models(settings)[index]!.modelName);
    expect(said.tokensIn).toBeGreaterThan(100);
    // Reasoning is included.
    expect(said.tokensOut).toBeGreaterThan(JSON.stringify(answer).length / 4 + 30);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toContain('BEGIN INPUT');
    expect(asked[0]?.body).toMatch(/"(?:max_tokens|max_completion_tokens|maxOutputTokens)":16000/);
  });

  it('asks for a place in the cache of the provider where a prompt is sent again', async () => {
    await ask(0, { ...prompt, repeated: true });

    const { messages } = JSON.parse(asked[0]?.body ?? '') as { messages: { content: object[] }[] };
    expect(messages[0]?.content[0]).toMatchObject({ cache_control: { type: 'ephemeral' } });
  });

  it.each([
    ['a refusal', 0, changed((body) => Object.assign(body, { stop_reason: 'refusal', content: [] })), 'refus'],
    ['an answer that is cut', 0, changed((body) => Object.assign(body, { stop_reason: 'max_tokens' })), '16000 tokens'],
    [
      'a refusal',
      1,
      changed(
        (body) => (body['choices'] = [{ finish_reason: 'stop', message: { refusal: 'I will not.', content: null } }]),
      ),
      'I will not.',
    ],
    [
      'an answer that is cut',
      1,
      changed((body) => (body['choices'] = [{ finish_reason: 'length', message: { content: '{"rea' } }])),
      '16000 tokens',
    ],
    ['an input that is blocked', 2, changed((body) => (body['promptFeedback'] = { blockReason: 'SAFETY' })), 'SAFETY'],
    [
      'an answer that is cut',
      2,
      changed((body) => (body['candidates'] = [{ content: { parts: [] }, finishReason: 'MAX_TOKENS' }])),
      'MAX_TOKENS',
    ],
  ])('reports %s of provider %i', async (_, index, with_, words) => {
    reply = with_;

    expect((await ask(index)).unusable).toContain(words);
  });

  it.each([0, 1, 2])('keeps the message of a refusal of provider %i, without anything like a key', async (index) => {
    reply = failing(400, {
      type: 'invalid_request_error',
      message: 'tools: no\u001b[31m such key sk-ant-api03-abcdefghijkl',
    });

    const failure = await failureOf(index);
    expect(failure).toMatchObject({ isRequests: true, mayCost: false });
    expect(failure.reason).toMatch(/status 400.*tools: no.* such key \*\*\*/);
    expect(failure.reason).not.toContain('\u001b');
    expect(asked).toHaveLength(1);
  });

  it.each([
    [401, false, 'refused the key'],
    [404, true, 'names a model that it does not know'],
    [413, true, 'MODEL_MARKETS_PER_CALL'],
    [429, false, 'the call to the model failed'],
    [529, false, 'the call to the model failed'],
  ])('distinguishes a fault of the request from one of the provider: %i', async (status, isRequests, words) => {
    reply = failing(status, { type: 'some_error', message: 'no' });

    const failure = await failureOf(0);
    expect(failure.isRequests).toBe(isRequests);
    expect(failure.reason).toContain(words);
  });

  it.each([
    ['one that stopped for another reason', 0, { stop_reason: 'pause_turn' }, 'pause_turn'],
    ['one that a filter cut', 1, { choices: [{ finish_reason: 'content_filter', message: {} }] }, 'content_filter'],
    ['one without a choice', 1, { choices: null }, 'no choice'],
    ['one that a filter cut', 2, { candidates: [{ finishReason: 'SAFETY' }] }, 'SAFETY'],
    ['one without a candidate', 2, { candidates: null }, 'no reason given'],
    [
      'a blocked input',
      2,
      { candidates: null, promptFeedback: { blockReason: 'OTHER', blockReasonMessage: 'Not here.' } },
      'OTHER): Not here.',
    ],
  ])('reads %s of provider %i, without tokens and name', async (_, index, members, words) => {
    reply = changed((body) => {
      for (const name of ['usage', 'usageMetadata', 'model', 'modelVersion', 'content'])
        if (name in body) body[name] = null;
      Object.assign(body, members);
    });
    const said = await ask(index);

    expect(said.unusable).toContain(words);
    expect(said).toMatchObject({
      answer: null,
      tokensIn: null,
      tokensOut: null,
      tokensCached: 0,
      modelName: models()[index]!.modelName,
    });
  });

  it.each([
    ['seconds of a header', 0, 429, { type: 'rate_limit_error', message: 'slow' }, { 'retry-after': '70' }, 70_000],
    ['seconds of a header', 1, 503, { message: 'slow' }, { 'retry-after': '5' }, 5_000],
    [
      'a member of the body',
      2,
      429,
      {
        code: 429,
        message: 'slow',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '19s' }],
      },
      {},
      19_000,
    ],
    ['nothing', 0, 529, { type: 'overloaded_error', message: 'full' }, {}, null],
  ])('reads the delay that a provider asks for from %s', async (_, index, status, error, headers, askedMs) => {
    reply = failing(status, error, headers);

    expect((await failureOf(index)).askedMs).toBe(askedMs);
  });

  it.each([0, 1, 2])('ends an answer of provider %i that has no end', async (index) => {
    reply = 'endless';
    const closed = new Promise((resolve) => {
      server.once('request', (_, response) => response.once('close', resolve));
    });

    await expect(ask(index)).rejects.toThrow();

    await closed;
  });

  it('is off without a key and names the missing one; a local server needs none', () => {
    expect(new ClaudeModel(readEnvironment({})).offReason).toBe('ANTHROPIC_API_KEY is not set');
    expect(new GptModel(readEnvironment({})).offReason).toContain('OPENAI_API_KEY');
    expect(new GptModel(readEnvironment({ OPENAI_BASE_URL: base })).offReason).toBeNull();
    expect(new GeminiModel(readEnvironment({})).offReason).toBe('GEMINI_API_KEY is not set');
  });
});
