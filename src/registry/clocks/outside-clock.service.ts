import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { present } from '../../platform/common/assert';
import { CLOCK, type Clock } from '../../platform/common/clock';
import { Metrics } from '../../platform/common/metrics.service';
import { sha256Hex } from '../../platform/common/sha256';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { UpstreamClient } from '../../platform/upstream/upstream.client';
import { UpstreamError } from '../../platform/upstream/upstream-request';
import { CheckpointService } from '../log/checkpoint.service';
import { planConsistency, rootOf } from '../proofs/merkle-tree';
import {
  givenId,
  OUTSIDE_CLOCK_INTERVAL_MICROS,
  outsideClockBackoff,
  readAuthorities,
  readWitnesses,
  wrongTime,
  type ConfiguredClock,
  type OutsideClock,
} from './outside-clock';
import { OutsideClockRepository } from './outside-clock.repository';
import { RegistryRepository } from '../registry.repository';
import {
  checkTimestamp,
  QUERY_TYPE,
  readCertificates,
  REPLY_TYPE,
  TIMESTAMP_BYTES_MAX,
  timestampQuery,
} from './timestamps/timestamp-token';
import { addCheckpointText, readSize } from './witnesses/add-checkpoint';
import { cosignatureOf, readWitnessKey } from './witnesses/cosignature';

const TIMEOUT_MS = 15_000;
const WITNESS_BYTES_MAX = 16 * 1024;
const NONCE_BYTES = 8;

interface ShownHead {
  readonly treeSize: number;
  readonly rootHash: string;
  /** Checkpoint with the signature of the log only. */
  readonly note: string;
}

/** The response of a clock is invalid, for the reason in the message. */
class Refused extends Error {}

/**
 * Sends each new head of the log to time-stamping authorities (RFC 3161) and witnesses (C2SP tlog-witness), and stores
 * their verified responses. It runs in the background: a clock that is slow, unreachable or wrong is retried later with
 * the head of that time.
 */
@Injectable()
export class OutsideClockService {
  private readonly configured: readonly ConfiguredClock[];
  private running: Promise<void> | null = null;

  constructor(
    private readonly clocks: OutsideClockRepository,
    private readonly repository: RegistryRepository,
    private readonly checkpoints: CheckpointService,
    private readonly upstream: UpstreamClient,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const { timestampAuthorities, witnesses } = environment;
    this.configured = [...readAuthorities(timestampAuthorities), ...readWitnesses(witnesses)];
  }

  async list(): Promise<OutsideClock[]> {
    if (this.configured.length === 0) return [];
    const known = new Map((await this.clocks.clocks()).map((clock) => [clock.id, clock]));
    return this.configured.map((one) => ({ ...NOT_ASKED, ...known.get(one.id), ...shown(one) }));
  }

  /** Queries each clock that is due. Overlapping calls share one run. @param signal ends it early */
  async run(signal?: AbortSignal): Promise<void> {
    if (this.configured.length === 0) return;
    this.running ??= this.runOnce(signal).finally(() => {
      this.running = null;
    });
    await this.running;
  }

  private async runOnce(signal: AbortSignal | undefined): Promise<void> {
    const stored = await this.repository.getHead();
    if (stored === null || stored.tree_size === 0) return;
    const states = new Map((await this.list()).map((clock) => [clock.id, clock]));
    const now = this.clock.nowMicros();
    const due = this.configured.filter(({ id }) => {
      const state = present(states.get(id), 'clock');
      return state.tree_size < stored.tree_size && state.due_at <= now;
    });
    if (due.length === 0) return;
    const rootHash = rootOf(stored.frontier);
    const note = await this.checkpoints.sign(stored.origin, stored.tree_size, rootHash);
    const head = { treeSize: stored.tree_size, rootHash, note };
    await Promise.all(due.map((one) => this.ask(one, present(states.get(one.id), 'clock'), head, signal)));
  }

  private async ask(
    one: ConfiguredClock,
    state: OutsideClock,
    head: ShownHead,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const asked = this.clock.nowMicros();
    // Stored before the request: a process that is killed meanwhile does not repeat it at once.
    await this.clocks.note(one.id, { ...shown(one), asked_at: asked, due_at: asked + OUTSIDE_CLOCK_INTERVAL_MICROS });
    const more = signal === undefined ? {} : { signal };
    try {
      const time =
        one.kind === 'authority'
          ? await this.stamp(one, head, asked, more)
          : await this.cosign(one, state, head, asked, more);
      await this.clocks.note(one.id, {
        tree_size: head.treeSize,
        time,
        failures: 0,
        state: 'held',
        reason: null,
      });
      this.metrics.outsideClocks.inc({ kind: one.kind, result: 'held' });
      this.metrics.outsideClockTime.set({ kind: one.kind }, time / 1e6);
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof UpstreamError)) throw error;
      // The service stops; this is not a failure of the clock.
      if (error instanceof UpstreamError && error.code === 'aborted') return;
      const failures = state.failures + 1;
      const result = error instanceof Refused ? 'refused' : 'failed';
      await this.clocks.note(one.id, {
        failures,
        state: result,
        reason: error.message,
        due_at: this.clock.nowMicros() + outsideClockBackoff(failures),
      });
      this.metrics.outsideClocks.inc({ kind: one.kind, result });
    }
  }

  /** @returns the time of the token. @throws Refused, UpstreamError */
  private async stamp(
    { id, url }: ConfiguredClock,
    { treeSize, rootHash, note }: ShownHead,
    asked: number,
    more: { readonly signal?: AbortSignal },
  ): Promise<number> {
    const data = Buffer.from(note);
    const nonce = randomBytes(NONCE_BYTES).toString('hex');
    const authorities = await this.trusted();
    const bytes = await timestampQuery(sha256Hex(data), nonce);
    const { body } = await this.upstream.post({
      url,
      bytes,
      headers: { Accept: REPLY_TYPE, 'Content-Type': QUERY_TYPE },
      allowPrivate: true,
      maxBytes: TIMESTAMP_BYTES_MAX,
      totalTimeoutMs: TIMEOUT_MS,
      breaker: id,
      ...more,
    });
    const received_at = this.clock.nowMicros();
    const result = await checkTimestamp(body, { data, nonce, authorities });
    if (!result.ok) throw new Refused(`The time stamp does not count: ${result.reason}`);
    const { timestamp } = result;
    const wrong = wrongTime(timestamp.time, asked, received_at, timestamp.accuracy ?? 0);
    if (wrong !== null) throw new Refused(`The time stamp does not count: ${wrong}`);
    await this.clocks.keepTimestamp(id, {
      id: givenId('ts', id, treeSize),
      tree_size: treeSize,
      root_hash: rootHash,
      note,
      ...timestamp,
      token: body.toString('base64'),
      received_at,
    });
    return timestamp.time;
  }

  /** PEM texts of TIMESTAMP_CA_FILE; null when it is not set. @throws Refused */
  private async trusted(): Promise<string[] | null> {
    const path = this.environment.timestampCaFile;
    if (path === null) return null;
    try {
      const pem = await readFile(path, 'utf8');
      await readCertificates(pem);
      return [pem];
    } catch {
      throw new Refused('TIMESTAMP_CA_FILE cannot be read as certificates in PEM');
    }
  }

  /** @returns the time of the cosignature. @throws Refused, UpstreamError */
  private async cosign(
    one: ConfiguredClock,
    { tree_size: known }: OutsideClock,
    head: ShownHead,
    asked: number,
    more: { readonly signal?: AbortSignal },
  ): Promise<number> {
    const key = present(readWitnessKey(one.vkey ?? ''), 'key of the witness');
    let lines = await this.offer(one, known, head, more);
    // The witness has cosigned another size, before or through another instance: retry once from that size.
    if (typeof lines === 'number') lines = await this.offer(one, lines, head, more);
    if (typeof lines === 'number') throw new Refused('The witness names one size after the other');
    const received_at = this.clock.nowMicros();
    const cosignature = cosignatureOf(head.note + lines, key);
    if (cosignature === null) throw new Refused('The witness answers without a cosignature of its key');
    if ('reason' in cosignature) throw new Refused(`The cosignature does not count: ${cosignature.reason}`);
    const wrong = wrongTime(cosignature.time, asked, received_at);
    if (wrong !== null) throw new Refused(`The cosignature does not count: ${wrong}`);
    await this.clocks.keepCosignature(one.id, {
      id: givenId('cs', one.id, head.treeSize),
      tree_size: head.treeSize,
      root_hash: head.rootHash,
      note: head.note,
      line: cosignature.line,
      time: cosignature.time,
      received_at,
    });
    return cosignature.time;
  }

  /** @returns signature lines, or the tree size that the witness cosigned last */
  private async offer(
    { id, url }: ConfiguredClock,
    oldSize: number,
    { treeSize, note }: ShownHead,
    more: { readonly signal?: AbortSignal },
  ): Promise<string | number> {
    if (oldSize > treeSize)
      throw new Refused(`The witness has cosigned ${oldSize} records of a log of this name, which has ${treeSize}`);
    const proof = present(await this.repository.pathOf(planConsistency(oldSize, treeSize)), 'path in the tree');
    const { status, body } = await this.upstream.post({
      url: `${url}/add-checkpoint`,
      bytes: Buffer.from(addCheckpointText({ oldSize, proof, note })),
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      answers: [403, 404, 409, 422],
      allowPrivate: true,
      maxBytes: WITNESS_BYTES_MAX,
      totalTimeoutMs: TIMEOUT_MS,
      breaker: id,
      ...more,
    });
    const text = body.toString('utf8');
    if (status === 200) return text;
    const size = status === 409 ? readSize(text.replace(/\n$/, '')) : null;
    if (size !== null) return size;
    throw new Refused(`The witness ${REFUSALS[status] ?? `answers HTTP ${status}`}`);
  }
}

const REFUSALS: Readonly<Record<number, string>> = {
  403: 'does not take the signature of this log (HTTP 403)',
  404: 'does not witness this log (HTTP 404)',
  409: 'names no size with its conflict (HTTP 409)',
  422: 'says that this tree does not contain the one that it cosigned before (HTTP 422)',
};

const NOT_ASKED = {
  tree_size: 0,
  time: null,
  asked_at: null,
  due_at: 0,
  failures: 0,
  state: 'not asked',
  reason: null,
} as const;

const shown = ({ id, kind, name, url }: ConfiguredClock): Pick<OutsideClock, 'id' | 'kind' | 'name' | 'url'> => ({
  id,
  kind,
  name,
  url,
});
