import {
  Catch,
  Inject,
  Injectable,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../common/html';
import { problemPath, PROBLEMS, ProblemException } from '../common/problem';
import { toProblem } from '../common/problem.filter';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { renderPage } from './layout';
import { pagePolicy } from './page-route.decorator';

/** What went wrong with a page, as a page: in words, with what still works. */
@Catch()
@Injectable()
export class PageProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(PageProblemFilter.name);

  constructor(@Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'demo'>) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const problem = toProblem(error);
    if (problem.status >= 500) this.log(problem, http.getRequest<FastifyRequest>());
    if (reply.sent) return;
    if (problem.options.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(problem.options.retryAfterSeconds));
    void reply
      .code(problem.status)
      .headers({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy({}),
        'referrer-policy': 'no-referrer',
      })
      .send(problemAsPage(problem, this.environment.demo));
  }

  private log({ type, options }: ProblemException, request: FastifyRequest): void {
    const { cause } = options;
    const message = cause instanceof Error ? cause.message : String(cause);
    this.logger.warn({ requestId: request.id, problem: type, cause: message });
  }
}

/** The page of one occurrence of a problem. */
export const problemAsPage = (problem: ProblemException, demo: boolean): string => {
  const { title, meaning } = PROBLEMS[problem.type];
  const { detail, errors = [] } = problem.options;
  return renderPage({
    title,
    section: '',
    demo,
    body: html`<h1>${title}</h1>
      <p class="notice">${detail ?? meaning}</p>
      ${
        errors.length > 0 &&
        html`<ul>
          ${errors.map(({ field, message }) => html`<li><code>${field}</code> ${message}</li>`)}
        </ul>`
      }
      ${problem.status === 503 && html`<p>These pages need no database and still answer: <a href="/about">how each figure is computed</a>, <a href="/dataset/schema">the schema of the dataset</a>, <a href="/docs">the API</a>. Sealed days of the registry are served from disk: <a href="/api/registry/index.json">the hash chain</a>.</p>`}
      <p>
        <a href="${problemPath(problem.type)}">What this kind of error means</a> ·
        <a href="/">Back to the front page</a>
      </p>`,
  });
};
