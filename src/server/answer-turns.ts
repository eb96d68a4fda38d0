import type { FastifyInstance, FastifyRequest } from 'fastify';
import { availableParallelism } from 'node:os';
import { ProblemException } from '../platform/http/problem';
import type { ProblemFilter } from '../platform/http/problem.filter';
import { areaOf } from './area';
import { Turns } from './turns';

/** The database shares the machine: more concurrency makes each request slower and none faster. */
const AT_ONCE = Math.max(4, 2 * availableParallelism());
const TURN_WITHIN_MS = 5_000;
/** Maximum time that an abandoned request may occupy the database. */
const ABANDONED_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

interface AnswerTurnsOptions {
  readonly atOnce?: number;
  readonly withinMs?: number;
}

/** Attach after the cache. A turn ends when the response is ready: slow or reconnecting clients affect no others. */
export const attachTurns = (
  fastify: FastifyInstance,
  filter: Pick<ProblemFilter, 'answer'>,
  { atOnce = AT_ONCE, withinMs = TURN_WITHIN_MS }: AnswerTurnsOptions = {},
): void => {
  const turns = new Turns({ atOnce, now: () => performance.now(), soon: setImmediate });
  const ends = new WeakMap<FastifyRequest, () => void>();
  fastify.addHook('onRequest', (request, reply, next) => {
    const route = request.routeOptions.url;
    // Probes never wait, and calls inside `/mcp` messages take their own turns.
    if (areaOf(route, request.url) === 'open') {
      next();
      return;
    }
    const late = setTimeout(() => {
      giveUp();
      if (reply.sent) return;
      const problem = new ProblemException('unavailable', {
        detail: 'The server is overloaded; retry in a few seconds.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
      filter.answer(problem, request, reply);
    }, withinMs).unref();
    const giveUp = turns.take(kindOf(request), (done) => {
      clearTimeout(late);
      if (reply.sent || reply.raw.destroyed) {
        done();
        return;
      }
      ends.set(request, done);
      reply.raw.once('close', () => {
        if (reply.raw.writableFinished) done();
        else setTimeout(done, ABANDONED_MS).unref();
      });
      next();
    });
    reply.raw.once('close', () => {
      clearTimeout(late);
      giveUp();
    });
  });
  fastify.addHook('onSend', (request, _reply, payload, next) => {
    ends.get(request)?.();
    next(null, payload);
  });
};

/** By route and URL length to a power of two: longer URLs ask for more. */
const kindOf = ({ routeOptions, url }: FastifyRequest): string =>
  `${routeOptions.url ?? 'unknown'} ${Math.ceil(Math.log2(url.length))}`;
