/**
 * What can be asked of the outside world, what comes back, and how it fails. Pure types and one
 * error class, so that an adapter can be written and tested without the client.
 */

/** Conditional headers of an earlier answer (RFC 9110, 13.1). */
interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface UpstreamRequest {
  /** Absolute http(s) URL. */
  readonly url: string;
  /** Extra headers that may be seen by anyone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that carry a key. A request with any is never redirected. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  /** Validators of the copy that we have: the answer may be `notModified`. */
  readonly conditional?: Validators;
  /** Most bytes of the body after decompression. Default 8 MB. */
  readonly maxBytes?: number;
  /** Most milliseconds for everything: redirects, retries and pauses included. Default 20,000. */
  readonly totalTimeoutMs?: number;
  /** Retries after the first attempt on a network failure, 429 or 5xx. Default 2. */
  readonly retries?: number;
  /**
   * True when the URL comes from the configuration (a base URL set by the operator) and may
   * therefore name a private address. Never set it for an address found in data.
   */
  readonly allowPrivate?: boolean;
  /** Least milliseconds between two requests to one host. Default 100. */
  readonly hostIntervalMs?: number;
  /** Name of a circuit breaker shared by the requests that give it (`polymarket`); none by default. */
  readonly breaker?: string;
  /**
   * What a 429 that names no time means: `later` ends the asking of this breaker until the next tick, `again` (the
   * default) is retried like a 5xx.
   */
  readonly onRefusal?: 'later' | 'again';
  readonly signal?: AbortSignal;
}

/** A POST of form fields, of JSON, or of bytes as they are; never retried. */
export interface UpstreamPost extends UpstreamRequest {
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Sent as they are, where a signature holds for these very bytes. */
  readonly bytes?: Buffer;
  /** Statuses besides 2xx and 304 that are an answer of this protocol, and no {@link UpstreamError}. */
  readonly answers?: readonly number[];
}

export interface UpstreamResponse {
  /** 2xx, 304, or one that the request named as an answer; every other status is an {@link UpstreamError}. */
  readonly status: number;
  /** Lower-case names; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed; empty when `notModified`. */
  readonly body: Buffer;
  readonly notModified: boolean;
  /** After redirects; what relative links resolve against. */
  readonly finalUrl: string;
  /** The `Date` header as UTC milliseconds, or null. */
  readonly serverDate: number | null;
  /** To be kept for the next conditional request. */
  readonly validators: Validators;
}

/** The part of the client that an adapter sees. */
export interface UpstreamReader {
  /** @throws UpstreamError whenever no complete, acceptable answer came. */
  get(request: UpstreamRequest): Promise<UpstreamResponse>;
}

type UpstreamErrorCode =
  /** The URL, a redirect or a resolved address is not allowed. */
  | 'refused'
  /** No connection, or it broke, or the body was cut. */
  | 'network'
  | 'timeout'
  /** An answer with a status that is no success; see `status`. */
  | 'status'
  | 'too-large'
  /** Content-Encoding unknown, nested or broken. */
  | 'encoding'
  | 'too-many-redirects'
  /** Not asked: the breaker is open after repeated failures. */
  | 'breaker-open'
  | 'aborted';

/**
 * The one error of the upstream client. Its message is fit for an operator and for `/v1/sources`: it never
 * holds headers, bodies, query strings or keys.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';

  constructor(
    readonly code: UpstreamErrorCode,
    message: string,
    readonly details: {
      readonly status?: number;
      /** How long the upstream asked us to stay away (Retry-After), milliseconds. */
      readonly retryAfterMs?: number;
    } = {},
  ) {
    super(message);
  }
}
