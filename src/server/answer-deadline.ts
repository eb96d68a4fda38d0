import type { FastifyInstance } from 'fastify';
import { ProblemException } from '../platform/http/problem';
import type { ProblemFilter } from '../platform/http/problem.filter';

/** A question may take the database fifteen seconds; a page asks several, one after the other. */
const ANSWER_WITHIN_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Nobody waits longer than this for an answer to begin, whatever it waits for: a database that has just
 * started and is slow to its first questions, or one that only seems to be there. What is made
 * meanwhile is finished and dropped.
 */
export const attachDeadline = (
  fastify: FastifyInstance,
  filter: Pick<ProblemFilter, 'answer'>,
  withinMs = ANSWER_WITHIN_MS,
): void => {
  fastify.addHook('onRequest', (request, reply, done) => {
    const timer = setTimeout(() => {
      // An answer that has begun may take as long as its reader does.
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
