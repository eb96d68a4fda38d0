import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { databaseFailure } from '../common/database-failure';
import { isDiskFailure } from '../common/disk-failure';
import { problemDocument, ProblemException, PROBLEMS, type ProblemType } from './problem';

const RETRY_AFTER_SECONDS = 5;

/** A problem as HTML; `path` is the request's, without its query. */
type ProblemPage = (
  problem: ProblemException,
  request: { readonly path: string; readonly requestId: string },
) => { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** To RFC 9457 or a page. Unexpected errors are logged and answered in general terms: no internals leak. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  /** @param base without a trailing slash @param asPage renders HTML for clients that ask for it, else they get JSON */
  constructor(
    private readonly base: string,
    private readonly asPage: ProblemPage | null = null,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also called for failures before routing: invalid addresses, rejected requests. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = toProblem(error);
    if (problem.status >= 500) this.log(problem, request);
    if (reply.sent) return;
    const { options } = problem;
    const instance = pathOf(request.raw.url ?? '/');
    for (const [name, value] of Object.entries(options.headers ?? {})) reply.header(name, value);
    if (options.retryAfterSeconds !== undefined) reply.header('retry-after', String(options.retryAfterSeconds));
    reply.code(problem.status).header('cache-control', 'no-store').header('vary', 'accept');
    if (this.asPage !== null && wantsHtml(request.headers.accept)) {
      const { body, headers } = this.asPage(problem, { path: instance, requestId: request.id });
      void reply.headers(headers).send(body);
      return;
    }
    void reply
      .header('content-type', 'application/problem+json; charset=utf-8')
      .send(JSON.stringify(problemDocument(problem.type, this.base, instance, options)));
  }

  private log(problem: ProblemException, request: FastifyRequest): void {
    // An intended rejection has no cause other than its detail.
    const { detail, cause = detail } = problem.options;
    const { message, stack } = cause instanceof Error ? cause : { message: String(cause), stack: undefined };
    const where = { requestId: request.id, path: pathOf(request.raw.url ?? '/') };
    if (problem.type === 'unavailable') this.logger.warn({ ...where, cause: message });
    else this.logger.error({ ...where, cause: message, stack });
  }
}

/** Browsers request HTML when navigating; programs that accept anything do not. */
const wantsHtml = (accept: string | undefined): boolean =>
  accept !== undefined && /(?:^|,)\s*text\/html\s*(?:[,;]|$)/i.test(accept);

const DISK_AWAY = 'The disk is not writable right now, and signed data is stored there first.';

export const toProblem = (error: unknown): ProblemException => {
  if (error instanceof ProblemException) return error;
  const away = databaseFailure(error) ?? (isDiskFailure(error) ? DISK_AWAY : null);
  if (away !== null)
    return new ProblemException('unavailable', { detail: away, retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  const status = statusOf(error);
  return new ProblemException(BY_STATUS[status] ?? fallback(status), { cause: error });
};

const BY_STATUS: Readonly<Record<number, ProblemType>> = {
  404: 'no-such-path',
  405: 'method-not-allowed',
  408: 'request-timeout',
  413: 'content-too-large',
  414: 'uri-too-long',
  429: 'rate-limited',
  431: 'headers-too-large',
  503: 'unavailable',
};

const fallback = (status: number): ProblemType => (status >= 400 && status < 500 ? 'bad-request' : 'internal-error');

const statusOf = (error: unknown): number => {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  const byFastify = typeof code === 'string' && code.startsWith('FST_');
  return byFastify && typeof statusCode === 'number' ? statusCode : PROBLEMS['internal-error'].status;
};

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '/';
