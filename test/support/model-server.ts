import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answered, refusalOf, refused, wireOf } from '../../src/demo/strict-models';

export interface ModelServer {
  readonly url: string;
  /** Prompts received, oldest first. */
  readonly prompts: string[];
  /** The next answer, by the number of the call; a string unchanged, an object as JSON. */
  answer: (call: number, prompt: string, path: string) => unknown;
  /** Status to refuse with, or null to answer. */
  failWith: number | null;
  close(): void;
}

/** Model names in tests for self-hosted servers. */
const LOCAL_MODELS = new Set(['default', 'local-model']);

/** The data in a request to Claude. @param body as the server received it */
export const userText = (body: string): string =>
  (JSON.parse(body) as { messages: { content: { text: string }[] }[] }).messages[0]?.content[0]?.text ?? '';

/** A local server with the wire formats of Anthropic, OpenAI and Google, which refuses the same requests. */
export const startModelServer = async (): Promise<ModelServer> => {
  const prompts: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      prompts.push(body);
      const path = (request.url ?? '').replace(/\?.*$/, '');
      const send = (status: number, said: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(said));
      };
      const refusal =
        self.failWith === null ? refusalOf(path, body, LOCAL_MODELS) : refused(wireOf(path), self.failWith, 'no');
      if (refusal !== null) {
        send(refusal.status, refusal.body);
        return;
      }
      const answer = self.answer(prompts.length, body, request.url ?? '');
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
      send(200, answered(path, body, text, `answer-${prompts.length}`, 0));
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
