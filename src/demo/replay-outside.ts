/**
 * The clocks outside of the demo, answered locally: an authority that stamps on time, one whose tokens are over
 * another hash, a witness on time, and one that is away for as long as the past is built: what it sees of old
 * forecasts it sees after their outcome.
 */
import { join } from 'node:path';
import { sha256Hex } from '../common/sha256';
import { cosignatureSigner } from '../registry/witnesses/cosignature';
import { WitnessState } from '../registry/witnesses/witness-state.store';
import { Witness } from '../registry/witnesses/witness.service';
import { REPLY_TYPE } from '../registry/timestamps/timestamp-token';
import { nowMillis, type Clock } from '../common/clock';
import type { ArchiveReply } from './replay-archive';
import { ReplayAuthority } from './replay-authority';

const AUTHORITY = 'time-stamps.example.org';
const FORGER = 'forged-time-stamps.example.org';
const WITNESSES = ['witness.example.org', 'late-witness.example.org'] as const;
const LATE = WITNESSES[1];

/** Keys of the demo, known to everybody: they prove nothing anywhere else. */
const seedOf = (what: string): Buffer => Buffer.from(sha256Hex(`vedette demo ${what}`), 'hex');
const signerOf = (host: string) => cosignatureSigner(host, seedOf(host));

export const DEMO_TIMESTAMP_AUTHORITIES = `https://${AUTHORITY}/tsr, https://${FORGER}/tsr`;
export const DEMO_WITNESSES = WITNESSES.map((host) => `${signerOf(host).vkey} https://${host}`).join(', '); // prettier-ignore

export class ReplayOutside {
  private readonly authority = new ReplayAuthority();
  private readonly witnesses = new Map<string, Promise<Witness>>();

  /**
   * @param folder where the witnesses keep their state
   * @param logKey public key of the demo's log
   * @param inThePast whether the past of the demo is being built
   */
  constructor(
    private readonly folder: string,
    private readonly logKey: () => Promise<string>,
    private readonly clock: Clock,
    private readonly inThePast: () => boolean,
  ) {}

  /** Answers a request to one of the hosts above, or null when it is for another. @param body of the request */
  async answer(host: string, body: Buffer): Promise<ArchiveReply | null> {
    if (host === AUTHORITY || host === FORGER) {
      const token = await this.authority.answer(body, nowMillis(this.clock), host === FORGER);
      return { status: 200, type: REPLY_TYPE, body: token };
    }
    if (!WITNESSES.some((one) => one === host)) return null;
    if (host === LATE && this.inThePast())
      return { status: 503, type: 'text/plain', body: 'not there yet' };
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
