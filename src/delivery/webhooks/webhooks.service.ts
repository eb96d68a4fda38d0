import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { commaSeparated } from '../../platform/common/comma-separated';
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { Metrics } from '../../platform/common/metrics.service';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { instanceDir } from '../../platform/config/instance-dir';
import { publicUrl } from '../../platform/config/public-url';
import { UpstreamClient } from '../../platform/upstream/upstream.client';
import { UpstreamError } from '../../platform/upstream/upstream-request';
import { environmentEndpointId, readEndpoint, type EndpointSettings } from './endpoint-settings';
import { ATTEMPTS_MAX, nextAttempt } from './retries';
import { endpointSecret, publicKeyText, signatureHeaders } from './signature';
import { bodyOf, eventId, OF_NOTHING, wants, type Happening } from './webhook-event';
import { loadWebhookSeed } from './webhook-key.store';
import { WebhookRepository, type ClaimedDelivery, type Endpoint, type QueuedDelivery } from './webhook.repository';

/** Read again at each poll, for late writes of other instances with earlier instants. */
const OVERLAP_MS = 6 * HOUR_MS;
/** Entries are kept longer than the overlap, so that no event is queued twice. */
const KEPT_MS = 14 * DAY_MS;
const EACH = 16;
/** Standard Webhooks asks for 15 to 30 seconds. */
const TIMEOUT_MS = 20_000;
/** After this, another process may take an entry, because its holder has died. */
const LEASE_MS = 60_000;
/** Time for receivers to respond while the service stops. */
const GRACE_MS = 2_000;
const ANSWER_BYTES_MAX = 64 * 1024;

export interface Attempt {
  readonly ok: boolean;
  readonly status: number | null;
  readonly words: string | null;
  readonly retryAfterMs: number | null;
  readonly stopped?: boolean;
}

/** Events are found where the graph has them: after a crash they are found, or sent, again with the same id. */
@Injectable()
export class WebhooksService {
  private readonly logger = new Logger('Webhooks');
  private readonly holder = `${process.pid}-${randomBytes(6).toString('hex')}`;
  private readonly sending = new Map<string, Set<Promise<void>>>();
  private readonly client: UpstreamClient;
  private readonly stopping = new AbortController();
  private seed: Promise<Buffer> | null = null;

  constructor(
    private readonly repository: WebhookRepository,
    private readonly metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.client = new UpstreamClient(
      {
        // Receivers are real even in the demo, whose sources are replayed.
        replayUrl: null,
        privateHosts: this.privateHosts(),
        userAgent: 'Vedette-Webhooks/1',
        intervalMs: environment.pollIntervalSeconds * 1_000,
        random: Math.random,
      },
      clock,
    );
  }

  /** @throws RangeError with the invalid field */
  async add(given: unknown): Promise<{ endpoint: Endpoint; secret: string }> {
    const settings = readEndpoint(given, this.privateHosts());
    const id = `we-${randomBytes(8).toString('hex')}`;
    const endpoint = await this.repository.save(id, settings, 'command', nowMillis(this.clock));
    return { endpoint, secret: endpointSecret(await this.key(), id) };
  }

  /** Synchronizes endpoints with the environment; others are unchanged. */
  async applyEnvironment(): Promise<void> {
    const wanted = this.named();
    const rows = await this.repository.endpoints();
    if (wanted.length === 0 && rows.every(({ endpoint }) => endpoint.origin !== 'environment')) return;
    const ids = new Set<string>();
    for (const settings of wanted) {
      const id = environmentEndpointId(settings.url);
      ids.add(id);
      await this.repository.save(id, settings, 'environment', nowMillis(this.clock));
    }
    for (const { endpoint } of rows)
      if (endpoint.origin === 'environment' && !ids.has(endpoint.id)) await this.repository.remove(endpoint.id);
  }

  private named(): EndpointSettings[] {
    const text = this.environment.webhookEndpoints;
    if (text === '') return [];
    try {
      const given: unknown = JSON.parse(text);
      if (!Array.isArray(given)) throw new RangeError('must be a JSON array of endpoints');
      return given.map((one) => readEndpoint(one, this.privateHosts()));
    } catch (error) {
      throw new Error(`WEBHOOK_ENDPOINTS: ${(error as Error).message}`, { cause: error });
    }
  }

  async secretOf(id: string): Promise<string> {
    return endpointSecret(await this.key(), id);
  }

  /** `whpk_…`, with which anyone can verify a delivery. */
  async publicKey(): Promise<string> {
    return publicKeyText(await this.key());
  }

  async enable(id: string): Promise<Endpoint | null> {
    return this.repository.enable(id, nowMillis(this.clock));
  }

  /** Sends a test event immediately, without retries; null for an unknown endpoint. */
  async test(id: string): Promise<Attempt | null> {
    const row = (await this.repository.endpoints()).find(({ endpoint }) => endpoint.id === id);
    if (row === undefined) return null;
    const now = nowMillis(this.clock);
    const link = `${publicUrl(this.environment)}/v1/status`;
    const event: Happening = {
      type: 'webhook.test',
      subject: `${id}:${now}`,
      at: now,
      data: { id, link },
      ...OF_NOTHING,
    };
    return this.attempt(row.endpoint.url, id, eventId(event), bodyOf(event));
  }

  async collect(): Promise<number> {
    const rows = await this.repository.endpoints();
    this.measure(rows);
    const on = rows.map(({ endpoint }) => endpoint).filter(({ state }) => state === 'on');
    if (on.length === 0) return 0;
    const now = nowMillis(this.clock);
    const since = Math.min(...on.map(lookFrom));
    const happened = await this.repository.happenings(since, now, publicUrl(this.environment));
    const deliveries = on.flatMap((endpoint) =>
      happened
        .filter((event) => event.at >= lookFrom(endpoint) && wants(endpoint, event))
        .map((event) => entryOf(endpoint, event)),
    );
    const once = new Map(deliveries.map((one) => [one.key, one]));
    const ids = on.map(({ id }) => id);
    return this.repository.queue([...once.values()], ids, now, now);
  }

  /** Starts due deliveries without waiting, so that slow endpoints do not delay others. */
  async send(): Promise<number> {
    const busy = [...this.sending].filter(([, open]) => open.size > 0).map(([id]) => id);
    const limits = { busy, each: EACH, lease: LEASE_MS };
    const claimed = await this.repository.claim(this.holder, nowMillis(this.clock), limits);
    for (const one of claimed) this.begin(one);
    return claimed.length;
  }

  async idle(): Promise<void> {
    await Promise.all([...this.sending.values()].flatMap((open) => [...open]));
  }

  /** Deliveries without a response within the grace period are sent again under the same id after their lease. */
  async close(): Promise<void> {
    const grace = setTimeout(() => {
      this.stopping.abort();
    }, GRACE_MS);
    await this.idle();
    clearTimeout(grace);
  }

  async prune(): Promise<number> {
    return this.repository.prune(nowMillis(this.clock) - KEPT_MS);
  }

  private begin(claimed: ClaimedDelivery): void {
    const { endpoint } = claimed.delivery;
    const open = this.sending.get(endpoint) ?? new Set<Promise<void>>();
    this.sending.set(endpoint, open);
    const work: Promise<void> = this.deliver(claimed)
      .catch((error: unknown) => {
        // The lease expires by itself, and the next poll sends it again.
        this.logger.warn(`Not noted: ${(error as Error).message}`);
      })
      .finally(() => {
        open.delete(work);
      });
    open.add(work);
  }

  private async deliver({ delivery, url }: ClaimedDelivery): Promise<void> {
    const attempt = await this.attempt(url, delivery.endpoint, delivery.event, delivery.body);
    if (attempt.stopped === true) return;
    const now = nowMillis(this.clock);
    const next = attempt.ok ? null : nextAttempt(delivery.attempts, now, attempt.retryAfterMs, Math.random());
    const off = attempt.ok
      ? null
      : attempt.status === 410
        ? 'it answered 410 Gone'
        : next === null
          ? `${ATTEMPTS_MAX} attempts over three days failed, the last with: ${attempt.words ?? ''}`
          : null;
    const wentOff = await this.repository.note({
      key: delivery.key,
      holder: this.holder,
      now,
      state: attempt.ok ? 'delivered' : off === null ? 'waiting' : 'failed',
      next_at: next === null || off !== null ? now : next,
      status: attempt.status,
      words: attempt.words,
      off,
    });
    this.metrics.webhookAttempts.inc({ result: attempt.ok ? 'delivered' : off === null ? 'failed' : 'given_up' });
    if (wentOff)
      this.logger.error(
        `Endpoint ${delivery.endpoint} is switched off: ${off ?? ''}. Nothing more is sent to it; vedette webhooks enable ${delivery.endpoint} sends the undelivered events.`,
      );
  }

  /** One POST. Never throws: failures are outcomes. */
  private async attempt(url: string, endpoint: string, id: string, body: string): Promise<Attempt> {
    const timestamp = Math.floor(nowMillis(this.clock) / 1_000);
    const headers = signatureHeaders(await this.key(), endpoint, { id, timestamp, body });
    try {
      const { status } = await this.client.post({
        url,
        bytes: Buffer.from(body),
        headers: { ...headers, 'content-type': 'application/json' },
        totalTimeoutMs: TIMEOUT_MS,
        maxBytes: ANSWER_BYTES_MAX,
        hostIntervalMs: 0,
        signal: this.stopping.signal,
      });
      const ok = status >= 200 && status < 300;
      return { ok, status, words: ok ? null : `HTTP ${status}`, retryAfterMs: null };
    } catch (error) {
      if (!(error instanceof UpstreamError))
        return { ok: false, status: null, words: 'it could not be sent', retryAfterMs: null };
      const { status = null, retryAfterMs = null } = error.details;
      const stopped = error.code === 'aborted';
      return { ok: false, status, words: error.message, retryAfterMs, stopped };
    }
  }

  private measure(rows: Awaited<ReturnType<WebhookRepository['endpoints']>>): void {
    for (const state of ['on', 'off'] as const)
      this.metrics.webhookEndpoints.set({ state }, rows.filter(({ endpoint }) => endpoint.state === state).length);
    this.metrics.webhookWaiting.set(rows.reduce((sum, { waiting }) => sum + waiting, 0));
  }

  private key(): Promise<Buffer> {
    const { webhookSigningKey } = this.environment;
    return (this.seed ??= loadWebhookSeed(instanceDir(this.environment), webhookSigningKey));
  }

  private privateHosts(): string[] {
    return commaSeparated(this.environment.upstreamPrivateHosts);
  }
}

/** Start of the events of an endpoint: never before it was added. */
const lookFrom = ({ created_at: created, read_to: read }: Endpoint): number => Math.max(created, read - OVERLAP_MS);

const entryOf = ({ id }: Endpoint, event: Happening): QueuedDelivery => ({
  key: `${id}|${eventId(event)}`,
  endpoint: id,
  event: eventId(event),
  type: event.type,
  body: bodyOf(event),
  at: event.at,
});
