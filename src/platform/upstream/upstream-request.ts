/** Types and one error class, so that adapters can be written and tested without the client. */

/** Conditional headers from an earlier response (RFC 9110, 13.1). */
interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * Default maximum bytes of a decompressed body. Reading that much must not hold the main thread for over 200 ms
 * (`npm run bench abuse texts`): slower parsers have a lower limit, feeds a separate thread.
 */
export const BODY_BYTES_MAX = 4 * 1024 * 1024;

export interface UpstreamRequest {
  /** Absolute http(s) URL. */
  readonly url: string;
  /** Extra headers that are not secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers with a key. Such a request is never redirected. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  /** Validators of our copy: the response may be `notModified`. */
  readonly conditional?: Validators;
  /** Maximum bytes of the decompressed body. Default {@link BODY_BYTES_MAX}. */
  readonly maxBytes?: number;
  /** Timeout in milliseconds, including redirects, retries and pauses. Default 20,000. */
  readonly totalTimeoutMs?: number;
  /** Retries after the first attempt on a network failure, 429 or 5xx. Default 2. */
  readonly retries?: number;
  /** Only for a URL of the configuration, which may be private; never for an address from data. */
  readonly allowPrivate?: boolean;
  /** Minimum milliseconds between two requests to a host. Default 100. */
  readonly hostIntervalMs?: number;
  /** Name of a circuit breaker shared by requests (`polymarket`); none by default. */
  readonly breaker?: string;
  /** A 429 without a time: `later` opens this breaker until the next tick, `again` (the default) retries like a 5xx. */
  readonly onRefusal?: 'later' | 'again';
  readonly signal?: AbortSignal;
}

/** A POST of a form, JSON or raw bytes; never retried. */
export interface UpstreamPost extends UpstreamRequest {
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Sent unchanged, because a signature covers these bytes. */
  readonly bytes?: Buffer;
  /** Statuses besides 2xx and 304 that are valid responses, not an {@link UpstreamError}. */
  readonly answers?: readonly number[];
}

export interface UpstreamResponse {
  /** 2xx, 304, or one in `answers`; every other status is an {@link UpstreamError}. */
  readonly status: number;
  /** Lower-case names; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed; empty if `notModified`. */
  readonly body: Buffer;
  readonly notModified: boolean;
  /** After redirects; base of relative links. */
  readonly finalUrl: string;
  readonly validators: Validators;
}

export interface UpstreamReader {
  /** @throws UpstreamError without a complete, acceptable response */
  get(request: UpstreamRequest): Promise<UpstreamResponse>;
}

type UpstreamErrorCode =
  /** The URL, a redirect or a resolved address is not allowed. */
  | 'refused'
  /** No connection, or it broke, or the body was truncated. */
  | 'network'
  | 'timeout'
  /** An unsuccessful status; see `status`. */
  | 'status'
  | 'too-large'
  /** Content-Encoding unknown, nested or invalid. */
  | 'encoding'
  | 'too-many-redirects'
  /** Not sent: the breaker is open after repeated failures. */
  | 'breaker-open'
  | 'aborted';

/**
 * Its message is safe for operators and `/v1/sources`: of a request and its response it contains only the upstream's own
 * message, cleaned and without keys.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';

  constructor(
    readonly code: UpstreamErrorCode,
    message: string,
    readonly details: {
      readonly status?: number;
      /** Delay requested by the upstream (Retry-After), milliseconds. */
      readonly retryAfterMs?: number;
    } = {},
  ) {
    super(message);
  }
}
