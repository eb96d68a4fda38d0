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
import { isSha256Hex, sha256Bytes } from '../common/sha256';

/** Algorithm byte of Ed25519 in a C2SP key. */
const ED25519 = 1;
const NOTE_LENGTH_MAX = 100_000;
const SIGNATURES_MAX = 100;

/** What is signed: a name for the log, its size, and its root as 64 hex digits. */
export interface Checkpoint {
  readonly origin: string;
  readonly treeSize: number;
  readonly rootHash: string;
}

export interface NoteSigner {
  readonly name: string;
  /** Public verifier key, `<name>+<hex key id>+<base64 key>`. */
  readonly vkey: string;
  /** A text, which ends in a newline, with this signer's signature below it. */
  sign(text: string): string;
}

export type NoteResult<T> =
  ({ readonly ok: true } & T) | { readonly ok: false; readonly reason: string };

/** The signer of a 32-byte Ed25519 seed. Throws when the name cannot stand in a note. */
export const noteSigner = (name: string, seed: Uint8Array): NoteSigner => {
  if (!isKeyName(name))
    throw new RangeError('A key name is not empty and has no spaces and no plus');
  if (seed.length !== 32) throw new RangeError('An Ed25519 seed has 32 bytes');
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from(PKCS8_PREFIX, 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32);
  const id = keyId(name, publicKey);
  const key = Buffer.concat([Buffer.of(ED25519), publicKey]).toString('base64');
  return {
    name,
    vkey: `${name}+${id.toString('hex')}+${key}`,
    sign: (text) => {
      if (!isNoteText(text))
        throw new RangeError('A note text ends in a newline and has no control characters');
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]);
      return `${text}\n— ${name} ${signature.toString('base64')}\n`;
    },
  };
};

// RFC 8410: the fixed bytes in front of an Ed25519 seed and an Ed25519 public key.
const PKCS8_PREFIX = '302e020100300506032b657004220420';
const SPKI_PREFIX = '302a300506032b6570032100';

const keyId = (name: string, publicKey: Uint8Array): Buffer =>
  sha256Bytes(name, Buffer.of(0x0a, ED25519), publicKey).subarray(0, 4);

/** A name of a key: no plus, which separates the parts of a vkey, and no white space. */
const isKeyName = (name: string): boolean =>
  name !== '' && !/[\s+\p{Cc}]/u.test(name) && name.isWellFormed();

const isNoteText = (text: string): boolean =>
  text.endsWith('\n') && text.isWellFormed() && !FORBIDDEN.test(text);

/** Control characters other than newline. */
const FORBIDDEN = /[^\n\P{Cc}]/u;

interface VerifierKey {
  readonly name: string;
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** `<name>+<8 hex>+<base64(01 ‖ 32-byte key)>`, checked against its own id; null when it is anything else. */
export const parseVerifierKey = (vkey: string): VerifierKey | null => {
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(vkey);
  const [, name = '', hexId = '', base64 = ''] = match ?? [];
  const bytes = decodeBase64(base64);
  if (!isKeyName(name) || bytes?.length !== 33 || bytes[0] !== ED25519) return null;
  const publicKey = bytes.subarray(1);
  const id = keyId(name, publicKey);
  if (id.toString('hex') !== hexId) return null;
  const der = Buffer.concat([Buffer.from(SPKI_PREFIX, 'hex'), publicKey]);
  return { name, id, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
};

/** Standard base64 with padding and nothing else; null otherwise. */
const decodeBase64 = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64');
  return text !== '' && bytes.toString('base64') === text ? bytes : null;
};

/**
 * The text of a note that the key has signed. Signatures by other keys are allowed and prove nothing;
 * a wrong one by this key refuses the note, whatever else is there.
 */
export const verifyNote = (note: string, vkey: string): NoteResult<{ readonly text: string }> => {
  const verifier = parseVerifierKey(vkey);
  if (verifier === null) return refused('the verifier key is malformed');
  const parsed = parseNote(note);
  if (!parsed.ok) return parsed;
  const own = parsed.signatures.filter(
    ({ name, bytes }) => name === verifier.name && bytes.subarray(0, 4).equals(verifier.id),
  );
  if (own.length === 0) return refused('the note is not signed by this key');
  const text = Buffer.from(parsed.text);
  const valid = own.every(({ bytes }) => verify(null, text, verifier.key, bytes.subarray(4)));
  return valid ? { ok: true, text: parsed.text } : refused('the signature does not verify');
};

interface Signature {
  readonly name: string;
  /** Key id and signature. */
  readonly bytes: Buffer;
}

const parseNote = (
  note: string,
): NoteResult<{ readonly text: string; readonly signatures: Signature[] }> => {
  if (note.length > NOTE_LENGTH_MAX) return refused('the note is too long');
  const end = note.lastIndexOf('\n\n');
  if (end === -1) return refused('no blank line divides text and signatures');
  const text = note.slice(0, end + 1);
  const block = note.slice(end + 2);
  if (!isNoteText(note)) return refused('a control character, or no newline at the end');
  const lines = block.split('\n').slice(0, -1);
  if (lines.length === 0 || lines.length > SIGNATURES_MAX)
    return refused('no signature, or too many');
  const signatures: Signature[] = [];
  for (const line of lines) {
    const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
    const bytes = decodeBase64(base64);
    if (!isKeyName(name) || bytes === null || bytes.length < 5)
      return refused('a malformed signature line');
    signatures.push({ name, bytes });
  }
  return { ok: true, text, signatures };
};

const refused = (reason: string): { readonly ok: false; readonly reason: string } => ({
  ok: false,
  reason,
});

/** The text that is signed. */
export const checkpointText = ({ origin, treeSize, rootHash }: Checkpoint): string => {
  if (!isSha256Hex(rootHash) || !Number.isSafeInteger(treeSize) || treeSize < 0) {
    throw new RangeError('A checkpoint has a size and a root of 64 hex digits');
  }
  return `${origin}\n${treeSize}\n${Buffer.from(rootHash, 'hex').toString('base64')}\n`;
};

/** Reads the text of a checkpoint; extension lines below the root are allowed and ignored. */
export const parseCheckpoint = (text: string): Checkpoint | null => {
  if (!text.endsWith('\n')) return null;
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n');
  const bytes = decodeBase64(root);
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size) || bytes?.length !== 32) return null;
  if (extensions.includes('') || !Number.isSafeInteger(Number(size))) return null;
  return { origin, treeSize: Number(size), rootHash: bytes.toString('hex') };
};

/** A checkpoint that the key signed and whose origin is the key's name. */
export const verifyCheckpoint = (
  note: string,
  vkey: string,
): NoteResult<{ readonly checkpoint: Checkpoint }> => {
  const result = verifyNote(note, vkey);
  if (!result.ok) return result;
  const checkpoint = parseCheckpoint(result.text);
  if (checkpoint === null) return refused('the signed text is no checkpoint');
  if (checkpoint.origin !== parseVerifierKey(vkey)?.name)
    return refused('the origin is another log');
  return { ok: true, checkpoint };
};
