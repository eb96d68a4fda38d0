import { HttpException, Logger } from '@nestjs/common';
import { fastify, type LightMyRequestResponse } from 'fastify';
import { badParameter, ProblemException } from './problem';
import { ProblemFilter, toProblem } from './problem.filter';

/** The answer of a real server whose only handler fails with `error`. */
const answerTo = async (error: unknown): Promise<LightMyRequestResponse> => {
  const filter = new ProblemFilter('https://v.example');
  const server = fastify();
  server.get('/x', (request, reply) => {
    filter.answer(error, request, reply);
  });
  const answer = await server.inject('/x?token=seeded-secret-8341');
  await server.close();
  return answer;
};

describe('ProblemFilter', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  afterAll(() => {
    Logger.overrideLogger(['log', 'warn', 'error']);
  });

  it('shows what a problem says, with its headers', async () => {
    const answer = await answerTo(
      new ProblemException('rate-limited', {
        detail: 'Used up.',
        retryAfterSeconds: 12,
        headers: { 'x-more': 'yes' },
      }),
    );

    expect(answer.statusCode).toBe(429);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '12',
      'x-more': 'yes',
    });
    expect(answer.json()).toEqual({
      type: 'https://v.example/problems/rate-limited',
      title: 'Too many requests in this window',
      status: 429,
      detail: 'Used up.',
      instance: '/x',
    });
  });

  it('names the fields that are wrong', async () => {
    const answer = await answerTo(badParameter('limit', 'must be a whole number'));

    expect(answer.json()).toMatchObject({
      detail: 'limit: must be a whole number',
      errors: [{ field: 'limit', message: 'must be a whole number' }],
    });
  });

  it.each([
    ['an error', new Error('seeded-secret-8341 at /srv/vedette/x.js')],
    ['an error with a cause', new Error('x', { cause: new Error('seeded-secret-8341') })],
    ['a text', 'seeded-secret-8341'],
    ['nothing', undefined],
    ['an exception of the framework', new HttpException({ inner: 'seeded-secret-8341' }, 500)],
  ])('tells nothing about %s that it does not know', async (_name, error) => {
    const answer = await answerTo(error);

    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/seeded|srv/);
  });
});

describe('toProblem', () => {
  it('asks a caller to come again while the disk takes nothing', () => {
    const failure = (code: string): Error => Object.assign(new Error('write'), { code });

    expect(toProblem(failure('ENOSPC'))).toMatchObject({
      type: 'unavailable',
      options: { retryAfterSeconds: expect.any(Number) as number },
    });
    expect(toProblem(failure('ENOENT')).type).toBe('internal-error');
  });

  it.each([
    [400, 'bad-request'],
    [404, 'no-such-path'],
    [405, 'method-not-allowed'],
    [414, 'uri-too-long'],
    [418, 'bad-request'],
    [500, 'internal-error'],
    [502, 'internal-error'],
    [503, 'unavailable'],
  ])('takes status %i of the framework as %s', (status, type) => {
    expect(toProblem(new HttpException('x', status)).type).toBe(type);
  });

  it('does not believe a status that a stranger put on an error', () => {
    expect(toProblem(Object.assign(new Error('x'), { statusCode: 404 })).type).toBe(
      'internal-error',
    );
  });

  it('keeps the cause for the log', () => {
    const cause = new Error('x');

    expect(toProblem(cause).options.cause).toBe(cause);
  });
});
