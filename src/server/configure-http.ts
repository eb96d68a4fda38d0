import fastifyCompress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AccessService } from '../platform/access/access.service';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { AnswerCache } from '../platform/http/answer-cache.service';
import { COMPRESS_FROM_BYTES } from '../platform/http/kept-answer';
import { LinkHeaderInterceptor } from '../platform/http/link-header.interceptor';
import { Metrics } from '../platform/common/metrics.service';
import { ParameterPipe } from '../platform/http/parameter.pipe';
import { ProblemFilter } from '../platform/http/problem.filter';
import { publicUrl } from '../platform/config/public-url';
import { SharedRead } from '../platform/http/shared-read';
import type { Environment } from '../platform/config/environment';
import { GraphService } from '../platform/graph/graph.service';
import { errorPage } from '../delivery/pages/error-page';
import { standingSite } from '../delivery/pages/site';
import { pageHeaders } from '../delivery/pages/page-route.decorator';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { attachMcp } from '../delivery/mcp/mcp.hooks';
import type { Json } from '../delivery/mcp/tool-definition';
import { attachDeadline } from './answer-deadline';
import { AnswerHooks } from './answer.hooks';
import { attachTurns } from './answer-turns';
import { RequestGate } from './request-gate.hooks';
import type { VedetteHttpAdapter } from './http-adapter';
import { KeptAnswers } from './kept-answers';
import { OpenApiDocument } from '../platform/http/openapi-document.service';
import { API_VERSION, serveOpenApi } from './serve-openapi';
import { UnknownParameterGuard } from './unknown-parameter.guard';

/** Maximum delay until other processes' writes are seen. Reading the state per request would limit throughput. */
const STATE_HOLDS_MILLIS = 250;

export const configureHttp = async (app: NestFastifyApplication, environment: Environment): Promise<void> => {
  const clock = app.get<Clock>(CLOCK);
  const filter = new ProblemFilter(publicUrl(environment), (problem, request) => ({
    body: errorPage(problem, { ...request, now: nowMillis(clock), site: standingSite(environment) }),
    headers: pageHeaders(),
  }));
  const metrics = app.get(Metrics);
  const adapter = app.getHttpAdapter() as unknown as VedetteHttpAdapter;
  const fastify = adapter.getInstance<FastifyInstance>();
  const cache = app.get(AnswerCache);
  const gate = new RequestGate({
    access: app.get(AccessService),
    filter,
    metrics,
    demo: environment.demo,
    logsRequests: ['debug', 'trace'].includes(environment.logLevel),
  });
  const { nextRequestId } = adapter.early;
  const graph = app.get(GraphService);
  const state = new SharedRead(() => graph.state(), {
    millis: STATE_HOLDS_MILLIS,
    now: () => performance.now(),
    changes: () => graph.writes,
  });
  const kept = new KeptAnswers({ cache, gate, metrics, state, nextRequestId });

  attachDeadline(fastify, filter);
  gate.attach(fastify);
  new AnswerHooks(cache, metrics, state).attach(fastify);
  attachTurns(fastify, filter);
  adapter.early.failure = (error, request, reply) => void gate.fail(error, request, reply);
  adapter.early.beforeRouting = (request, response, next) => {
    kept.handle(request, response, next);
  };
  fastify.addHook('preClose', (done) => {
    kept.close();
    done();
  });
  await fastify.register(fastifyCompress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip', 'deflate', 'identity'],
  });
  await attachMcp(fastify, {
    parts: () => ({
      document: JSON.parse(JSON.stringify(app.get(OpenApiDocument).document)) as Json,
      base: publicUrl(environment),
      version: API_VERSION,
    }),
    hosts: [new URL(publicUrl(environment)).hostname, ...localhostAllowedHostnames()],
    count: async (request, reply) => {
      const { refusal } = await gate.admit(request.raw, 'pages');
      if (refusal !== null) filter.answer(refusal, request, reply);
      return refusal === null;
    },
    fail: (error, request, reply) => gate.fail(error, request, reply),
  });
  app.useGlobalFilters(filter);
  app.useGlobalGuards(new UnknownParameterGuard());
  app.useGlobalPipes(new ParameterPipe());
  app.useGlobalInterceptors(new LinkHeaderInterceptor(environment));
  await serveOpenApi(app, environment);
};
