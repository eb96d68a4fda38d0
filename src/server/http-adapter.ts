import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { withAskedFormat } from '../platform/formats/media-types';
import { problemDocument, PROBLEMS, type ProblemType } from '../platform/http/problem';
import { publicUrl } from '../platform/config/public-url';
import { endIfNotTaken } from './slow-reader';
import type { Environment } from '../platform/config/environment';

const REQUEST_TIMEOUT_MILLIS = 15_000;
const HEADERS_TIMEOUT_MILLIS = 10_000;
const TIMEOUT_CHECK_MILLIS = 2_000;
/** Idle connections are closed after this time: readers that stopped reading. */
const IDLE_TIMEOUT_MILLIS = 60_000;
/** Longer than the keep-alive of proxies, which would otherwise race with the close. */
const KEEP_ALIVE_MILLIS = 72_000;
const CLOSING_LOOK_MILLIS = 50;
const HEADER_BYTES_MAX = 16 * 1024;
/** More connections are closed at once, since each costs memory. */
const CONNECTIONS_MAX = 4_000;
const PARAMETER_LENGTH_MAX = 500;

type EarlyFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;

type BeforeRouting = (...asked: [...Parameters<RequestListener>, next: RequestListener]) => void;

interface Early {
  readonly nextRequestId: () => string;
  failure: EarlyFailure | null;
  beforeRouting: BeforeRouting | null;
  /** During a shutdown, requests on open connections get 503 with Retry-After. */
  closing: boolean;
}

export class VedetteHttpAdapter extends FastifyAdapter {
  constructor(
    environment: Environment,
    readonly early: Early,
  ) {
    const options: FastifyHttpOptions<Server> = {
      trustProxy: false,
      requestTimeout: REQUEST_TIMEOUT_MILLIS,
      bodyLimit: 1,
      exposeHeadRoutes: true,
      forceCloseConnections: 'idle',
      genReqId: early.nextRequestId,
      rewriteUrl: (request) => withoutOrigin(request.url ?? '/'),
      routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX, ignoreDuplicateSlashes: false },
      serverFactory: (handler) => openServer(handler, early, publicUrl(environment)),
      frameworkErrors: (error, request, reply) => {
        early.failure?.(error, request, reply);
      },
      clientErrorHandler: (error, socket) => {
        answerOnSocket(socket, error.code, publicUrl(environment));
      },
    };
    // Nest's middleware layer costs time per request and is not needed.
    super({ ...options, skipMiddie: true });
    const fastify = this.getInstance<FastifyInstance>();
    fastify.addHook('preClose', (done) => {
      early.closing = true;
      endOnceIdle(fastify.server);
      done();
    });
  }
}

export const createHttpAdapter = (environment: Environment): VedetteHttpAdapter =>
  new VedetteHttpAdapter(environment, {
    nextRequestId: makeRequestIds(),
    failure: null,
    beforeRouting: null,
    closing: false,
  });

const openServer = (handler: RequestListener, early: Early, base: string): Server => {
  const fastify: RequestListener = (request, response) => {
    // Fastify's own response lacks Retry-After and our error format.
    if (early.closing) {
      answerClosing(request.url ?? '/', response, base);
      return;
    }
    endIfNotTaken(response);
    handler(request, response);
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MILLIS,
      requestTimeout: REQUEST_TIMEOUT_MILLIS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MILLIS,
      maxHeaderSize: HEADER_BYTES_MAX,
      keepAliveTimeout: KEEP_ALIVE_MILLIS,
    },
    (request, response) => {
      // Node uses the first Host header; a proxy may have used the second (RFC 9112, 3.2).
      if (hostsIn(request.rawHeaders) > 1) {
        answerOnSocket(request.socket, 'TWO_HOSTS', base);
        return;
      }
      request.url = withAskedFormat(request.url ?? '/', request.headers.accept);
      if (early.beforeRouting === null) fastify(request, response);
      else early.beforeRouting(request, response, fastify);
    },
  );
  server.setTimeout(IDLE_TIMEOUT_MILLIS);
  server.maxConnections = CONNECTIONS_MAX;
  return server;
};

const hostsIn = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

/** Node closes only connections idle at the time of closing; a busy one would delay the shutdown. */
const endOnceIdle = (server: Server): void => {
  // A server that never listened emits no close event.
  if (!server.listening) return;
  const timer = setInterval(() => {
    server.closeIdleConnections();
  }, CLOSING_LOOK_MILLIS).unref();
  server.once('close', () => {
    clearInterval(timer);
  });
};

/** Request ids unique across processes, without random bytes per request. */
const makeRequestIds = (): (() => string) => {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${prefix}-${(count += 1).toString(36)}`;
};

/** `GET http://host/path` is a valid request line; only its path matters. */
const withoutOrigin = (url: string): string => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
};

const CLOSING_RETRY_SECONDS = '5';

const answerClosing = (path: string, response: ServerResponse, base: string): void => {
  const detail = 'The service is being stopped or started again.';
  const body = JSON.stringify(problemDocument('unavailable', base, path.split('?', 1)[0] ?? '/', { detail }));
  response.writeHead(503, {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': CLOSING_RETRY_SECONDS,
    connection: 'close',
  });
  response.end(body);
};

const answerOnSocket = (socket: Socket, code: string | undefined, base: string): void => {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const type = SOCKET_PROBLEMS[code ?? ''] ?? 'bad-request';
  const body = JSON.stringify(problemDocument(type, base, '/'));
  socket.end(
    [
      `HTTP/1.1 ${PROBLEMS[type].status} ${type}`,
      'Content-Type: application/problem+json; charset=utf-8',
      'Cache-Control: no-store',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
};

const SOCKET_PROBLEMS: Readonly<Record<string, ProblemType>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};
