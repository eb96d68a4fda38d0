/**
 * Checkpoints: the signed head of the log, in the form of C2SP tlog-checkpoint inside C2SP signed-note
 * with Ed25519 keys, so that any witness or verifier of that ecosystem reads them.
 *
 * ```
 * example.org/registry            origin
 * 13                              leaves in the tree
 * base64(root hash)
 *                                 (blank line; everything above it, newline included, is signed)
 * — example.org/registry base64(key id ‖ signature)
 * ```
 */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import {
  checkpointIn,
  ED25519,
  isKeyName,
  isNoteText,
  keyId,
  refused,
  signedTextOf,
  type Checkpoint,
  type NoteResult,
} from './note-format';

export { checkpointText, parseCheckpoint, readVerifierKey as parseVerifierKey, type Checkpoint } from './note-format';

export interface NoteSigner {
  readonly name: string;
  readonly vkey: string;
  /** Appends this signer's signature to a text that ends in a newline. */
  sign(text: string): string;
}

/** The signer of a 32-byte Ed25519 seed. @throws RangeError when the name is not valid in a note */
export const noteSigner = (name: string, seed: Uint8Array): NoteSigner => {
  const { vkey, privateKey, lineOf } = signingKey(name, seed);
  return {
    name,
    vkey,
    sign: (text) => `${text}\n${lineOf(text, sign(null, Buffer.from(text), privateKey))}`,
  };
};

/** A key that signs lines of notes. @throws RangeError when the name is not valid in a note */
export const signingKey = (name: string, seed: Uint8Array, algorithm = ED25519) => {
  if (!isKeyName(name)) throw new RangeError('A key name is not empty and has no spaces and no plus');
  if (seed.length !== 32) throw new RangeError('An Ed25519 seed has 32 bytes');
  const { privateKey, publicKey } = ed25519Keys(seed);
  const id = keyId(name, publicKey, algorithm);
  const key = Buffer.concat([Buffer.of(algorithm), publicKey]).toString('base64');
  const lineOf = (text: string, ...signature: readonly Uint8Array[]): string => {
    if (!isNoteText(text)) throw new RangeError('A note text ends in a newline and has no control characters');
    return `— ${name} ${Buffer.concat([Buffer.from(id, 'hex'), ...signature]).toString('base64')}\n`;
  };
  return { vkey: `${name}+${id}+${key}`, privateKey, lineOf };
};

export const signedBy = (signers: readonly NoteSigner[], text: string): string =>
  `${text}\n${signers.map((signer) => signer.sign(text).slice(text.length + 1)).join('')}`;

// RFC 8410: the fixed prefixes of an Ed25519 seed and an Ed25519 public key.
const PKCS8_PREFIX = '302e020100300506032b657004220420';
const SPKI_PREFIX = '302a300506032b6570032100';

/** The key pair of a 32-byte seed; the public key as its 32 bytes. */
export const ed25519Keys = (seed: Uint8Array): { readonly privateKey: KeyObject; readonly publicKey: Buffer } => {
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from(PKCS8_PREFIX, 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey: spki.subarray(-32) };
};

export const ed25519PublicKey = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([Buffer.from(SPKI_PREFIX, 'hex'), publicKey]), format: 'der', type: 'spki' });

/** Cache of the last key: a log has thousands of notes and one key, and creating it takes as long as verifying. */
let lastKey: { readonly bytes: Uint8Array; readonly key: KeyObject } | null = null;

const keyOf = (bytes: Uint8Array): KeyObject => {
  if (lastKey === null || Buffer.compare(lastKey.bytes, bytes) !== 0) lastKey = { bytes, key: ed25519PublicKey(bytes) };
  return lastKey.key;
};

export const verifyNote = (note: string, vkey: string): NoteResult<{ readonly text: string }> => {
  const signed = signedTextOf(note, vkey);
  if (!signed.ok) return signed;
  const key = keyOf(signed.publicKey);
  const text = Buffer.from(signed.text);
  const valid = signed.signatures.every((signature) => verify(null, text, key, signature));
  return valid ? { ok: true, text: signed.text } : refused('the signature does not verify');
};

/** Verifies a checkpoint: signed by the key, and its origin is the key's name. */
export const verifyCheckpoint = (note: string, vkey: string): NoteResult<{ readonly checkpoint: Checkpoint }> => {
  const result = verifyNote(note, vkey);
  return result.ok ? checkpointIn(result.text, vkey) : result;
};
