import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelServer {
  readonly url: string;
  /** Prompts received, oldest first. */
  readonly prompts: string[];
  /** What is answered next, by the number of the call; a string is sent as text, an object as structure. */
  answer: (call: number, prompt: string, path: string) => unknown;
  /** Status to refuse with, or null to answer. */
  failWith: number | null;
  close(): void;
}

/** One answer in the wire of the provider whose SDK asks at this path. */
const inWire = (path: string, answer: unknown): unknown => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  if (path.endsWith('/chat/completions'))
    return {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-test',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    };
  if (path.includes(':generateContent'))
    return {
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
      modelVersion: 'gemini-test',
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20 },
    };
  return {
    id: 'msg',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content:
      typeof answer === 'string'
        ? [{ type: 'text', text }]
        : [{ type: 'tool_use', id: 't', name: 'record_forecast', input: answer }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  };
};

/** A local server that speaks the wires of Anthropic, OpenAI and Google. */
export const startModelServer = async (): Promise<ModelServer> => {
  const prompts: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      prompts.push(body);
      if (self.failWith !== null) {
        response.writeHead(self.failWith, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { type: 'refused', message: 'no' } }));
        return;
      }
      const answer = self.answer(prompts.length, body, request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(inWire(request.url ?? '', answer)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prompts,
    answer: () => ({}),
    failWith: null,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return self;
};
