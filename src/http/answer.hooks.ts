import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AnswerCache, CachedAnswer } from '../common/answer-cache.service';
import { cacheControl, type HoldingConfig } from '../common/caching.decorator';
import type { Metrics } from '../common/metrics.service';
import { entityTag, isKnownTag, weakened } from './entity-tag';
import { contentPolicy } from './response-headers';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Smaller bodies are sent as they are: compressing them saves nothing. */
export const COMPRESS_FROM_BYTES = 1_024;

/** Headers of an answer that are kept with its bytes. */
const KEPT_HEADERS = [
  'content-type',
  'link',
  'content-disposition',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
];

/** The state that a request began with, where its answer may be kept. */
const BEGUN = Symbol('version of the state that this answer is made from');

type Marked = FastifyRequest & { [BEGUN]?: number };

/**
 * What happens to every answer on its way out: an entity tag, 304 for a client that has it already, how
 * long it holds, and the cache of answers that only change with a tick.
 */
export class AnswerHooks {
  constructor(
    private readonly cache: AnswerCache,
    private readonly metrics: Metrics,
  ) {}

  /** To be attached after the door: a kept answer costs a request like any other. */
  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (holdingOf(request) !== 'until-tick') {
        done();
        return;
      }
      const kept = this.cache.get(request.raw.url ?? '/');
      this.metrics.cachedAnswers.inc({ result: kept === null ? 'miss' : 'hit' });
      if (kept !== null) {
        void this.give(kept, request, reply);
        return;
      }
      (request as Marked)[BEGUN] = this.cache.version;
      done();
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      done(null, this.finish(request, reply, payload));
    });
  }

  private async give(
    kept: CachedAnswer,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    reply.headers(kept.headers).header('etag', kept.etag).header('vary', 'accept-encoding');
    if (isKnownTag(request.headers['if-none-match'], kept.etag)) {
      void reply.code(304).send();
      return;
    }
    const encoding = preferredEncoding(request.headers['accept-encoding'], kept.body.length);
    if (encoding === null) {
      void reply.send(kept.body);
      return;
    }
    const body = kept.encoded.get(encoding) ?? (await encode(encoding, kept.body));
    kept.encoded.set(encoding, body);
    void reply.header('content-encoding', encoding).send(body);
  }

  private finish(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const type = String(reply.getHeader('content-type') ?? '');
    const policy = contentPolicy(type, request.raw.url ?? '/');
    if (policy !== null && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', policy).header('referrer-policy', 'no-referrer');
    if (reply.statusCode !== 200) return payload;
    if (!reply.hasHeader('cache-control'))
      reply.header('cache-control', cacheControl(holdingOf(request)));
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    return this.tag(request, reply, payload);
  }

  /** The body, or nothing where the client has it. */
  private tag(request: Marked, reply: FastifyReply, payload: Buffer | string): unknown {
    // A kept answer arrives here with its tag, plain or compressed.
    const given = reply.getHeader('etag');
    const tag = typeof given === 'string' ? given : entityTag(payload);
    reply.header('etag', request.headers['accept-encoding'] === undefined ? tag : weakened(tag));
    const begun = request[BEGUN];
    if (begun !== undefined) this.keep(request, reply, begun, tag, payload);
    if (!isKnownTag(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  }

  private keep(
    request: FastifyRequest,
    reply: FastifyReply,
    version: number,
    etag: string,
    payload: Buffer | string,
  ): void {
    const headers: Record<string, string> = {
      'cache-control': String(reply.getHeader('cache-control')),
    };
    for (const name of KEPT_HEADERS) {
      const value = reply.getHeader(name);
      if (typeof value === 'string') headers[name] = value;
    }
    const body = Buffer.from(payload);
    this.cache.put(request.raw.url ?? '/', version, { body, etag, headers, encoded: new Map() });
  }
}

const holdingOf = (request: FastifyRequest): HoldingConfig['holding'] =>
  (request.routeOptions.config as HoldingConfig | undefined)?.holding;

/** `br` or `gzip` when the client takes it, the body is worth it and it is not refused with `q=0`. */
export const preferredEncoding = (
  acceptEncoding: string | undefined,
  bytes: number,
): 'br' | 'gzip' | null => {
  if (acceptEncoding === undefined || bytes < COMPRESS_FROM_BYTES) return null;
  const accepted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .filter((word) => !/;\s*q=0(\.0*)?\s*$/.test(word))
      .map((word) => word.split(';', 1)[0]?.trim()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : null;
};

const encode = (encoding: 'br' | 'gzip', body: Buffer): Promise<Buffer> =>
  encoding === 'gzip'
    ? gzipAsync(body)
    : brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
