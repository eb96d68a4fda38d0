import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerCache } from '../common/answer-cache.service';
import { cacheControl, type HoldingConfig } from '../common/caching.decorator';
import { KeptAnswer } from '../common/kept-answer';
import type { Metrics } from '../common/metrics.service';
import type { SharedRead } from '../common/shared-read';
import { entityTag, isKnownTag, weakened } from './entity-tag';
import { Flight, Flights } from './flights';
import { give } from './kept-answers';
import { contentPolicy } from './response-headers';

/** Headers of an answer that are kept with its bytes. */
const KEPT_HEADERS = [
  'content-type',
  'cache-control',
  'link',
  'content-disposition',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
];

/** Where the answer can be given to others: what they share. */
const SHARED = Symbol('what this request shares with others');

interface Shared {
  readonly flight: Flight;
  /** Of the cache, when the answer was begun. */
  readonly version: number;
  /** Of the graph, where the answer holds until a write. */
  readonly state: string | null;
}

type Marked = FastifyRequest & { [SHARED]?: Shared };

/**
 * What happens to every answer on its way out: an entity tag, 304 for a client that has it already, how
 * long it holds, and what is kept of it until the next tick.
 */
export class AnswerHooks {
  private readonly flights = new Flights();

  constructor(
    private readonly cache: AnswerCache,
    private readonly metrics: Metrics,
    /** A word for the state of the graph. */
    private readonly state: SharedRead<string>,
  ) {}

  /** To be attached after the door: an answer that is shared costs a request like any other. */
  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const arrival = this.board(request);
      if (arrival === null) done();
      else
        void arrival.then((answer) => {
          // Whoever has waited too long has been told so.
          if (reply.sent) return;
          if (answer === null) done();
          else give(answer, ownHeaders(reply), request.raw, reply.hijack().raw);
        });
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      done(null, this.finish(request, reply, payload));
    });
    fastify.addHook('onResponse', (request, _reply, done) => {
      (request as Marked)[SHARED]?.flight.land(null);
      done();
    });
  }

  /** The answer that this request can wait for, or null when it has to be made. */
  private board(request: Marked): Promise<KeptAnswer | null> | null {
    const holding = holdingOf(request);
    if (!this.cache.enabled || (holding !== 'until-tick' && holding !== 'until-write')) return null;
    this.metrics.cachedAnswers.inc({ result: 'miss' });
    // To HEAD the framework gives no body that could be kept.
    if (request.method !== 'GET') return null;
    if (holding === 'until-tick') return this.join(request, null);
    return this.state.ask().then(
      (state) => this.join(request, state),
      // Where the graph is away, making the answer says so.
      () => null,
    );
  }

  private join(request: Marked, state: string | null): Promise<KeptAnswer | null> | null {
    const { version } = this.cache;
    const joined = this.flights.join(request.raw.url ?? '/', state ?? String(version));
    if (!(joined instanceof Flight)) return joined;
    request[SHARED] = { flight: joined, version, state };
    return null;
  }

  private finish(request: Marked, reply: FastifyReply, payload: unknown): unknown {
    sayPolicy(reply);
    const good = reply.statusCode === 200;
    if (good && !reply.hasHeader('cache-control'))
      reply.header('cache-control', cacheControl(holdingOf(request)));
    if (good && (typeof payload === 'string' || Buffer.isBuffer(payload)))
      return this.tag(request, reply, payload);
    request[SHARED]?.flight.land(null);
    return payload;
  }

  /** The body, or nothing where the client has it. */
  private tag(request: Marked, reply: FastifyReply, payload: Buffer | string): Buffer | string {
    const given = reply.getHeader('etag');
    const etag = typeof given === 'string' ? tagOnTheWay(given, request) : entityTag(payload);
    reply.header('etag', etag);
    const shared = request[SHARED];
    if (shared !== undefined) {
      const answer = answerOf(request, reply, etag, payload, shared.state);
      this.cache.put(request.raw.url ?? '/', shared.version, answer);
      shared.flight.land(answer);
    }
    if (!isKnownTag(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  }
}

/** A tag of the handler's own, strong where the bytes arrive as they are and weak where they may be compressed. */
const tagOnTheWay = (tag: string, request: FastifyRequest): string =>
  request.headers['accept-encoding'] === undefined ? tag : weakened(tag);

const answerOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  payload: Buffer | string,
  state: string | null,
): KeptAnswer => {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (typeof value === 'string') headers[name] = value;
  }
  const route = request.routeOptions.url ?? 'unknown';
  return new KeptAnswer({ route, state, body: Buffer.from(payload), etag, headers });
};

const holdingOf = (request: FastifyRequest): HoldingConfig['holding'] =>
  (request.routeOptions.config as HoldingConfig | undefined)?.holding;

const sayPolicy = (reply: FastifyReply): void => {
  const type = String(reply.getHeader('content-type') ?? '');
  const policy = contentPolicy(type);
  if (policy !== null && !reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', policy).header('referrer-policy', 'no-referrer');
};

/** What the door has said of this request. */
const ownHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
