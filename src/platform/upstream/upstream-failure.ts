/** Errors of the HTTP client contain headers and keys, so they never leave this folder. */
import { isAxiosError, type AxiosError } from 'axios';
import { askedMs } from './backoff';
import { UpstreamError } from './upstream-request';

const RETRYABLE_STATUS = new Set([429, 500, 502, 503, 504]);

/** Failures that a retry cannot fix. */
const FINAL_CODES = new Set(
  (
    'ERR_CANCELED ERR_INVALID_URL ENOTFOUND CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT ERR_TLS_CERT_ALTNAME_INVALID ' +
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
  ).split(' '),
);

export const isRetryable = (error: unknown): boolean => {
  if (!isAxiosError(error)) return false;
  if (isTooLarge(error) || refusal(error) !== null) return false;
  const status = badStatus(error);
  if (status !== null) return RETRYABLE_STATUS.has(status);
  return error.code !== undefined && !FINAL_CODES.has(error.code);
};

/** @param total its timeout, or the caller's signal @param now UTC ms @param words the upstream's, cleaned, or null */
export const toUpstreamError = (
  error: unknown,
  total: AbortSignal,
  caller: AbortSignal | undefined,
  host: string,
  now: number,
  words: string | null,
): UpstreamError => {
  if (error instanceof UpstreamError) return error;
  if (caller?.aborted === true) return new UpstreamError('aborted', 'The request was given up');
  if (total.aborted) return new UpstreamError('timeout', `No complete answer in time from ${host}`);
  if (!isAxiosError(error)) return new UpstreamError('network', `The request failed (${codeOf(error)})`);
  const refused = refusal(error);
  if (refused !== null) return new UpstreamError('refused', refused);
  if (isTooLarge(error)) return new UpstreamError('too-large', 'The body is larger than allowed');
  const status = badStatus(error);
  if (status !== null) {
    const asked = askedMs(status, (name) => error.response?.headers[name], now);
    return new UpstreamError('status', `HTTP ${status} from ${host}${words === null ? '' : `: ${words}`}`, {
      status,
      ...(asked === null ? {} : { retryAfterMs: asked }),
    });
  }
  if (error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT')
    return new UpstreamError('timeout', `Silence from ${host}`);
  return new UpstreamError('network', `Connection to ${host} failed (${codeOf(error)})`);
};

/** The rejected status, or null: a truncated body has a good status. */
const badStatus = ({ response }: AxiosError): number | null =>
  response !== undefined && response.status >= 400 ? response.status : null;

const isTooLarge = (error: Error): boolean => error.message.startsWith('maxContentLength');

const refusal = (error: Error): string | null => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UpstreamError) return cause.message;
    if (cause.message.startsWith('DNS lookup')) return 'The address is not public';
  }
  return null;
};

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code) ? code : 'unknown';
};
