/** Public addresses, few redirects, none with a key, limits on time and bytes, retries with jitter, a pace per host. */
import { uptime } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { isAxiosError, type AxiosInstance, type AxiosResponse } from 'axios';
import axiosRetry from 'axios-retry';
import { nowMillis, type Clock } from '../common/clock';
import { withinTime } from '../common/within-time';
import { checkUrl } from './address-guard';
import { openAgents, publicAgents, type Agents } from './agents.client';
import { askedMs, backoffMs } from './backoff';
import { afterFailure, atInterval, CLOSED_BREAKER, isOpen, type BreakerState } from './circuit-breaker';
import { ClockSkew } from './clock-skew';
import { decodeBody } from './decode-body';
import { HostPace, serverOf } from './host-pace';
import {
  BODY_BYTES_MAX,
  UpstreamError,
  type UpstreamReader,
  type UpstreamPost,
  type UpstreamRequest,
  type UpstreamResponse,
} from './upstream-request';
import { isRetryable, toUpstreamError } from './upstream-failure';
import { rejectionWords } from './rejection-words';

/** `https://example.org/rss?a=1` → `http://127.0.0.1:4000/https/example.org/rss?a=1` */
export const replayUrl = (url: URL, replayBase: string): string =>
  `${replayBase.replace(/(?<!\/)\/+$/, '')}/${url.protocol.slice(0, -1)}/${url.host}${url.pathname}${url.search}`;

export interface UpstreamOptions {
  readonly replayUrl: string | null;
  /** Whether that server is asked at the pace of the hosts that it replaces. */
  readonly replayPaced?: boolean;
  /** `host:port` values that may be private because they are configured. */
  readonly privateHosts: readonly string[];
  readonly userAgent: string;
  readonly intervalMs: number;
  /** Uniform in [0, 1); jitter only. */
  readonly random: () => number;
  /** Idle timeout in milliseconds of requests without their own timeout. */
  readonly silenceMs?: number;
}

const TOTAL_TIMEOUT_MS = 20_000;
const SILENCE_MS = 10_000;
const MAX_REDIRECTS = 3;
const RETRIES = 2;
const RETRY_BACKOFF = { baseMs: 500, capMs: 8_000 };
const HOST_INTERVAL_MS = 100;
const BREAKER = { tolerated: 4, baseMs: 60_000, capMs: 900_000 };
/** After a 429 without a time: until shortly before the next tick, up to six ticks if repeated. */
const REFUSED_REST = { share: 0.9, ticksMax: 6 };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

interface Attempt {
  readonly request: UpstreamPost;
  readonly method: 'GET' | 'POST';
  readonly signal: AbortSignal;
  /** Deadline in monotonic milliseconds. */
  readonly deadline: number;
  readonly maxBytes: number;
}

export class UpstreamClient implements UpstreamReader {
  private readonly http: AxiosInstance;
  private readonly pace = new HostPace();
  private readonly skew = new ClockSkew();
  private readonly breakers = new Map<string, CountedBreaker>();
  private readonly guarded = publicAgents();
  private readonly open = openAgents();

  constructor(
    private readonly options: UpstreamOptions,
    private readonly clock: Clock,
  ) {
    this.http = axios.create({
      responseType: 'arraybuffer',
      // Decoded in decode-body.ts instead: axios accepts a truncated gzip as a short body.
      decompress: false,
      // Followed here instead: every redirect is checked like the first request.
      maxRedirects: 0,
      proxy: false,
      timeout: options.silenceMs ?? SILENCE_MS,
      validateStatus: isAnswer,
      headers: { 'User-Agent': options.userAgent, 'Accept-Encoding': 'gzip, br, deflate' },
    });
    axiosRetry(this.http, { retries: 0, shouldResetTimeout: true });
  }

  async get(request: UpstreamRequest): Promise<UpstreamResponse> {
    return this.send(request, 'GET');
  }

  /** Sends a form, JSON or bytes; never retried, because it may have taken effect. @throws UpstreamError */
  async post(request: UpstreamPost): Promise<UpstreamResponse> {
    return this.send({ ...request, retries: 0 }, 'POST');
  }

  /** Microseconds by which our clock is ahead of the upstreams' (median), or null with too few responses. */
  skewMicros(): number | null {
    return this.skew.medianMicros(nowMillis(this.clock), counterMs());
  }

  private async send(request: UpstreamPost, method: 'GET' | 'POST'): Promise<UpstreamResponse> {
    this.refuseWhileOpen(request.breaker);
    const begun = performance.now();
    const totalMs = request.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
    return withinTime(totalMs, request.signal, async (signal) => {
      const attempt: Attempt = {
        request,
        method,
        signal,
        deadline: performance.now() + totalMs,
        maxBytes: request.maxBytes ?? BODY_BYTES_MAX,
      };
      try {
        const response = await this.follow(attempt);
        this.report(request, null, begun);
        return response;
      } catch (error) {
        const now = nowMillis(this.clock);
        const words = await wordsOf(error, request);
        const failure = toUpstreamError(error, signal, request.signal, hostOf(request.url), now, words);
        this.report(request, failure, begun);
        throw failure;
      }
    });
  }

  private async follow(attempt: Attempt): Promise<UpstreamResponse> {
    const { request } = attempt;
    const configured = request.allowPrivate === true ? hostOf(request.url) : null;
    let url = this.allowed(request.url, configured);
    for (let hops = 0; ; hops += 1) {
      const response = await this.exchange(url, attempt, configured);
      const location = header(response, 'location');
      if (!REDIRECTS.has(response.status)) return this.accept(url, response, attempt);
      if (location === undefined) throw new UpstreamError('status', `HTTP ${response.status} without a Location`);
      if (request.secretHeaders) throw new UpstreamError('refused', 'Redirect of a request with a key');
      if (attempt.method === 'POST') throw new UpstreamError('refused', 'Redirect of a POST');
      if (hops === MAX_REDIRECTS) throw new UpstreamError('too-many-redirects', `More than ${MAX_REDIRECTS} redirects`);
      if (!URL.canParse(location, url.href)) throw new UpstreamError('refused', 'Redirect to an invalid URL');
      url = this.allowed(new URL(location, url).href, configured, 'Redirect refused: ');
    }
  }

  private async exchange(
    url: URL,
    { request, method, signal, deadline, maxBytes }: Attempt,
    configured: string | null,
  ): Promise<AxiosResponse<Buffer>> {
    const replay = this.options.replayUrl;
    const isPaced = replay === null || this.options.replayPaced === true;
    const wait = isPaced
      ? this.pace.take(serverOf(url), request.hostIntervalMs ?? HOST_INTERVAL_MS, performance.now())
      : 0;
    if (wait > 0) {
      await sleep(wait, undefined, { signal });
      // A concurrent request may have been rejected in the meantime.
      this.refuseWhileOpen(request.breaker);
    }
    const agents = replay === null ? this.agentsFor(url, configured) : this.open;
    const asked = counterMs();
    const response = await this.http.request<Buffer>({
      url: replay === null ? url.href : replayUrl(url, replay),
      method,
      data: request.form ? new URLSearchParams(request.form) : (request.bytes ?? request.json),
      validateStatus: (status) => isAnswer(status) || request.answers?.includes(status) === true,
      headers: { ...conditionalHeaders(request), ...request.headers, ...request.secretHeaders },
      signal,
      // A longer timeout may be spent idle: an archive that copies, a receiver that works before it responds.
      ...(request.totalTimeoutMs !== undefined && { timeout: request.totalTimeoutMs }),
      maxContentLength: maxBytes,
      httpAgent: agents.http,
      httpsAgent: agents.https,
      'axios-retry': {
        retries: request.retries ?? RETRIES,
        // A pause beyond the deadline is not started: the source gets the error now.
        retryCondition: (error) =>
          isRetryable(error) &&
          !(request.onRefusal === 'later' && error.response?.status === 429) &&
          performance.now() + this.asked(error) < deadline,
        retryDelay: (count, error) =>
          Math.max(this.asked(error), backoffMs(count, RETRY_BACKOFF, this.options.random())),
      },
    });
    this.observeClock(url, response, asked);
    return response;
  }

  private async accept(
    url: URL,
    response: AxiosResponse<Buffer>,
    { request, maxBytes }: Attempt,
  ): Promise<UpstreamResponse> {
    const notModified = response.status === 304;
    const validators = {
      etag: header(response, 'etag') ?? (notModified ? (request.conditional?.etag ?? null) : null),
      lastModified:
        header(response, 'last-modified') ?? (notModified ? (request.conditional?.lastModified ?? null) : null),
    };
    return {
      status: response.status,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      body: notModified
        ? Buffer.alloc(0)
        : await decodeBody(response.data, header(response, 'content-encoding'), maxBytes),
      notModified,
      finalUrl: url.href,
      validators,
    };
  }

  /** The URL if allowed. `configured` is the host that the operator configured for this request. */
  private allowed(text: string, configured: string | null, prefix = ''): URL {
    const host = hostOf(text);
    if (host !== '' && (host === configured || this.options.privateHosts.includes(host))) return new URL(text);
    const decision = checkUrl(text);
    if (decision.ok) return decision.url;
    throw new UpstreamError('refused', `${prefix}${decision.reason}`);
  }

  private agentsFor(url: URL, configured: string | null): Agents {
    const host = hostOf(url.href);
    return host === configured || this.options.privateHosts.includes(host) ? this.open : this.guarded;
  }

  private observeClock(url: URL, response: AxiosResponse, asked: number): void {
    const date = serverDate(response);
    if (date === null || !this.tellsTime(response)) return;
    const age = Number(header(response, 'age') ?? 0);
    if (Number.isFinite(age)) this.skew.observe(url.host, date + age * 1000, asked, counterMs());
  }

  /** A replay has the time of its recording, unless it declares a live clock. */
  private tellsTime(response: AxiosResponse): boolean {
    return this.options.replayUrl === null || header(response, 'x-replay-clock') === 'live';
  }

  private asked(error: unknown): number {
    const response = isAxiosError(error) ? error.response : undefined;
    if (response === undefined) return 0;
    return askedMs(response.status, (name) => response.headers[name], nowMillis(this.clock)) ?? 0;
  }

  /** Open breakers by name; `until` in UTC ms. */
  paused(): { readonly name: string; readonly until: number }[] {
    const now = nowMillis(this.clock);
    return [...this.breakers]
      .filter(([, { state }]) => isOpen(state, now))
      .map(([name, { state }]) => ({ name, until: state.openUntil }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private refuseWhileOpen(breaker: string | undefined): void {
    const state = breaker === undefined ? undefined : this.breakers.get(breaker)?.state;
    if (state && isOpen(state, nowMillis(this.clock)))
      throw new UpstreamError('breaker-open', `Not asked after ${state.failures} failures in a row`);
  }

  /** @param begun monotonic ms at the start of the request */
  private report({ breaker, onRefusal }: UpstreamRequest, failure: UpstreamError | null, begun: number): void {
    if (breaker === undefined || failure?.code === 'aborted' || failure?.code === 'breaker-open') return;
    if (failure === null) {
      this.breakers.delete(breaker);
      return;
    }
    // A rejection of this single request (404, 401), or a body that is too long, does not count against later ones.
    if (failure.code === 'too-large') return;
    if (failure.code === 'status' && (failure.details.status ?? 0) < 500 && failure.details.status !== 429) return;
    const { state, counted } = this.breakers.get(breaker) ?? { state: CLOSED_BREAKER, counted: -Infinity };
    const { intervalMs, random } = this.options;
    const refused = onRefusal === 'later' && failure.details.status === 429;
    const rest = intervalMs * (Math.min(state.failures + 1, REFUSED_REST.ticksMax) - 1 + REFUSED_REST.share);
    const asked = failure.details.retryAfterMs ?? (refused ? rest : null);
    const now = nowMillis(this.clock);
    // Concurrent requests fail together: that counts as one failure and does not lengthen the pause.
    if (begun < counted && (asked === null || now + asked <= state.openUntil || isOpen(state, now))) return;
    const policy = atInterval(BREAKER, intervalMs);
    const next = afterFailure(state, policy, now, random(), asked);
    this.breakers.set(breaker, { state: next, counted: performance.now() });
  }
}

interface CountedBreaker {
  readonly state: BreakerState;
  /** Monotonic ms of the last counted failure. */
  readonly counted: number;
}

/** Goes on while the machine sleeps, unlike `performance.now()`. */
const counterMs = (): number => uptime() * 1_000;

const isAnswer = (status: number): boolean =>
  (status >= 200 && status < 300) || status === 304 || REDIRECTS.has(status);

const wordsOf = async (error: unknown, { secretHeaders = {} }: UpstreamRequest): Promise<string | null> => {
  const response = isAxiosError(error) ? error.response : undefined;
  // A header has a key, or a scheme and a key.
  const secrets = Object.values(secretHeaders).flatMap((value) => [value, ...value.split(' ').slice(1)]);
  return response === undefined ? null : rejectionWords(response, secrets);
};

const conditionalHeaders = ({ conditional }: UpstreamRequest): Record<string, string> => ({
  ...(conditional?.etag ? { 'If-None-Match': conditional.etag } : {}),
  ...(conditional?.lastModified ? { 'If-Modified-Since': conditional.lastModified } : {}),
});

const header = (response: AxiosResponse, name: string): string | undefined => {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : undefined;
};

const serverDate = (response: AxiosResponse): number | null => {
  const date = Date.parse(header(response, 'date') ?? '');
  return Number.isNaN(date) ? null : date;
};

/** `host:port` with the default port filled in; empty if the text is not an http(s) URL. */
const hostOf = (text: string): string => {
  if (!URL.canParse(text)) return '';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return '';
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
};
