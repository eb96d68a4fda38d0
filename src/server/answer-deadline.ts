import type { FastifyInstance } from 'fastify';
import { ProblemException } from '../platform/http/problem';
import type { ProblemFilter } from '../platform/http/problem.filter';

/** A query may take fifteen seconds; a page makes several in sequence. */
const ANSWER_WITHIN_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;

export const attachDeadline = (
  fastify: FastifyInstance,
  filter: Pick<ProblemFilter, 'answer'>,
  withinMs = ANSWER_WITHIN_MS,
): void => {
  fastify.addHook('onRequest', (request, reply, done) => {
    const timer = setTimeout(() => {
      // A response that has started may take as long as its reader needs.
      if (reply.sent || reply.raw.headersSent) return;
      const late = new ProblemException('unavailable', {
        detail: 'The answer was not ready in time.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: new Error(`Not ready after ${withinMs} ms`),
      });
      filter.answer(late, request, reply);
    }, withinMs).unref();
    reply.raw.once('close', () => {
      clearTimeout(timer);
    });
    done();
  });
};
