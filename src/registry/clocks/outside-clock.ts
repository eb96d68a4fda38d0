/** External clocks (time-stamping authorities, witnesses): configuration, stored state and schedule. Pure. */
import { commaSeparated } from '../../platform/common/comma-separated';
import { sha256Hex } from '../../platform/common/sha256';
import { formatMicros } from '../../platform/common/utc-time';
import type { Timestamp } from './timestamps/timestamp-token';
import { readWitnessKey, whyNoWitnessKey } from './witnesses/cosignature';
import { pick } from '../../platform/common/pick';

export type OutsideClockKind = 'authority' | 'witness';

export interface ConfiguredClock {
  readonly id: string;
  readonly kind: OutsideClockKind;
  /** Host of the authority, or the name in the key of the witness. */
  readonly name: string;
  /** Address of the authority, or the submission prefix of the witness, without a closing slash. */
  readonly url: string;
  readonly vkey: string | null;
}

/** Result of the last request: `held` is stored, `refused` did not verify, `failed` got no response. */
type OutsideClockState = 'held' | 'refused' | 'failed' | 'not asked';

export interface OutsideClock extends Omit<ConfiguredClock, 'vkey'> {
  /** Records in the newest head that it stated; 0 before the first. */
  readonly tree_size: number;
  /** Time of that statement by its own clock, microseconds UTC; null before the first. */
  readonly time: number | null;
  readonly asked_at: number | null;
  readonly due_at: number;
  readonly failures: number;
  readonly state: OutsideClockState;
  readonly reason: string | null;
}

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;

/** Between two heads sent to one clock. */
export const OUTSIDE_CLOCK_INTERVAL_MICROS = 5 * MINUTE;

/** Newest time stamps in the index; the stream has all. */
export const TIMESTAMPS_LISTED_MAX = 500;

/** Maximum distance of a response's time from our own request and receive times. */
const TIME_TOLERANCE_MICROS = 60 * SECOND;

/** Wait after the n-th failure in a row: 1, 2, 4 … 64 minutes. */
export const outsideClockBackoff = (failures: number): number => MINUTE * 2 ** Math.min(Math.max(failures, 1) - 1, 6);

/** Why the time of a response is not plausible, or null. Microseconds UTC. */
export const wrongTime = (time: number, asked: number, received: number, accuracy = 0): string | null => {
  const tolerance = TIME_TOLERANCE_MICROS + Math.min(accuracy, TIME_TOLERANCE_MICROS);
  const off = (micros: number): string =>
    `its time is ${Math.round(micros / SECOND)} s ${time > received ? 'ahead of' : 'behind'} this machine's clock`;
  if (time > received + tolerance) return off(time - received);
  return time < asked - tolerance ? off(asked - time) : null;
};

/** Parses addresses of authorities: `https://…, https://…`. @throws Error that names the setting */
export const readAuthorities = (text: string): ConfiguredClock[] =>
  commaSeparated(text).map((url) => {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new Error('TIMESTAMP_AUTHORITIES must be a comma-separated list of http(s) addresses');
    return { id: `authority ${url}`, kind: 'authority', name: new URL(url).host, url, vkey: null };
  });

/** Parses `vkey https://…, vkey https://…`. @throws Error that names the setting */
export const readWitnesses = (text: string): ConfiguredClock[] =>
  commaSeparated(text).map((part) => {
    const [vkey = '', address = '', ...rest] = part.split(/\s+/);
    const key = readWitnessKey(vkey);
    const why = whyNoWitnessKey(vkey);
    if (why?.includes('ML-DSA') === true) throw new Error(`WITNESSES: ${why}`);
    if (key === null || rest.length > 0 || !/^https?:\/\//.test(address) || !URL.canParse(address))
      throw new Error(
        'WITNESSES must be a comma-separated list of the verifier key of a witness (cosignature/v1), a space, and its http(s) submission prefix',
      );
    const url = address.replace(/(?<!\/)\/+$/, '');
    return { id: `witness ${key.name}+${key.id}`, kind: 'witness', name: key.name, url, vkey };
  });

/** Id of the statement of one clock on one head. */
export const givenId = (prefix: 'ts' | 'cs', clock: string, treeSize: number): string =>
  `${prefix}-${sha256Hex(`${clock}|${treeSize}`).slice(0, 24)}`;

/** The stored statement of one clock on one head. */
interface Kept {
  readonly id: string;
  readonly tree_size: number;
  readonly root_hash: string;
  /** The checkpoint with the signature of the log only. */
  readonly note: string;
  /** By the clock of the authority or witness, microseconds UTC. */
  readonly time: number;
  readonly received_at: number;
}

export interface KeptTimestamp extends Kept, Timestamp {
  /** The response, DER in base64. */
  readonly token: string;
}

export interface KeptCosignature extends Kept {
  /** The signature line of the witness. */
  readonly line: string;
}

export const timestampEntry = (one: KeptTimestamp & { readonly authority: string }) => ({
  ...pick(one, 'id', 'authority', 'tree_size', 'root_hash'),
  checkpoint: one.note,
  time: formatMicros(one.time),
  accuracy_us: one.accuracy ?? null,
  ...pick(one, 'signer', 'policy', 'serial', 'chain'),
});

export const timestampLine = (one: KeptTimestamp & { readonly authority: string }) => ({
  kind: 'timestamp',
  ...timestampEntry(one),
  token: one.token,
});

export const cosignatureEntry = (one: KeptCosignature & { readonly witness: string }) => ({
  kind: 'cosignature',
  ...pick(one, 'witness', 'tree_size', 'root_hash'),
  checkpoint: one.note + one.line,
  time: formatMicros(one.time),
});
