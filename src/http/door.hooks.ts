import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccessService, type Admission } from '../access/access.service';
import { rateHeaders } from '../access/rate-limit';
import type { Metrics } from '../common/metrics.service';
import { ProblemException } from '../common/problem';
import type { ProblemFilter } from '../common/problem.filter';
import { areaOf } from './area';
import { ALLOWED_METHODS, EVERY_ANSWER, PREFLIGHT, SYNTHETIC_HEADER } from './response-headers';

const URL_LENGTH_MAX = 8_192;

export interface DoorParts {
  readonly access: AccessService;
  readonly filter: ProblemFilter;
  readonly metrics: Metrics;
  readonly demo: boolean;
}

/**
 * What happens to every request before a route sees it, unknown paths included: it gets its headers, is
 * counted, and is turned away when its budget is used up, its key is wrong, or it wants to do more than
 * read.
 */
export class Door {
  private readonly logger = new Logger('Http');

  constructor(private readonly parts: DoorParts) {}

  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      void this.enter(request, reply).then((entered) => {
        if (entered) done();
      });
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      this.note(request, reply);
      done();
    });
  }

  /** A failure that Fastify found before any route: counted and answered like every other. */
  async fail(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (await this.enter(request, reply)) this.parts.filter.answer(error, request, reply);
  }

  /** Whether the request may go on; when not, it has been answered. */
  private async enter(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      reply.headers(EVERY_ANSWER).header('x-request-id', request.id);
      if (this.parts.demo) reply.header(SYNTHETIC_HEADER, 'true');
      const refusal = (await this.admit(request, reply)) ?? misuse(request);
      if (refusal !== null) this.parts.filter.answer(refusal, request, reply);
      else if (request.method === 'OPTIONS') void reply.code(204).headers(PREFLIGHT).send();
      else return true;
    } catch (error) {
      this.parts.filter.answer(error, request, reply);
    }
    return false;
  }

  private async admit(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ProblemException | null> {
    const area = areaOf(request.routeOptions.url, request.raw.url ?? '/');
    if (area === 'open') return null;
    const { headers } = request.raw;
    const admission = await this.parts.access.admit({
      // A preflight cannot carry the key that its request will be counted against.
      area: isPreflight(request) ? 'pages' : area,
      socketAddress: request.raw.socket.remoteAddress,
      forwardedFor: joined(headers['x-forwarded-for']),
      keys: headers['x-api-key'] === undefined ? [] : keysOf(request.raw.rawHeaders),
    });
    this.count(admission);
    reply.headers(rateHeaders(admission.standing));
    return admission.refusal;
  }

  private count({ standing, refusal }: Admission): void {
    const result = refusal === null ? 'admitted' : 'refused';
    this.parts.metrics.admissions.inc({ policy: standing.policy.name, result });
    if (refusal?.type === 'bad-key') this.parts.metrics.badKeys.inc();
  }

  /** One line and two measurements a request; addresses of callers and query values are not logged. */
  private note(request: FastifyRequest, reply: FastifyReply): void {
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    this.parts.metrics.requests.inc({ route, status });
    this.parts.metrics.requestSeconds.observe({ route }, reply.elapsedTime / 1000);
    this.logger.debug({
      requestId: request.id,
      method: request.method,
      route,
      status,
      ms: Math.round(reply.elapsedTime),
    });
  }
}

/** What no path answers. */
const misuse = (request: FastifyRequest): ProblemException | null => {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method))
    return new ProblemException('method-not-allowed', {
      detail: 'Every path answers GET and HEAD only.',
      // The body that came along is not read: the connection cannot be used again.
      headers: { allow: ALLOWED_METHODS, connection: 'close' },
    });
  return (request.raw.url ?? '').length > URL_LENGTH_MAX
    ? new ProblemException('uri-too-long')
    : null;
};

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Node joins repeated headers of this name into one text; the raw list keeps them apart. */
const keysOf = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'x-api-key',
  );

const joined = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;
