import type { FastifyInstance, FastifyRequest } from 'fastify';
import { availableParallelism } from 'node:os';
import { ProblemException } from '../platform/http/problem';
import type { ProblemFilter } from '../platform/http/problem.filter';
import { areaOf } from './area';
import { Turns } from './turns';

/** The database works beside this process: more at once makes each slower and none sooner. */
const AT_ONCE = Math.max(4, 2 * availableParallelism());
const TURN_WITHIN_MS = 5_000;
/** The longest that what is made for a caller who has gone may take the database. */
const ABANDONED_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

interface AnswerTurnsOptions {
  readonly atOnce?: number;
  readonly withinMs?: number;
}

/**
 * Only so many answers are made at once; the others wait for their turn, by kind, and are asked to come
 * again where it does not come. Attach after what gives answers that are ready or being made: they cost
 * nothing. A turn ends when the answer is there to be sent, also where its caller has gone meanwhile: who
 * asks and goes at once gains nothing, and who reads slowly holds nobody up.
 */
export const attachTurns = (
  fastify: FastifyInstance,
  filter: Pick<ProblemFilter, 'answer'>,
  { atOnce = AT_ONCE, withinMs = TURN_WITHIN_MS }: AnswerTurnsOptions = {},
): void => {
  const turns = new Turns({ atOnce, now: () => performance.now(), soon: setImmediate });
  const ends = new WeakMap<FastifyRequest, () => void>();
  fastify.addHook('onRequest', (request, reply, next) => {
    const route = request.routeOptions.url;
    // Probes never wait, and what a message of `/mcp` asks for takes a turn of its own.
    if (areaOf(route, request.url) === 'open') {
      next();
      return;
    }
    const late = setTimeout(() => {
      giveUp();
      if (reply.sent) return;
      const problem = new ProblemException('unavailable', {
        detail: 'More is asked than can be answered: the turn of this request did not come in time.',
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

/** By route, and by how long the address is to a power of two: long ones ask for more. */
const kindOf = ({ routeOptions, url }: FastifyRequest): string =>
  `${routeOptions.url ?? 'unknown'} ${Math.ceil(Math.log2(url.length))}`;
