import { fieldsOf, textOf } from '../common/foreign-json';
import { DAY_MS } from '../common/durations';
import { cleaned } from '../common/foreign-words';
import { retryAfterMs } from '../upstream/backoff';

interface ModelFailure {
  readonly reason: string;
  /** The request itself is invalid: it is not retried unchanged, and does not count against the provider. */
  readonly isRequests: boolean;
  /** Whether it may still be billed: it was sent, and its result is unknown. */
  readonly mayCost: boolean;
  /** Delay requested by the provider, milliseconds, or null. */
  readonly askedMs: number | null;
}

const OF_THE_REQUEST = new Set([400, 404, 413, 422]);
const TIMED_OUT = new Set(['TimeoutError', 'AbortError', 'APIUserAbortError', 'APIConnectionTimeoutError']);
/** Errors before a connection was made. */
const NEVER_SENT = /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|UNABLE_TO_)/;

/** @param setting selects the model, for the message @param now UTC ms, for a delay with a date */
export const modelFailure = (error: unknown, setting: string, now: number): ModelFailure => {
  const { name, status } = error as { name?: string; status?: number };
  if (TIMED_OUT.has(name ?? ''))
    return { reason: 'the model did not answer in time', isRequests: false, mayCost: true, askedMs: null };
  if (status === undefined) {
    const words = chainOf(error);
    const reason = `the call to the model failed (${cleaned(words)})`;
    return { reason, isRequests: false, mayCost: !NEVER_SENT.test(words), askedMs: null };
  }
  const said = providerWords(error);
  const reason = `${kindOf(status)} (status ${status}${said === '' ? '' : `, ${said}`})${adviceFor(status, setting)}`;
  return { reason, isRequests: OF_THE_REQUEST.has(status), mayCost: false, askedMs: askedMsOf(error, now) };
};

/** The delay in `Retry-After`, or in Google's `RetryInfo`, whose SDK has no headers. */
const askedMsOf = (error: unknown, now: number): number | null => {
  const { headers, message } = error as { headers?: unknown; message?: string };
  const named = headers instanceof Headers ? retryAfterMs(headers.get('retry-after') ?? undefined, now) : null;
  const seconds = named === null ? /"retryDelay":\s*"(\d{1,6}(?:\.\d{1,9})?)s"/.exec(message ?? '')?.[1] : undefined;
  return seconds === undefined ? named : Math.min(Math.ceil(Number(seconds) * 1000), DAY_MS);
};

const kindOf = (status: number): string =>
  status === 401 || status === 403
    ? 'the provider refused the key'
    : OF_THE_REQUEST.has(status)
      ? 'the provider refused the request'
      : 'the call to the model failed';

const adviceFor = (status: number, setting: string): string => {
  if (status === 404) return `: ${setting} names a model that it does not know or does not open to this key`;
  if (status === 413) return ': the input is too long; lower MODEL_MARKETS_PER_CALL';
  if (status === 400 || status === 422) return `: see whether ${setting} takes structured output, or name another`;
  return '';
};

const providerWords = (error: unknown): string => {
  const { error: body, message } = error as { error?: unknown; message?: string };
  const whole = fieldsOf(body ?? jsonOf(message ?? ''));
  const inner = fieldsOf(whole['error'] ?? whole);
  if (inner['message'] === undefined) return cleaned(message ?? '');
  const kind = textOf(inner['type']) ?? textOf(inner['status']) ?? textOf(inner['code']);
  return cleaned([kind, textOf(inner['message'])].filter((part) => part !== null).join(': '));
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Text, not JSON.
  }
};

const chainOf = (error: unknown): string => {
  const parts: string[] = [];
  for (let one: unknown = error; one instanceof Error && parts.length < 4; one = one.cause) {
    const { code } = one as { code?: string };
    parts.push(code === undefined ? one.message : `${code}: ${one.message}`);
  }
  return parts.length === 0 ? 'unknown' : parts.join('; ');
};
