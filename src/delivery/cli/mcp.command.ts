/** A client of a running deployment: the same tools, derived from its API description, with the same budget. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { McpServers, type ApiAnswer, type AskApi } from '../mcp/mcp-server';
import type { Json } from '../mcp/tool-definition';
import { boundedBody } from '../../platform/common/bounded-body';
import { trimmed } from './published-files';

const TIMEOUT_MS = 30_000;
const BYTES_MAX = 16 * 1024 * 1024;

export const command = new Command('mcp')
  .arguments('<base-url>')
  .description(
    'Serve the Model Context Protocol on stdin and stdout for a running deployment. VEDETTE_API_KEY is sent as its key.',
  )
  .action(async (baseUrl: string): Promise<void> => {
    if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
      throw new Error(`${baseUrl} is not an address: http://127.0.0.1:8080, for example`);
    const base = trimmed(baseUrl);
    const ask = askOver(base, process.env['VEDETTE_API_KEY'] ?? null);
    const { status, text } = await ask('/openapi.json');
    if (status !== 200) throw new Error(`${base}/openapi.json answers ${status}`);
    const document = JSON.parse(text) as Json;
    const { version } = document['info'] as { readonly version: string };
    const servers = new McpServers({ document, base, version });
    await new Promise<void>((ended) => {
      const connection = serveStdio(() => servers.server(ask));
      process.stdin.once('end', () => {
        void connection.close().then(ended);
      });
    });
  });

const askOver =
  (base: string, key: string | null): AskApi =>
  async (path): Promise<ApiAnswer> => {
    const answer = await fetch(`${base}${path}`, {
      headers: key === null ? {} : { 'x-api-key': key },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    const retryAfter = answer.headers.get('retry-after');
    return {
      status: answer.status,
      text: await textOf(answer),
      link: answer.headers.get('link'),
      retryAfter: retryAfter === null ? null : Number(retryAfter),
    };
  };

const textOf = async (answer: Response): Promise<string> => {
  const body = await boundedBody(answer, BYTES_MAX);
  if (body === null) throw new Error(`The answer is longer than ${BYTES_MAX} bytes`);
  return body.toString('utf8');
};
