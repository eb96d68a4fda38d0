import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasOtherForms } from '../platform/formats/media-types';
import type { AnswerCache } from '../platform/http/answer-cache.service';
import { cacheControl, type HoldingConfig } from '../platform/http/caching.decorator';
import { KeptAnswer } from '../platform/http/kept-answer';
import type { Metrics } from '../platform/common/metrics.service';
import type { SharedRead } from '../platform/http/shared-read';
import { entityTag, isKnownTag, weakened } from './entity-tag';
import { RequestInFlight, RequestsInFlight } from './requests-in-flight';
import { give } from './kept-answers';
import { contentPolicy } from './response-headers';

const KEPT_HEADERS = (
  'content-type cache-control vary link content-disposition content-security-policy cross-origin-resource-policy ' +
  'referrer-policy'
).split(' ');

const SHARED = Symbol('a computation that this request shares with others');

interface Shared {
  readonly request: RequestInFlight;
  readonly version: number;
  readonly state: string | null;
}

type Marked = FastifyRequest & { [SHARED]?: Shared };

export class AnswerHooks {
  private readonly inFlight = new RequestsInFlight();

  constructor(
    private readonly cache: AnswerCache,
    private readonly metrics: Metrics,
    /** Opaque version of the graph's state. */
    private readonly state: SharedRead<string>,
  ) {}

  /** Attach after the request gate: cached responses count against rate limits too. */
  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const shared = this.sharedAnswer(request);
      if (shared === null) done();
      else
        void shared.then((answer) => {
          // A request that exceeded its deadline has its response already.
          if (reply.sent) return;
          if (answer === null) done();
          else give(answer, ownHeaders(reply), request.raw, reply.hijack().raw);
        });
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      done(null, this.finish(request, reply, payload));
    });
    fastify.addHook('onResponse', (request, _reply, done) => {
      (request as Marked)[SHARED]?.request.settle(null);
      done();
    });
  }

  private sharedAnswer(request: Marked): Promise<KeptAnswer | null> | null {
    const holding = holdingOf(request);
    if (!this.cache.enabled || (holding !== 'until-tick' && holding !== 'until-write')) return null;
    this.metrics.cachedAnswers.inc({ result: 'miss' });
    // The framework has no body for HEAD that could be cached.
    if (request.method !== 'GET') return null;
    if (holding === 'until-tick') return this.join(request, null);
    return this.state.ask().then(
      (state) => this.join(request, state),
      // If the graph is down, computing the response reports it.
      () => null,
    );
  }

  private join(request: Marked, state: string | null): Promise<KeptAnswer | null> | null {
    const { version } = this.cache;
    const joined = this.inFlight.join(request.raw.url ?? '/', state ?? String(version));
    if (!(joined instanceof RequestInFlight)) return joined;
    request[SHARED] = { request: joined, version, state };
    return null;
  }

  private finish(request: Marked, reply: FastifyReply, payload: unknown): unknown {
    sayPolicy(reply);
    if (hasOtherForms(request.url.split('?', 1)[0] ?? '')) reply.header('vary', 'accept');
    // A response to POST has no state of its address.
    const good = reply.statusCode === 200 && request.method !== 'POST';
    if (good && !reply.hasHeader('cache-control')) reply.header('cache-control', cacheControl(holdingOf(request)));
    if (good && (typeof payload === 'string' || Buffer.isBuffer(payload))) return this.tag(request, reply, payload);
    request[SHARED]?.request.settle(null);
    return payload;
  }

  private tag(request: Marked, reply: FastifyReply, payload: Buffer | string): Buffer | string {
    const given = reply.getHeader('etag');
    const etag = typeof given === 'string' ? tagOnTheWay(given, request) : entityTag(payload);
    reply.header('etag', etag);
    const shared = request[SHARED];
    if (shared !== undefined) {
      const answer = answerOf(request, reply, etag, payload, shared.state);
      this.cache.put(request.raw.url ?? '/', shared.version, answer);
      shared.request.settle(answer);
    }
    if (!isKnownTag(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  }
}

/** A handler's own tag: strong without compression, else weak. */
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
  if (policy === null) return;
  const said = { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' };
  for (const [name, value] of Object.entries(said)) if (!reply.hasHeader(name)) reply.header(name, value);
};

const ownHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
