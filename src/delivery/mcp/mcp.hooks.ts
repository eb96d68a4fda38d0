import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFields } from '../../platform/common/foreign-json';
import { McpServers, type AskApi, type McpParts } from './mcp-server';

export const MCP_PATH = '/mcp';
const BODY_BYTES_MAX = 64 * 1024;
const ASKING = /^(tools\/call|resources\/read)$/;

interface McpRouteParts {
  readonly parts: () => McpParts;
  /** Host names of this deployment; other `Host` or `Origin` values are rejected. */
  readonly hosts: readonly string[];
  /** Counts a message that makes no API request, and replies if it is over the limit; returns whether to continue. */
  readonly count: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
  readonly fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Tools call the application as the caller: same keys, budget and responses. The protocol checks Host and Origin. */
export const attachMcp = async (fastify: FastifyInstance, route: McpRouteParts): Promise<void> => {
  let servers: McpServers | null = null;
  await fastify.register((child, _options, done) => {
    child.removeAllContentTypeParsers();
    child.setErrorHandler((error, request, reply) => route.fail(error, request, reply));
    child.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, taken) => {
      taken(null, body);
    });
    child.route({
      // Other methods already got 405.
      method: ['GET', 'POST', 'DELETE'],
      url: MCP_PATH,
      bodyLimit: BODY_BYTES_MAX,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const text = typeof request.body === 'string' ? withoutNulls(request.body) : '';
        if (!ASKING.test(methodIn(text)) && !(await route.count(request, reply))) return reply;
        const asked = new Request(`http://localhost${MCP_PATH}`, {
          method: 'POST',
          headers: protocolHeaders(request),
          body: text,
        });
        const refused =
          hostHeaderValidationResponse(asked, [...route.hosts]) ??
          originValidationResponse(asked, [...route.hosts]) ??
          (text.trimStart().startsWith('[') ? batchRefusal() : undefined);
        servers ??= new McpServers(route.parts());
        const answer = refused ?? (await handlerOf(servers, askAs(fastify, request)).fetch(asked));
        for (const [name, value] of answer.headers) void reply.header(name, value);
        void reply.code(answer.status).header('cache-control', 'no-store');
        return reply.send(await answer.text());
      },
    });
    done();
  });
};

/** One response per message; subscriptions are rejected because no stream stays open. */
const handlerOf = (servers: McpServers, ask: AskApi): McpHttpHandler =>
  createMcpHandler(() => servers.server(ask), { maxSubscriptions: 0, maxRequestBodySize: BODY_BYTES_MAX });

const askAs =
  (fastify: FastifyInstance, caller: FastifyRequest): AskApi =>
  async (path) => {
    const headers: Record<string, string> = {};
    for (const name of ['x-api-key', 'x-forwarded-for']) {
      const value = caller.headers[name];
      if (value !== undefined) headers[name] = String(value);
    }
    const { remoteAddress = '' } = caller.raw.socket;
    const answer = await fastify.inject({ method: 'GET', url: path, headers, remoteAddress });
    const { link, 'retry-after': retryAfter } = answer.headers;
    return {
      status: answer.statusCode,
      text: answer.body,
      link: typeof link === 'string' ? link : null,
      retryAfter: retryAfter === undefined ? null : Number(retryAfter),
    };
  };

/** Agents send null for omitted values; the protocol's schemas require their absence. */
const withoutNulls = (text: string): string => {
  if (!text.includes('null')) return text;
  try {
    const message = JSON.parse(text) as Record<string, unknown> | null;
    const params = message?.['params'];
    if (message === null || Array.isArray(message) || params === undefined) return text;
    if (!isFields(params)) return params === null ? JSON.stringify({ ...message, params: undefined }) : text;
    const given = params['arguments'];
    const taken = present({ ...params, arguments: isFields(given) ? present(given) : given });
    return JSON.stringify({ ...message, params: taken });
  } catch {
    return text;
  }
};

const present = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const methodIn = (text: string): string => {
  try {
    const message = JSON.parse(text) as { readonly method?: unknown } | null;
    return typeof message?.method === 'string' ? message.method : '';
  } catch {
    return '';
  }
};

const protocolHeaders = ({ headers }: FastifyRequest): Headers => {
  const taken = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (/^(host|origin|accept|content-type|mcp-.*)$/.test(name) && value !== undefined) taken.set(name, String(value));
  return taken;
};

const batchRefusal = (): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'One message a request: batches are not taken' } },
    { status: 400 },
  );
