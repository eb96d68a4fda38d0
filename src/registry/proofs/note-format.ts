/** Parses C2SP signed notes and checkpoints without their signatures, for the service and browsers. */
import { isSha256Hex, sha256HexOf } from '../../platform/common/sha256';

/** Algorithm byte of Ed25519 in a C2SP key. */
export const ED25519 = 1;
/** Algorithm byte of an Ed25519 cosignature with a time (C2SP tlog-cosignature, cosignature/v1). */
export const COSIGNATURE_V1 = 4;
const NOTE_LENGTH_MAX = 100_000;
const SIGNATURES_MAX = 100;

/** The signed members: the name of the log, its size, and its root as 64 hex digits. */
export interface Checkpoint {
  readonly origin: string;
  readonly treeSize: number;
  readonly rootHash: string;
}

export type NoteResult<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly reason: string };

export const refused = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason });

/** First four bytes of SHA256(name ‖ 0a ‖ algorithm ‖ public key), as 8 hex digits. */
export const keyId = (name: string, publicKey: Uint8Array, algorithm = ED25519): string =>
  sha256HexOf(name, Uint8Array.of(0x0a, algorithm), publicKey).slice(0, 8);

/** Whether a key name is valid: no plus, which separates the parts of a vkey, and no white space. */
export const isKeyName = (name: string): boolean => name !== '' && !/[\s+\p{Cc}]/u.test(name) && name.isWellFormed();

export const isNoteText = (text: string): boolean =>
  text.endsWith('\n') && text.isWellFormed() && !FORBIDDEN.test(text);

const FORBIDDEN = /[^\n\P{Cc}]/u;

export interface VerifierKey {
  readonly name: string;
  /** 8 hex digits. */
  readonly id: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** Parses `<name>+<8 hex>+<base64(algorithm ‖ 32-byte key)>` and checks its id; null for anything else. */
export const readVerifierKey = (vkey: string, algorithm = ED25519): VerifierKey | null => {
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(vkey);
  const [, name = '', id = '', base64 = ''] = match ?? [];
  const bytes = decodeBase64(base64);
  if (!isKeyName(name) || bytes?.length !== 33 || bytes[0] !== algorithm) return null;
  const publicKey = bytes.slice(1);
  return keyId(name, publicKey, algorithm) === id ? { name, id, publicKey } : null;
};

let lastKey: { readonly vkey: string; readonly key: VerifierKey | null } | null = null;

const knownKey = (vkey: string): VerifierKey | null => {
  if (lastKey?.vkey !== vkey) lastKey = { vkey, key: readVerifierKey(vkey) };
  return lastKey.key;
};

/** Strict standard base64 with padding; null for anything else. */
export const decodeBase64 = (text: string): Uint8Array | null => {
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const binary = atob(text);
  // Bits beyond the last byte must be zero: one encoding per value.
  return btoa(binary) === text ? Uint8Array.from(binary, (unit) => unit.charCodeAt(0)) : null;
};

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const base64Of = (hex: string): string =>
  btoa(hex.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16))));

export interface NoteSignature {
  readonly name: string;
  /** 8 hex digits. */
  readonly keyId: string;
  readonly signature: Uint8Array;
}

export const parseNote = (
  note: string,
): NoteResult<{ readonly text: string; readonly signatures: readonly NoteSignature[] }> => {
  if (note.length > NOTE_LENGTH_MAX) return refused('the note is too long');
  const end = note.lastIndexOf('\n\n');
  if (end === -1) return refused('no blank line divides text and signatures');
  const text = note.slice(0, end + 1);
  const block = note.slice(end + 2);
  if (!isNoteText(note)) return refused('a control character, or no newline at the end');
  const lines = block.split('\n').slice(0, -1);
  if (lines.length === 0 || lines.length > SIGNATURES_MAX) return refused('no signature, or too many');
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
    const bytes = decodeBase64(base64);
    if (!isKeyName(name) || bytes === null || bytes.length < 5) return refused('a malformed signature line');
    signatures.push({ name, keyId: hexOf(bytes.slice(0, 4)), signature: bytes.slice(4) });
  }
  return { ok: true, text, signatures };
};

/** Input of an Ed25519 verifier: all signatures must verify over this text with this key. */
interface SignedText {
  readonly text: string;
  readonly publicKey: Uint8Array;
  readonly signatures: readonly Uint8Array[];
}

/** Parses a note for one key. Signatures by other keys are ignored; any wrong one by this key invalidates the note. */
export const signedTextOf = (note: string, vkey: string): NoteResult<SignedText> => {
  const verifier = knownKey(vkey);
  if (verifier === null) return refused('the verifier key is malformed');
  const parsed = parseNote(note);
  if (!parsed.ok) return parsed;
  const own = parsed.signatures.filter(({ name, keyId: id }) => name === verifier.name && id === verifier.id);
  if (own.length === 0) return refused('the note is not signed by this key');
  return {
    ok: true,
    text: parsed.text,
    publicKey: verifier.publicKey,
    signatures: own.map(({ signature }) => signature),
  };
};

/** Parses the text of a checkpoint; extension lines below the root are allowed and ignored. */
export const parseCheckpoint = (text: string): Checkpoint | null => {
  if (!text.endsWith('\n')) return null;
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n');
  const bytes = decodeBase64(root);
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size) || bytes?.length !== 32) return null;
  if (extensions.includes('') || !Number.isSafeInteger(Number(size))) return null;
  return { origin, treeSize: Number(size), rootHash: hexOf(bytes) };
};

export const checkpointText = ({ origin, treeSize, rootHash }: Checkpoint): string => {
  if (!isSha256Hex(rootHash) || !Number.isSafeInteger(treeSize) || treeSize < 0) {
    throw new RangeError('A checkpoint has a size and a root of 64 hex digits');
  }
  return `${origin}\n${treeSize}\n${base64Of(rootHash)}\n`;
};

export const checkpointIn = (text: string, vkey: string): NoteResult<{ readonly checkpoint: Checkpoint }> => {
  const checkpoint = parseCheckpoint(text);
  if (checkpoint === null) return refused('the signed text is not a checkpoint');
  if (checkpoint.origin !== knownKey(vkey)?.name) return refused('the origin is another log');
  return { ok: true, checkpoint };
};
