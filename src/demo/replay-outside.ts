/**
 * The demo's external clocks, replayed locally: a correct authority, one with tokens over another hash, one that never
 * responds, a correct witness, and one that is down while the past is built, so that it sees old forecasts after their
 * outcome. Witnesses configured by the operator are real, and their requests are forwarded.
 */
import { join } from 'node:path';
import { sha256Hex } from '../platform/common/sha256';
import { cosignatureSigner } from '../registry/clocks/witnesses/cosignature';
import { WitnessState } from '../registry/clocks/witnesses/witness-state.store';
import { Witness } from '../registry/clocks/witnesses/witness.service';
import { REPLY_TYPE } from '../registry/clocks/timestamps/timestamp-token';
import { nowMillis, type Clock } from '../platform/common/clock';
import type { ArchiveReply } from './replay-archive';
import { ReplayAuthority } from './replay-authority';

const AUTHORITY = 'time-stamps.example.org';
const FORGER = 'forged-time-stamps.example.org';
const ABSENT = 'absent-time-stamps.example.org';
const WITNESSES = ['witness.example.org', 'late-witness.example.org'] as const;
const LATE = WITNESSES[1];

/** Seed of a demo key. It is public, so its signatures prove nothing elsewhere. */
const seedOf = (what: string): Buffer => Buffer.from(sha256Hex(`vedette demo ${what}`), 'hex');
const signerOf = (host: string) => cosignatureSigner(host, seedOf(host));

export const DEMO_TIMESTAMP_AUTHORITIES = [AUTHORITY, FORGER, ABSENT].map((host) => `https://${host}/tsr`).join(', ');
export const DEMO_WITNESSES = WITNESSES.map((host) => `${signerOf(host).vkey} https://${host}`).join(', ');

const AWAY: ArchiveReply = { status: 503, type: 'text/plain', body: 'not there' };
const FORWARD_TIMEOUT_MS = 10_000;

/** Forwards a request to a real witness. */
const forwarded = async (url: URL, body: Buffer): Promise<ArchiveReply> => {
  try {
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(body), redirect: 'error', signal });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    return { status: answer.status, type, body: Buffer.from(await answer.arrayBuffer()) };
  } catch {
    return AWAY;
  }
};

export class ReplayOutside {
  private readonly authority = new ReplayAuthority();
  private readonly witnesses = new Map<string, Promise<Witness>>();

  /**
   * @param folder where the witnesses keep their state
   * @param logKey public key of the demo's log
   * @param inThePast whether the past of the demo is being built
   * @param own addresses of witnesses configured by the operator
   */
  constructor(
    private readonly folder: string,
    private readonly logKey: () => Promise<string>,
    private readonly clock: Clock,
    private readonly inThePast: () => boolean,
    private readonly own: readonly string[] = [],
  ) {}

  /** Handles requests to the hosts above; null for other hosts. @param body of the request */
  async answer(host: string, path: string, body: Buffer): Promise<ArchiveReply | null> {
    const own = this.own.find((url) => new URL(url).host === host);
    if (own !== undefined) return this.inThePast() ? AWAY : forwarded(new URL(path, own), body);
    if (host === AUTHORITY || host === FORGER) {
      const token = await this.authority.answer(body, nowMillis(this.clock), host === FORGER);
      return { status: 200, type: REPLY_TYPE, body: token };
    }
    if (host === ABSENT || (host === LATE && this.inThePast())) return AWAY;
    if (!WITNESSES.some((one) => one === host)) return null;
    const witness = this.witnesses.get(host) ?? this.open(host);
    this.witnesses.set(host, witness);
    return (await witness).addCheckpoint(body.toString('utf8'));
  }

  private async open(host: string): Promise<Witness> {
    return new Witness({
      signer: signerOf(host),
      logs: [await this.logKey()],
      state: await WitnessState.open(join(this.folder, `${host}.json`)),
      clock: this.clock,
    });
  }
}
