import { Logger } from '@nestjs/common';
import { fastify, type FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemFilter } from '../platform/http/problem.filter';
import { attachDeadline } from './answer-deadline';

describe('attachDeadline', () => {
  let server: FastifyInstance;
  let late: (() => void) | null;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  afterAll(() => {
    Logger.overrideLogger(['log', 'warn', 'error']);
  });

  beforeEach(() => {
    late = null;
    server = fastify();
    attachDeadline(server, new ProblemFilter('http://deadline.test'), 100);
    server.get(
      '/never',
      () =>
        new Promise((resolve) => {
          late = () => {
            resolve('after all');
          };
        }),
    );
    server.get('/soon', () => Promise.resolve('here'));
    server.get('/slowly', (_request, reply) => {
      reply.raw.writeHead(200).write('begun');
      void sleep(300).then(() => reply.raw.end(', done'));
    });
  });

  afterEach(() => server.close());

  it('asks a caller to come again whose answer is not ready', async () => {
    const answer = await server.inject('/never');

    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({ detail: 'The answer was not ready in time.' });
  });

  it('takes no harm from an answer that comes after all', async () => {
    await server.inject('/never');

    late?.();

    expect((await server.inject('/soon')).body).toBe('here');
  });

  it('leaves an answer alone that has begun', async () => {
    expect((await server.inject('/slowly')).body).toBe('begun, done');
  });
});
