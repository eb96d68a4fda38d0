/**
 * Everything that is applied to the HTTP application and belongs to no module: the door, the manners
 * of answers, compression, checks of parameters, the error shape, OpenAPI. Called once, before the
 * application is initialised.
 */
import fastifyCompress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AccessService } from '../access/access.service';
import { AnswerCache } from '../common/answer-cache.service';
import { LinkHeaderInterceptor } from '../common/link-header.interceptor';
import { Metrics } from '../common/metrics.service';
import { ProblemFilter } from '../common/problem.filter';
import { publicUrl } from '../common/public-url';
import type { Environment } from '../config/environment';
import { AnswerHooks, COMPRESS_FROM_BYTES } from './answer.hooks';
import { Door } from './door.hooks';
import type { VedetteHttpAdapter } from './http-adapter';
import { ParameterPipe } from '../common/parameter.pipe';
import { serveOpenApi } from './serve-openapi';
import { UnknownParameterGuard } from './unknown-parameter.guard';

export const configureHttp = async (
  app: NestFastifyApplication,
  environment: Environment,
): Promise<void> => {
  const filter = new ProblemFilter(publicUrl(environment));
  const metrics = app.get(Metrics);
  const adapter = app.getHttpAdapter() as unknown as VedetteHttpAdapter;
  // Nest brings a Fastify of its own, whose types are another copy of the same.
  const fastify = adapter.getInstance<unknown>() as FastifyInstance;
  const door = new Door({
    access: app.get(AccessService),
    filter,
    metrics,
    demo: environment.demo,
  });

  door.attach(fastify);
  new AnswerHooks(app.get(AnswerCache), metrics).attach(fastify);
  adapter.early.answer = (error, request, reply) => void door.fail(error, request, reply);
  await fastify.register(fastifyCompress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip', 'deflate', 'identity'],
  });
  app.useGlobalFilters(filter);
  app.useGlobalGuards(new UnknownParameterGuard());
  app.useGlobalPipes(new ParameterPipe());
  app.useGlobalInterceptors(new LinkHeaderInterceptor(environment));
  serveOpenApi(app, environment);
};
