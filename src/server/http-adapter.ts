/**
 * Fastify as Vedette runs it: nothing is read but headers, and everything has a limit before a handler
 * sees it. Failures that happen before any route (a broken address, a header flood) are answered in the
 * same shape as all others.
 */
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

/** The whole of a request must arrive within this. */
const REQUEST_TIMEOUT_MILLIS = 15_000;
const HEADERS_TIMEOUT_MILLIS = 10_000;
/** How often Node looks for requests that are late. */
const TIMEOUT_CHECK_MILLIS = 2_000;
/** A connection on which nothing moves for so long is closed: readers that stopped reading. */
const IDLE_TIMEOUT_MILLIS = 60_000;
/** A connection is kept for the next request so long: longer than proxies do, who would else race it. */
const KEEP_ALIVE_MILLIS = 72_000;
/** How often a server that closes ends the connections whose last answer is out. */
const CLOSING_LOOK_MILLIS = 50;
const HEADER_BYTES_MAX = 16 * 1024;
/** Beyond it a new connection is closed at once: each costs memory, whatever it asks. */
const CONNECTIONS_MAX = 4_000;
const PARAMETER_LENGTH_MAX = 500;

/** Answers what Fastify found wrong before any route; set by {@link configureHttp}. */
type EarlyFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;

/** Answers a request without Fastify, or hands it to `next`, which is Fastify. */
type BeforeRouting = (...asked: [...Parameters<RequestListener>, next: RequestListener]) => void;

/** What {@link configureHttp} puts before the routes once the parts that it needs exist. */
interface Early {
  readonly nextRequestId: () => string;
  failure: EarlyFailure | null;
  beforeRouting: BeforeRouting | null;
  /** From then on a request on a connection that is still open is told to come again. */
  closing: boolean;
}

/** The adapter, and the place where `configureHttp` puts what comes before the routes. */
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
    // Nest's middleware layer costs every request and nothing here needs it.
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

/** Node's server with limits of time and size, and what may answer before Fastify. */
const openServer = (handler: RequestListener, early: Early, base: string): Server => {
  const fastify: RequestListener = (request, response) => {
    // Fastify's own answer has neither Retry-After nor the form of all other problems.
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
      // Node keeps the first of two; a proxy in front may have believed the second (RFC 9112, 3.2).
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

/**
 * Node ends the connections that are idle at the moment of closing. One that is being answered then would
 * hold the stop up for as long as it may be kept for a next request.
 */
const endOnceIdle = (server: Server): void => {
  // One that never listened tells of no close.
  if (!server.listening) return;
  const timer = setInterval(() => {
    server.closeIdleConnections();
  }, CLOSING_LOOK_MILLIS).unref();
  server.once('close', () => {
    clearInterval(timer);
  });
};

/** Ids that tell requests of this process and of others apart, without asking for randomness each time. */
const makeRequestIds = (): (() => string) => {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${prefix}-${(count += 1).toString(36)}`;
};

/** `GET http://host/path` is a legal request line; only its path matters. */
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

/** What Node's parser refuses never becomes a request: the answer is written on the bare connection. */
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
