import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelServer {
  readonly url: string;
  /** Prompts received, oldest first. */
  readonly prompts: string[];
  /** What is answered next, by the number of the call; a string is sent as text, an object as structure. */
  answer: (call: number, prompt: string) => unknown;
  /** Status to refuse with, or null to answer. */
  failWith: number | null;
  close(): void;
}

/** A local server that speaks Anthropic's Messages wire. */
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
      const answer = self.answer(prompts.length, body);
      const content =
        typeof answer === 'string'
          ? [{ type: 'text', text: answer }]
          : [{ type: 'tool_use', id: 't', name: 'record_forecast', input: answer }];
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          id: 'msg',
          type: 'message',
          role: 'assistant',
          model: 'claude-test',
          content,
          stop_reason: 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 100, output_tokens: 20 },
        }),
      );
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
