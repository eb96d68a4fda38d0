import { HttpException, Logger } from '@nestjs/common';
import { fastify, type LightMyRequestResponse } from 'fastify';
import { badParameter, ProblemException } from './problem';
import { ProblemFilter, toProblem } from './problem.filter';

/** The response of a real server whose only handler throws `error`. */
const answerTo = async (error: unknown, accept = '*/*'): Promise<LightMyRequestResponse> => {
  const filter = new ProblemFilter('https://v.example', ({ type }, { path }) => ({
    body: `<p>${type} at ${path}</p>`,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  }));
  const server = fastify();
  server.get('/x', (request, reply) => {
    filter.answer(error, request, reply);
  });
  const answer = await server.inject({
    url: '/x?token=seeded-secret-8341',
    headers: { accept },
  });
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

  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['TEXT/HTML', 'text/html; charset=utf-8'],
    ['*/*', 'application/problem+json; charset=utf-8'],
    ['application/json', 'application/problem+json; charset=utf-8'],
    ['application/text/html', 'application/problem+json; charset=utf-8'],
  ])('answers %s with %s', async (accept, type) => {
    const answer = await answerTo(new ProblemException('no-such-path'), accept);

    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({ 'content-type': type, vary: 'accept' });
    expect(answer.body).toContain(type.startsWith('text') ? 'no-such-path at /x<' : '"instance":"/x"');
  });

  it('shows the detail of a problem, with its headers', async () => {
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

  it('writes the cause into the log, or else the detail', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    await answerTo(new ProblemException('unavailable', { detail: 'Not yet.' }));
    expect(warned).toHaveBeenLastCalledWith(expect.objectContaining({ cause: 'Not yet.' }));
    await answerTo(new ProblemException('unavailable', { detail: 'Away.', cause: new Error('refused') }));
    expect(warned).toHaveBeenLastCalledWith(expect.objectContaining({ cause: 'refused' }));
    warned.mockRestore();
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
  ])('reveals nothing about %s', async (_name, error) => {
    const answer = await answerTo(error);

    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/seeded|srv/);
  });
});

describe('toProblem', () => {
  it('asks a caller to come again while the disk takes nothing', () => {
    const failure = (code: string, path?: string, syscall = 'open'): Error =>
      Object.assign(new Error('write'), { code, path, syscall });

    for (const error of [
      failure('ENOSPC'),
      failure('EROFS'),
      failure('EACCES', '/data/x'),
      failure('EPERM', '/data/x'),
      failure('ENOENT', '/data/x', 'mkdir'),
    ])
      expect(toProblem(error)).toMatchObject({
        type: 'unavailable',
        options: { retryAfterSeconds: expect.any(Number) as number },
      });
    // A forbidden port is not a disk failure.
    for (const error of [failure('ENOENT', '/data/x'), failure('EACCES')])
      expect(toProblem(error).type).toBe('internal-error');
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
  ])('maps status %i of the framework to %s', (status, type) => {
    expect(toProblem(new HttpException('x', status)).type).toBe(type);
  });

  it('does not believe a status that a stranger put on an error', () => {
    expect(toProblem(Object.assign(new Error('x'), { statusCode: 404 })).type).toBe('internal-error');
  });

  it('keeps the cause for the log', () => {
    const cause = new Error('x');

    expect(toProblem(cause).options.cause).toBe(cause);
  });
});
