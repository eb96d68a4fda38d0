import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { AccessService, type Admission, type Area } from '../platform/access/access.service';
import { rateHeaders } from '../platform/access/rate-limit';
import { eachHeader, headerList, type HeaderList } from '../platform/http/header-list';
import type { Metrics } from '../platform/common/metrics.service';
import { ProblemException } from '../platform/http/problem';
import type { ProblemFilter } from '../platform/http/problem.filter';
import { MCP_PATH } from '../delivery/mcp/mcp.hooks';
import { areaOf } from './area';
import { ALLOWED_METHODS, EVERY_ANSWER, PREFLIGHT, SYNTHETIC_HEADER } from './response-headers';

const URL_LENGTH_MAX = 8_192;

interface RequestGateParts {
  readonly access: AccessService;
  readonly filter: ProblemFilter;
  readonly metrics: Metrics;
  readonly demo: boolean;
  readonly logsRequests: boolean;
}

export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** Pattern of its route, or `unknown`. */
  readonly route: string;
  readonly status: number;
  readonly millis: number;
}

export class RequestGate {
  private readonly logger = new Logger('Http');
  private readonly standing: HeaderList;
  /** Requests counted before Fastify, to avoid counting twice. */
  private readonly counted = new WeakMap<IncomingMessage, Admission>();

  constructor(private readonly parts: RequestGateParts) {
    this.standing = headerList({ ...EVERY_ANSWER, ...(parts.demo ? { [SYNTHETIC_HEADER]: 'true' } : {}) });
  }

  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      void this.enter(request, reply).then((admitted) => {
        if (admitted) done();
      });
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      this.note({
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        millis: reply.elapsedTime,
      });
      done();
    });
  }

  /** Handles a failure before routing: counted and reported like every other. */
  async fail(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (await this.enter(request, reply)) this.parts.filter.answer(error, request, reply);
  }

  /** Counts a request; if passed to Fastify later, it is not counted again. */
  async admit(request: IncomingMessage, area: Area): Promise<Admission> {
    const { headers } = request;
    const admission = await this.parts.access.admit({
      area,
      socketAddress: request.socket.remoteAddress,
      forwardedFor: joined(headers['x-forwarded-for']),
      keys: headers['x-api-key'] === undefined ? [] : keysOf(request.rawHeaders),
    });
    const { standing, refusal } = admission;
    const result = refusal === null ? 'admitted' : 'refused';
    this.parts.metrics.admissions.inc({ policy: standing.policy.name, result });
    if (refusal?.type === 'bad-key') this.parts.metrics.badKeys.inc();
    return admission;
  }

  passOn(request: IncomingMessage, admission: Admission): void {
    this.counted.set(request, admission);
  }

  headersOf(requestId: string, admission: Admission | null): string[] {
    const own = [...this.standing, 'x-request-id', requestId];
    if (admission !== null) own.push(...rateHeaders(admission.standing));
    return own;
  }

  /** One log line and two measurements per request, without client addresses and query values. */
  note({ requestId, method, route, status, millis }: Answered): void {
    this.parts.metrics.requests.inc({ route, status });
    this.parts.metrics.requestSeconds.observe({ route }, millis / 1000);
    if (this.parts.logsRequests) this.logger.debug({ requestId, method, route, status, ms: Math.round(millis) });
  }

  private async enter(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      return this.receive(await this.admissionOf(request), request, reply);
    } catch (error) {
      this.parts.filter.answer(error, request, reply);
      return false;
    }
  }

  private async admissionOf(request: FastifyRequest): Promise<Admission | null> {
    const area = areaOf(request.routeOptions.url, request.raw.url ?? '/');
    if (area === 'open') return null;
    // A preflight cannot have the key of its request.
    return this.counted.get(request.raw) ?? this.admit(request.raw, isPreflight(request) ? 'pages' : area);
  }

  private receive(admission: Admission | null, request: FastifyRequest, reply: FastifyReply): boolean {
    eachHeader(this.headersOf(request.id, admission), (name, value) => reply.header(name, value));
    const refusal = admission?.refusal ?? misuse(request);
    if (refusal !== null) this.parts.filter.answer(refusal, request, reply);
    else if (request.method === 'OPTIONS') void reply.code(204).headers(PREFLIGHT).send();
    else return true;
    return false;
  }
}

const misuse = (request: FastifyRequest): ProblemException | null => {
  if (request.routeOptions.url === MCP_PATH)
    return request.method === 'POST'
      ? null
      : new ProblemException('method-not-allowed', {
          detail: 'Messages of the Model Context Protocol are sent by POST.',
          headers: { allow: 'POST', connection: 'close' },
        });
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method))
    return new ProblemException('method-not-allowed', {
      detail: 'Every path answers GET and HEAD only.',
      // The request body is not read, so the connection cannot be reused.
      headers: { allow: ALLOWED_METHODS, connection: 'close' },
    });
  return (request.raw.url ?? '').length > URL_LENGTH_MAX ? new ProblemException('uri-too-long') : null;
};

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Node joins repeated headers of this name; the raw list separates them. */
const keysOf = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'x-api-key');

const joined = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;
