import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEnvironment } from '../platform/config/environment';
import { ClaudeModel } from './claude.client';
import type { ForecastModel } from './forecast-model';
import { GeminiModel } from './gemini.client';
import { GptModel } from './gpt.client';

const answer = {
  probability_yes: 0.3,
  confidence: 0.8,
  direction: 'NO',
  reasoning: 'A reasoning of some length.',
};
const prompt = { id: 'forecast-1', system: 'Be careful.', user: 'BEGIN INPUT {} END INPUT', questions: 1 };

/** What each provider's wire looks like, by the path that its SDK calls. */
const WIRES: Record<string, unknown> = {
  '/v1/messages': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    stop_reason: 'tool_use',
    stop_sequence: null,
    content: [{ type: 'tool_use', id: 't1', name: 'record_forecast', input: answer }],
    usage: { input_tokens: 11, output_tokens: 7 },
  },
  '/chat/completions': {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-x',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: JSON.stringify(answer) },
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  },
  ':generateContent': {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: JSON.stringify(answer) }] },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7 },
    modelVersion: 'gemini-x',
  },
};

/** Sends until nobody listens. */
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
  let failing = false;
  let endless = false;
  const asked: { url: string; body: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        asked.push({ url: request.url ?? '', body });
        if (endless) {
          response.writeHead(200, { 'content-type': 'application/json' });
          pourInto(response);
          return;
        }
        const wire = Object.entries(WIRES).find(([path]) => request.url?.includes(path))?.[1];
        response.writeHead(failing || wire === undefined ? 500 : 200, {
          'content-type': 'application/json',
          'x-should-retry': 'false',
        });
        response.end(JSON.stringify(failing ? { error: { message: 'overloaded' } } : wire));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    failing = false;
    endless = false;
    asked.length = 0;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const models = (): ForecastModel[] => {
    const environment = readEnvironment({
      ANTHROPIC_API_KEY: 'secret-a',
      ANTHROPIC_BASE_URL: base,
      OPENAI_API_KEY: 'secret-o',
      OPENAI_BASE_URL: base,
      GEMINI_API_KEY: 'secret-g',
      GEMINI_BASE_URL: base,
      MODEL_TIMEOUT_SECONDS: '5',
    });
    return [new ClaudeModel(environment), new GptModel(environment), new GeminiModel(environment)];
  };

  it.each([0, 1, 2])('asks provider %i for one structured answer and counts its tokens', async (index) => {
    const model = models()[index]!;

    const reply = await model.ask(prompt, AbortSignal.timeout(5_000));

    const parsed = typeof reply.answer === 'string' ? JSON.parse(reply.answer) : reply.answer;
    expect(parsed).toEqual(answer);
    expect(reply).toMatchObject({ tokensIn: 11, tokensOut: 7 });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toContain('BEGIN INPUT');
    expect(asked[0]?.body).toContain('probability_yes');
  });

  it.each([0, 1, 2])('lets a failure of provider %i through without its key', async (index) => {
    failing = true;

    const failure = await models()
      [index]!.ask(prompt, AbortSignal.timeout(5_000))
      .catch((error: unknown) => error as Error);

    expect(failure).toBeInstanceOf(Error);
    expect(String((failure as Error).stack)).not.toContain('secret-');
  });

  it.each([0, 1, 2])('ends an answer of provider %i that has no end', async (index) => {
    endless = true;
    const closed = new Promise((resolve) => {
      server.once('request', (_, response) => response.once('close', resolve));
    });

    await expect(models()[index]!.ask(prompt, AbortSignal.timeout(60_000))).rejects.toThrow();

    await closed;
  });

  it('is off without a key and says which is missing; a local server needs none', () => {
    expect(new ClaudeModel(readEnvironment({})).offReason).toBe('ANTHROPIC_API_KEY is not set');
    expect(new GptModel(readEnvironment({})).offReason).toContain('OPENAI_API_KEY');
    expect(new GptModel(readEnvironment({ OPENAI_BASE_URL: base })).offReason).toBeNull();
    expect(new GeminiModel(readEnvironment({})).offReason).toBe('GEMINI_API_KEY is not set');
  });
});
