/** For browsers, instead of sha256.ts: WebCrypto's is asynchronous and missing on pages without TLS. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of the concatenation of several byte strings, as 64 lower-case hex digits. */
export const sha256HexOf = (...parts: readonly (string | Uint8Array)[]): string =>
  bytesToHex(sha256(concatBytes(...parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part)))));

/** SHA-256 of a text's UTF-8 bytes, or of bytes, as 64 lower-case hex digits. */
export const sha256Hex = (data: string | Uint8Array): string => sha256HexOf(data);

export const hexBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const isSha256Hex = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
