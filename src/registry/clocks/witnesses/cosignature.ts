/**
 * Cosignatures of checkpoints by witnesses: C2SP tlog-cosignature, `cosignature/v1` with Ed25519. What is signed is
 *
 * ```
 * cosignature/v1
 * time 1679315147
 * example.org/registry      the text of the checkpoint, unchanged
 * 13
 * base64(root hash)
 * ```
 *
 * and a line of the note holds key id (4 bytes) ‖ time (8 bytes, big-endian, Unix seconds) ‖ signature (64 bytes).
 * It states that, at that time, this was the largest tree of the log that the witness had seen, and that it
 * contained all it had seen before.
 */
import { sign, verify } from 'node:crypto';
import { MICROS_PER_SECOND } from '../../../platform/common/utc-time';
import {
  COSIGNATURE_V1,
  decodeBase64,
  isKeyName,
  keyId,
  parseNote,
  readVerifierKey,
  type NoteSignature,
  type VerifierKey,
} from '../../proofs/note-format';
import { ed25519Keys, ed25519PublicKey, signingKey } from '../../proofs/signed-note';

const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** The year 9999: the latest instant that the project can write. */
const TIME_MAX_SECONDS = 253_402_300_799;

const ML_DSA_44 = 0x06;

/** Why a witness key cannot be used, or null. */
export const whyNoWitnessKey = (vkey: string): string | null => {
  if (readWitnessKey(vkey) !== null) return null;
  // A base64 key may contain a plus.
  const [name = '', , ...key] = vkey.split('+');
  return Buffer.from(key.join('+'), 'base64')[0] === ML_DSA_44
    ? `the key of the witness ${name} is an ML-DSA-44 key, which Vedette cannot check yet: give its Ed25519 key (cosignature/v1)`
    : 'it must be the public key of a witness (cosignature/v1), <name>+<8 hex>+<base64>';
};

/** Parses the public key of a witness, a vkey of type 4; null for anything else. */
export const readWitnessKey = (vkey: string): VerifierKey | null => readVerifierKey(vkey, COSIGNATURE_V1);

export interface CosignatureSigner {
  readonly name: string;
  /** `<name>+<8 hex>+<base64(04 ‖ key)>`. */
  readonly vkey: string;
  /** The signature line for a note with this text. @param seconds Unix time */
  cosign(text: string, seconds: number): string;
}

/** @param seed 32 bytes @throws RangeError when the name is not valid in a note */
export const cosignatureSigner = (name: string, seed: Uint8Array): CosignatureSigner => {
  const { vkey, privateKey, lineOf } = signingKey(name, seed, COSIGNATURE_V1);
  return {
    name,
    vkey,
    cosign: (text, seconds) => {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeBigUInt64BE(BigInt(seconds));
      return lineOf(text, time, sign(null, cosignedMessage(text, seconds), privateKey));
    },
  };
};

const cosignedMessage = (text: string, seconds: number): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

interface Cosignature {
  readonly name: string;
  /** 8 hex digits. */
  readonly keyId: string;
  /** Microseconds UTC, of a whole second. */
  readonly time: number;
  readonly line: string;
}

/**
 * Verifies the cosignature of one witness below a note. Lines of other keys are ignored.
 *
 * @returns null when it has none; a reason when it does not verify
 */
export const cosignatureOf = (note: string, witness: VerifierKey): Cosignature | { readonly reason: string } | null => {
  const parsed = parseNote(note);
  if (!parsed.ok) return { reason: parsed.reason };
  const own = parsed.signatures.filter(({ name, keyId: id }) => name === witness.name && id === witness.id);
  const [first] = own;
  if (first === undefined) return null;
  // A note with a wrong line of a known key is malformed as a whole (C2SP signed-note).
  const read = own.map((signature) => readCosignature(parsed.text, signature, witness));
  if (read.includes(null)) return { reason: 'a cosignature does not verify' };
  // A second cosignature of the same note is a later visit: the earliest time counts.
  return read.filter((one) => one !== null).reduce((a, b) => (b.time < a.time ? b : a));
};

/** Time of a cosignature, microseconds UTC; null for a line of another kind. */
export const lookTime = ({ signature }: NoteSignature): number | null => {
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const time = Buffer.from(signature).readBigUInt64BE();
  if (time === 0n || time > BigInt(TIME_MAX_SECONDS)) return null;
  return Number(time) * MICROS_PER_SECOND;
};

const readCosignature = (text: string, line: NoteSignature, witness: VerifierKey): Cosignature | null => {
  const time = lookTime(line);
  if (time === null) return null;
  const { name, keyId: id } = line;
  const bytes = Buffer.from(line.signature);
  const key = ed25519PublicKey(witness.publicKey);
  const message = cosignedMessage(text, time / MICROS_PER_SECOND);
  if (!verify(null, message, key, bytes.subarray(TIME_BYTES))) return null;
  const base64 = Buffer.concat([Buffer.from(id, 'hex'), bytes]).toString('base64');
  return { name, keyId: id, time, line: `— ${name} ${base64}\n` };
};

const PRIVATE_KEY = 'PRIVATE+KEY';

/** Text of a private key in the format of Go's checksum database: `PRIVATE+KEY+<name>+<8 hex>+<base64(04 ‖ seed)>`. */
export const witnessKeyText = (name: string, seed: Uint8Array): string => {
  const { publicKey } = ed25519Keys(seed);
  const key = Buffer.concat([Buffer.of(COSIGNATURE_V1), seed]).toString('base64');
  return `${PRIVATE_KEY}+${name}+${keyId(name, publicKey, COSIGNATURE_V1)}+${key}\n`;
};

/** Parses such a text; null when malformed. */
export const readWitnessKeyText = (text: string): CosignatureSigner | null => {
  const match = /^PRIVATE\+KEY\+([^+\s]+)\+([0-9a-f]{8})\+(\S+)\n?$/.exec(text);
  const [, name = '', id = '', base64 = ''] = match ?? [];
  const bytes = decodeBase64(base64);
  if (bytes?.length !== 33 || bytes[0] !== COSIGNATURE_V1 || !isKeyName(name)) return null;
  const signer = cosignatureSigner(name, bytes.subarray(1));
  return signer.vkey.startsWith(`${name}+${id}+`) ? signer : null;
};
